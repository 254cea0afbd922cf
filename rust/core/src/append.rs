//! Many logs to the end of a file, on several threads, in order.
//!
//! Each thread writes what it made while its own cache still holds it. Megabytes that another thread writes later
//! are fetched from memory for it, and pushed out others before.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::batch::on_threads;
use crate::lines::{Form, Outcome, Stored, Worker};

/// Logs of a piece: their records, and all that making them takes, fit into a core's own cache.
const PIECE: usize = 8;

/// Pieces that a thread keeps while it is not known where they go.
const WAITING: usize = 2;

/// A piece's memory is used again if it is no larger.
const LARGEST: usize = 4 << 20;

/// A log's id, and where its bytes are.
pub type Log<'a> = (&'a str, Stored<'a>);

/// A file that grows, and the memory of those who write it.
#[derive(Debug)]
pub struct Appender {
    file: File,
    threads: usize,
    hands: Mutex<Vec<Hand>>,
}

impl Appender {
    /// Opens a file that is there.
    ///
    /// # Errors
    /// The system's.
    pub fn open(path: &Path, threads: usize) -> io::Result<Self> {
        let file = File::options().write(true).open(path)?;
        Ok(Self { file, threads, hands: Mutex::default() })
    }

    /// Converts logs and writes their records, from this byte of the file on; gives what became of each, and the byte
    /// behind the last record.
    ///
    /// # Errors
    /// The system's, from writing. Then any of the records may be missing.
    pub fn append(&self, logs: &[Log<'_>], form: &Form, from: u64) -> io::Result<(Vec<Outcome>, u64)> {
        let task = Task {
            file: &self.file,
            form,
            pieces: logs.chunks(PIECE).collect(),
            next: AtomicUsize::new(0),
            places: Places::new(from),
            made: Mutex::default(),
        };
        let failed = Mutex::new(None);
        on_threads(self.threads.min(task.pieces.len()), || {
            let mut hand = lock(&self.hands).pop().unwrap_or_default();
            match hand.work(&task) {
                Ok(()) => lock(&self.hands).push(hand),
                Err(error) => {
                    task.next.store(task.pieces.len(), Ordering::Relaxed);
                    lock(&failed).get_or_insert(error);
                }
            }
        });
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let mut made = task.made.into_inner().unwrap_or_else(PoisonError::into_inner);
        made.sort_unstable_by_key(|(number, _)| *number);
        Ok((made.into_iter().flat_map(|(_, outcomes)| outcomes).collect(), task.places.end()))
    }
}

/// Logs to be appended, and how far that is.
struct Task<'a> {
    file: &'a File,
    form: &'a Form,
    pieces: Vec<&'a [Log<'a>]>,
    next: AtomicUsize,
    places: Places,
    /// What became of the logs of each piece, by its number.
    made: Mutex<Vec<(usize, Vec<Outcome>)>>,
}

/// A thread's memory.
#[derive(Debug, Default)]
struct Hand {
    worker: Worker,
    /// Records that are made and not written, by their piece's number.
    waiting: VecDeque<(usize, Vec<u8>)>,
    spare: Vec<Vec<u8>>,
}

impl Hand {
    fn work(&mut self, task: &Task<'_>) -> io::Result<()> {
        loop {
            let number = task.next.fetch_add(1, Ordering::Relaxed);
            let Some(logs) = task.pieces.get(number) else { break };
            let mut length = Length { places: &task.places, number, bytes: 0 };
            self.worker.records.data = self.spare.pop().unwrap_or_default();
            self.worker.start(task.form);
            let outcomes = logs.iter().map(|&(id, stored)| self.worker.outcome(id, stored, task.form)).collect();
            let records = core::mem::take(&mut self.worker.records.data);
            length.bytes = records.len() as u64;
            drop(length);
            lock(&task.made).push((number, outcomes));
            self.waiting.push_back((number, records));
            self.write(task, WAITING)?;
        }
        self.write(task, 0)
    }

    /// Writes what has its place, and waits for that where more pieces are left than these.
    fn write(&mut self, task: &Task<'_>, most: usize) -> io::Result<()> {
        while let Some(&(number, _)) = self.waiting.front() {
            let wait = self.waiting.len() > most;
            let Some(place) = task.places.of(number, wait) else { break };
            if let Some((_, records)) = self.waiting.pop_front() {
                write_all_at(task.file, &records, place)?;
                if records.capacity() <= LARGEST {
                    self.spare.push(records);
                }
            }
        }
        Ok(())
    }
}

/// The length of a piece that is being made. Whatever happens, it is told: others wait for it.
struct Length<'a> {
    places: &'a Places,
    number: usize,
    bytes: u64,
}

impl Drop for Length<'_> {
    fn drop(&mut self) {
        self.places.tell(self.number, self.bytes);
    }
}

