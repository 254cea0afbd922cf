//! Many logs on a bounded pool, order kept, one result a log.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Logs that a worker takes at a time.
pub const CHUNK: usize = 16;

/// Runs `work` over `0..count` in chunks on `threads` threads. Each worker has its own
/// state, made by `start`; chunks are handed out in order, and each is done by one worker.
///
/// With one thread everything runs on the caller's.
pub fn in_chunks<W>(
    count: usize,
    threads: usize,
    start: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, core::ops::Range<usize>) + Sync,
) {
    in_chunks_of(CHUNK, count, threads, start, work);
}

/// The same in chunks of another size.
pub fn in_chunks_of<W>(
    chunk: usize,
    count: usize,
    threads: usize,
    start: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, core::ops::Range<usize>) + Sync,
) {
    let chunk = chunk.max(1);
    let next = AtomicUsize::new(0);
    let run = || {
        let mut worker = start();
        loop {
            let from = next.fetch_add(chunk, Ordering::Relaxed);
            if from >= count {
                break;
            }
            work(&mut worker, from..(from + chunk).min(count));
        }
    };
    on_threads(threads.min(count.div_ceil(chunk)), run);
}

/// Runs the same on so many threads, the caller's among them, and waits for all.
pub fn on_threads(threads: usize, run: impl Fn() + Sync) {
    let run = &run;
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system gives no more threads, those that there are do the work.
            if std::thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn every_item_is_done_once() {
        for (count, threads) in [(0, 2), (1, 1), (15, 8), (100, 2), (1000, 3)] {
            let done = Mutex::new(Vec::new());
            in_chunks(count, threads, || (), |(), range| done.lock().unwrap().extend(range));
            let mut done = done.into_inner().unwrap();
            done.sort_unstable();
            assert_eq!(done, (0..count).collect::<Vec<_>>());
        }
    }
}
