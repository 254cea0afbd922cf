//! The command line.

pub const USAGE: &str = "\
usage: peers LIST [PASSES] [--tasks TASK,…] [--subset LIST]
  LIST      file with the path of a log on each line, gzip or plain XML
  PASSES    timed passes a task, 5 unless told; 0 only asks which logs each task handles
  --tasks   mjlog2json, quick-xml, libdeflater, zlib-rs, memchr; all unless told
  --subset  file with those paths of LIST that are to be timed";

const DEFAULT_PASSES: usize = 5;

#[derive(Debug)]
pub struct Args {
    pub list: String,
    pub passes: usize,
    /// Empty: all.
    pub tasks: Vec<String>,
    pub subset: Option<String>,
}

impl Args {
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut positional = Vec::new();
        let mut tasks = Vec::new();
        let mut subset = None;
        while let Some(word) = words.next() {
            match word.as_str() {
                "--tasks" => tasks = split(&value(&word, &mut words)?),
                "--subset" => subset = Some(value(&word, &mut words)?),
                option if option.starts_with('-') => {
                    return Err(format!("unknown option {option}"));
                }
                _ => positional.push(word),
            }
        }
        let mut positional = positional.into_iter();
        let list = positional.next().ok_or("LIST is missing")?;
        let passes = positional.next().map_or(Ok(DEFAULT_PASSES), |word| {
            word.parse()
                .map_err(|_| format!("PASSES is no number: {word}"))
        })?;
        match positional.next() {
            Some(extra) => Err(format!("one argument too many: {extra}")),
            None => Ok(Self {
                list,
                passes,
                tasks,
                subset,
            }),
        }
    }
}

fn value(option: &str, words: &mut impl Iterator<Item = String>) -> Result<String, String> {
    words
        .next()
        .ok_or_else(|| format!("{option} needs a value"))
}

fn split(names: &str) -> Vec<String> {
    names.split(',').map(str::to_owned).collect()
}