/// Where pieces go: each behind those before it, as soon as their lengths are known.
struct Places {
    known: Mutex<Known>,
    more: Condvar,
}

struct Known {
    /// By number.
    lengths: Vec<Option<u64>>,
    /// By number; the last is that of the first piece whose length is not known.
    starts: Vec<u64>,
}

impl Places {
    fn new(from: u64) -> Self {
        Self { known: Mutex::new(Known { lengths: Vec::new(), starts: vec![from] }), more: Condvar::new() }
    }

    fn tell(&self, number: usize, length: u64) {
        let mut known = lock(&self.known);
        let Known { lengths, starts } = &mut *known;
        if lengths.len() <= number {
            lengths.resize(number + 1, None);
        }
        if let Some(place) = lengths.get_mut(number) {
            *place = Some(length);
        }
        while let (Some(Some(length)), Some(start)) = (lengths.get(starts.len() - 1), starts.last()) {
            starts.push(start + length);
        }
        drop(known);
        self.more.notify_all();
    }

    /// The place of this piece, if it is known, or once it is.
    fn of(&self, number: usize, wait: bool) -> Option<u64> {
        let mut known = lock(&self.known);
        while wait && known.starts.len() <= number {
            known = self.more.wait(known).unwrap_or_else(PoisonError::into_inner);
        }
        known.starts.get(number).copied()
    }

    fn end(&self) -> u64 {
        lock(&self.known).starts.last().copied().unwrap_or_default()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn write_all_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, place)
}

#[cfg(windows)]
fn write_all_at(file: &File, mut bytes: &[u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let done = std::os::windows::fs::FileExt::seek_write(file, bytes, place)?;
        bytes = bytes.get(done..).unwrap_or_default();
        place += done as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    struct Made(std::path::PathBuf);

    impl Made {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("mjlog-append-{}-{name}", std::process::id()));
            std::fs::write(&path, b"before").unwrap();
            Self(path)
        }
    }

    impl Drop for Made {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn logs(count: usize) -> Vec<String> {
        let tail = concat!(
            r#"" n1="b" n2="c" n3="d" dan="16,10,0,20" rate="2000.00,1500.50,999.99,2345.67"/>"#,
            r#"<TAIKYOKU oya="0"/></mjloggm>"#
        );
        let name = |n: usize| "a".repeat(n * 7 % 100);
        (0..count).map(|n| format!(r#"<mjloggm ver="2.3"><GO type="9"/><UN n0="{}{tail}"#, name(n))).collect()
    }

    fn form() -> Form {
        Form { end: "\n".to_owned(), limit: 1 << 20, ..Form::default() }
    }

    #[test]
    fn records_are_those_of_one_worker_in_order() {
        let mut texts = logs(200);
        texts[77] = "nothing".to_owned();
        texts[150] = r#"<mjloggm ver="2.3"><ODD/></mjloggm>"#.to_owned();
        let some: Vec<Log<'_>> = texts.iter().map(|text| ("id", Stored::Bytes(text.as_bytes()))).collect();
        let form = form();
        let mut worker = Worker::default();
        worker.start(&form);
        let alone: Vec<_> = some.iter().map(|&(id, stored)| worker.outcome(id, stored, &form)).collect();
        for threads in [1, 2, 5, 64] {
            let made = Made::new(&threads.to_string());
            let appender = Appender::open(&made.0, threads).unwrap();
            let (first, behind) = appender.append(&some[..93], &form, 6).unwrap();
            let (second, end) = appender.append(&some[93..], &form, behind).unwrap();
            assert_eq!([first, second].concat(), alone);
            assert_eq!(end, 6 + worker.records.data.len() as u64);
            assert_eq!(std::fs::read(&made.0).unwrap(), [b"before", &*worker.records.data].concat());
            assert_eq!(appender.append(&[], &form, end).unwrap(), (vec![], end));
        }
        assert_eq!(alone.iter().filter(|(result, _)| result.is_ok()).count(), 199);
        assert_eq!(alone.iter().filter(|(_, odd)| !odd.is_empty()).count(), 1);
        assert_eq!(alone[150].1.len(), 1);
        assert_eq!(alone[77].0.as_ref().unwrap_err().kind(), ErrorKind::NotXml);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_system_refuses_ends_it() {
        let texts = logs(500);
        let some: Vec<Log<'_>> = texts.iter().map(|text| ("id", Stored::Bytes(text.as_bytes()))).collect();
        let appender = Appender::open(Path::new("/dev/full"), 3).unwrap();
        for _ in 0..3 {
            assert_eq!(appender.append(&some, &form(), 0).unwrap_err().kind(), io::ErrorKind::StorageFull);
        }
        assert!(Appender::open(Path::new("/no/such/file"), 1).is_err());
    }
}
