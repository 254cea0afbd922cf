//! `bare FILE COUNT THREADS LEVEL [OUT]`: unpacks, converts and compresses the logs of FILE, one after the other and
//! again from the first until it is COUNT logs, and prints the seconds and the bytes that came out.
//!
//! FILE holds each log behind its length, four bytes, little-endian. LEVEL is zstd's, 0 for none; frames have a
//! checksum, as all that `mjlog.bulk` and the command `zstd` write. Logs are in memory before the clock starts. What
//! comes out goes nowhere, or to OUT, wherever there is room, and is synced at the end.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use mjlog_core::paipu::{JsonSink, Options, convert_text};
use mjlog_core::tenhou::input::{Text, Unpacker};

/// Logs that are compressed together, as in `mjlog.bulk`.
const CHUNK: usize = 128;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok((seconds, bytes)) => {
            println!("{seconds} {bytes}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("bare: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<(f64, u64), String> {
    let (file, count, threads, level, out) = match words {
        [file, count, threads, level] => (file, count, threads, level, None),
        [file, count, threads, level, out] => (file, count, threads, level, Some(out)),
        _ => return Err("usage: bare FILE COUNT THREADS LEVEL [OUT]".to_owned()),
    };
    let number = |word: &String| word.parse::<usize>().map_err(|e| format!("{word}: {e}"));
    let (count, threads, level) = (number(count)?, number(threads)?, number(level)?);
    let data = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    let logs = split(&data)?;
    let (next, bytes) = (AtomicUsize::new(0), AtomicU64::new(0));
    let start = Instant::now();
    let out = out.map(File::create).transpose().map_err(|e| e.to_string())?;
    let results = std::thread::scope(|scope| {
        let run = || work(&logs, count, level, &next, &bytes, out.as_ref());
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err("a thread panicked".to_owned())))
    });
    results?;
    out.map_or(Ok(()), |file| file.sync_all()).map_err(|e| e.to_string())?;
    Ok((start.elapsed().as_secs_f64(), bytes.into_inner()))
}

fn work(
    logs: &[&[u8]],
    count: usize,
    level: usize,
    next: &AtomicUsize,
    bytes: &AtomicU64,
    out: Option<&File>,
) -> Result<(), String> {
    let (mut unpacker, mut sink, options) = (Unpacker::default(), JsonSink::default(), Options::default());
    let level = i32::try_from(level).map_err(|e| e.to_string())?;
    let mut compressor = zstd::bulk::Compressor::new(level).map_err(|e| e.to_string())?;
    compressor.include_checksum(true).map_err(|e| e.to_string())?;
    let (mut lines, mut packed) = (Vec::new(), Vec::new());
    loop {
        let from = next.fetch_add(CHUNK, Ordering::Relaxed);
        if from >= count {
            return Ok(());
        }
        lines.clear();
        for i in from..(from + CHUNK).min(count) {
            let xml = unpacker.unpack(logs[i % logs.len()], false, usize::MAX).map_err(|e| e.to_string())?;
            let text = Text::decode(xml, false).map_err(|e| e.to_string())?;
            sink.clear();
            convert_text(&text, &options, &mut sink).map_err(|e| e.to_string())?;
            sink.write_to(&mut lines);
            lines.push(b'\n');
        }
        let written = if level > 0 {
            packed.resize(zstd::zstd_safe::compress_bound(lines.len()), 0);
            let length = compressor.compress_to_buffer(&lines, &mut packed).map_err(|e| e.to_string())?;
            &packed[..length]
        } else {
            &lines
        };
        let place = bytes.fetch_add(written.len() as u64, Ordering::Relaxed);
        if let Some(file) = out {
            file.write_all_at(written, place).map_err(|e| e.to_string())?;
        }
    }
}

fn split(mut data: &[u8]) -> Result<Vec<&[u8]>, String> {
    let mut logs = Vec::new();
    while let Some((length, rest)) = data.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        let (log, rest) = rest.split_at_checked(length).ok_or("the file is cut")?;
        logs.push(log);
        data = rest;
    }
    if logs.is_empty() { Err("no logs".to_owned()) } else { Ok(logs) }
}
