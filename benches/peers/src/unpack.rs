//! What it costs to unpack a log's gzip, with decompressor and output buffer reused.

use std::hint::black_box;
use std::io::Read;

use flate2::bufread::GzDecoder;
use libdeflater::Decompressor;

use crate::log::Log;
use crate::peer::{Peer, Refusal};

pub struct Libdeflater {
    decompressor: Decompressor,
    output: Vec<u8>,
}

impl Libdeflater {
    /// `largest` is the length of the longest log that will come.
    pub fn new(largest: usize) -> Self {
        Self {
            decompressor: Decompressor::new(),
            output: vec![0; largest],
        }
    }

    fn unpack(&mut self, packed: &[u8]) -> Result<&[u8], Refusal> {
        let length = self
            .decompressor
            .gzip_decompress(packed, &mut self.output)
            .map_err(|error| error.to_string())?;
        Ok(&self.output[..length])
    }
}

impl Peer<'_> for Libdeflater {
    fn name(&self) -> &'static str {
        "libdeflater"
    }

    fn counts(&self) -> &'static str {
        "unpacked_bytes"
    }

    fn run(&mut self, log: &Log) -> Result<u64, Refusal> {
        let xml = black_box(self.unpack(&log.gzip)?);
        Ok(xml.len() as u64)
    }

    fn check(&mut self, log: &Log) -> Result<u64, Refusal> {
        compare(self.unpack(&log.gzip)?, &log.xml)
    }
}

/// flate2 over zlib-rs.
pub struct ZlibRs<'a> {
    decoder: GzDecoder<&'a [u8]>,
    output: Vec<u8>,
}

impl<'a> ZlibRs<'a> {
    /// `largest` is the length of the longest log that will come.
    pub fn new(largest: usize) -> Self {
        Self {
            // Reset before each use: what it starts with is never read.
            decoder: GzDecoder::new(&[]),
            // One byte more, so that the read which meets the end, and checks the sum, has room.
            output: vec![0; largest + 1],
        }
    }

    fn unpack(&mut self, packed: &'a [u8]) -> Result<&[u8], Refusal> {
        self.decoder.reset(packed);
        let mut length = 0;
        loop {
            match self.decoder.read(&mut self.output[length..]) {
                Ok(0) => return Ok(&self.output[..length]),
                Ok(read) => length += read,
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

impl<'a> Peer<'a> for ZlibRs<'a> {
    fn name(&self) -> &'static str {
        "zlib-rs"
    }

    fn counts(&self) -> &'static str {
        "unpacked_bytes"
    }

    fn run(&mut self, log: &'a Log) -> Result<u64, Refusal> {
        let xml = black_box(self.unpack(&log.gzip)?);
        Ok(xml.len() as u64)
    }

    fn check(&mut self, log: &'a Log) -> Result<u64, Refusal> {
        compare(self.unpack(&log.gzip)?, &log.xml)
    }
}

fn compare(unpacked: &[u8], xml: &[u8]) -> Result<u64, Refusal> {
    if unpacked == xml {
        Ok(xml.len() as u64)
    } else {
        Err("unpacked to something else".to_owned())
    }
}
