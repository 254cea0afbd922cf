//! A log in each of the forms that some peer takes, made ready before any clock runs.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use libdeflater::{CompressionLvl, Compressor};

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// What most web servers and `gzip` itself use.
const GZIP_LEVEL: i32 = 6;

pub struct Log {
    /// The bytes as Tenhou wrote them.
    pub xml: Vec<u8>,
    /// The same as text, without byte order mark; None where they are neither UTF-8 nor marked UTF-16.
    pub text: Option<String>,
    /// The file's own bytes, or, of a plain file, what gzip would make of them.
    pub gzip: Vec<u8>,
}

impl Log {
    pub fn read(path: &str) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let (xml, gzip) = if bytes.starts_with(&GZIP_MAGIC) {
            let xml = gunzip(&bytes).map_err(|error| format!("{path}: {error}"))?;
            (xml, bytes)
        } else {
            let packed = gzip(&bytes);
            (bytes, packed)
        };
        let text = decode(&xml);
        Ok(Self { xml, text, gzip })
    }
}

/// The paths that a list file names, one a line.
pub fn read_list(list: &str) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(list).map_err(|error| format!("{list}: {error}"))?;
    let paths: Vec<_> = text
        .lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    if paths.is_empty() {
        return Err(format!("{list}: names no log"));
    }
    Ok(paths)
}

/// For each of `paths`, whether `subset` names it.
pub fn chosen(paths: &[String], subset: &[String]) -> Result<Vec<bool>, String> {
    let index: HashMap<_, _> = paths.iter().zip(0..).collect();
    let places = subset
        .iter()
        .map(|path| match index.get(path) {
            Some(&place) => Ok(place),
            None => Err(format!("{path} is in the subset, but not in the list")),
        })
        .collect::<Result<HashSet<usize>, _>>()?;
    Ok((0..paths.len())
        .map(|place| places.contains(&place))
        .collect())
}

fn gunzip(packed: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut xml = Vec::new();
    MultiGzDecoder::new(packed).read_to_end(&mut xml)?;
    Ok(xml)
}

fn gzip(xml: &[u8]) -> Vec<u8> {
    let level = CompressionLvl::new(GZIP_LEVEL).expect("a level that libdeflate has");
    let mut compressor = Compressor::new(level);
    let mut packed = vec![0; compressor.gzip_compress_bound(xml.len())];
    let length = compressor
        .gzip_compress(xml, &mut packed)
        .expect("the bound is large enough");
    packed.truncate(length);
    packed
}

fn decode(xml: &[u8]) -> Option<String> {
    match xml {
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8(rest.to_vec()).ok(),
        _ => String::from_utf8(xml.to_vec()).ok(),
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks();
    if !rest.is_empty() {
        return None;
    }
    let units: Vec<_> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16(&units).ok()
}
