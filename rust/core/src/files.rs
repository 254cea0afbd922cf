//! Files of a folder, written one after the other.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes new files into a folder; of `names`, below it, those that are `None` are left out. Each has the bytes from
/// one of `offsets` to the next.
///
/// # Errors
/// A file can't be made or written, or is there already; which, and why.
pub fn write_new(
    folder: &Path,
    names: &[Option<PathBuf>],
    data: &[u8],
    offsets: &[usize],
) -> Result<(), (PathBuf, io::Error)> {
    let mut made = HashSet::from([folder.to_owned()]);
    for (name, bounds) in names.iter().zip(offsets.windows(2)) {
        let (Some(name), &[from, to]) = (name, bounds) else { continue };
        let path = folder.join(name);
        let mut write = || {
            if let Some(parent) = path.parent()
                && !made.contains(parent)
            {
                fs::create_dir_all(parent)?;
                made.insert(parent.to_owned());
            }
            let bytes = data.get(from..to).ok_or(io::ErrorKind::InvalidInput)?;
            File::options().write(true).create_new(true).open(&path)?.write_all(bytes)
        };
        write().map_err(|error| (path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_below_a_folder() {
        let folder = std::env::temp_dir().join(format!("mjlog-files-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let names = ["a", "b/c/d", "left out", "b/e"].map(|name| (name != "left out").then(|| PathBuf::from(name)));
        write_new(&folder, &names, b"onetwothreefour", &[0, 3, 6, 11, 15]).unwrap();
        let read = |name: &str| fs::read(folder.join(name)).ok();
        assert_eq!(read("a").as_deref(), Some(&b"one"[..]));
        assert_eq!(read("b/c/d").as_deref(), Some(&b"two"[..]));
        assert_eq!(read("b/e").as_deref(), Some(&b"four"[..]));
        assert_eq!(read("left out"), None);
        let (path, error) = write_new(&folder, &names[..1], b"other", &[0, 5]).unwrap_err();
        assert_eq!((path, error.kind()), (folder.join("a"), io::ErrorKind::AlreadyExists));
        assert!(write_new(&folder, &[Some("f".into())], b"short", &[0, 9]).is_err());
        assert_eq!(read("a").as_deref(), Some(&b"one"[..]));
        fs::remove_dir_all(&folder).unwrap();
    }
}
