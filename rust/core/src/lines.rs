//! Many logs to records in one buffer: selected, converted, ended by what stands between them.

use core::ops::Range;

use crate::archive;
use crate::error::{Error, ErrorKind, Result};
use crate::paipu::{JsonSink, Moves, Options, Warning};
use crate::tenhou::event::{Attrs, Event, Table};
use crate::tenhou::input::{Text, Unpacker};
use crate::tenhou::select::{Reason, Selection};
use crate::tenhou::tile::Tiles;
use crate::tenhou::{Visitor, read};

/// Memory that a worker keeps for the next log.
const KEPT: usize = 4 << 20;

/// What becomes of each log.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// How logs are converted; `log_id` of these is each log's own, where `id_in_title` says so.
    pub options: Options,
    /// The log's id goes behind the title.
    pub id_in_title: bool,
    /// The log's id is the first key of its paipu.
    pub id_first: bool,
    /// What stands behind each record.
    pub end: String,
    /// Titles and players are kept as columns of their own.
    pub columns: bool,
    /// Which logs are taken.
    pub selection: Selection,
    /// No log may have more bytes, unpacked.
    pub limit: usize,
}

/// Where a log's bytes are.
#[derive(Clone, Copy, Debug)]
pub enum Stored<'a> {
    /// Here, gzipped or not.
    Bytes(&'a [u8]),
    /// In a zip.
    Member(&'a std::path::Path, archive::Member),
}

impl Stored<'_> {
    /// How many bytes it takes up where it is.
    #[must_use]
    pub fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Member(_, member) => member.packed,
        }
    }

    /// Whether it takes up none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Texts behind each other, and where each ends.
#[derive(Clone, Debug, Default)]
pub struct Column {
    /// All texts.
    pub data: Vec<u8>,
    /// The byte at which each ends.
    pub ends: Vec<i64>,
}

impl Column {
    fn clear(&mut self) {
        self.data.clear();
        self.ends.clear();
    }

    /// The text that is being written is whole.
    fn end(&mut self) {
        self.ends.push(i64::try_from(self.data.len()).unwrap_or(i64::MAX));
    }
}

/// What became of a log: written, not wanted, or broken; and what is odd about it.
pub type Outcome = (Result<Option<Reason>>, Vec<Warning>);

/// A worker's memory, used again for each log, and what it has made.
#[derive(Debug, Default)]
pub struct Worker {
    sink: JsonSink,
    unpacker: Unpacker,
    archives: archive::Reader,
    options: Options,
    /// Records, each with its end.
    pub records: Column,
    /// Titles, then the four players, of the records.
    pub columns: [Column; 5],
    /// What was odd about the log that was taken up last.
    pub odd: Vec<Warning>,
}

impl Worker {
    /// Begins anew, keeping the memory.
    pub fn start(&mut self, form: &Form) {
        self.records.clear();
        self.columns.iter_mut().for_each(Column::clear);
        self.options.clone_from(&form.options);
        self.unpacker.shrink_to(KEPT);
        if self.sink.capacity() > KEPT {
            self.sink = JsonSink::default();
        }
    }

    /// Takes a log up: its record is written, or why it is not wanted is given.
    ///
    /// # Errors
    /// All that can be wrong with a log or a member of a zip. Then nothing is written.
    pub fn take(&mut self, id: &str, stored: Stored<'_>, form: &Form) -> Result<Option<Reason>> {
        let data = match stored {
            Stored::Bytes(data) => data,
            Stored::Member(path, member) => {
                self.archives.read(path, &member, u64::try_from(form.limit).unwrap_or(u64::MAX))?
            }
        };
        if form.id_in_title {
            let own = self.options.log_id.get_or_insert_default();
            own.clear();
            own.push_str(id);
        }
        let partial = form.options.partial;
        let bytes = self.unpacker.unpack(data, partial, form.limit)?;
        self.sink.clear();
        self.odd.clear();
        let text = Text::decode(bytes, partial)?;
        let refused = convert(&text, &self.options, &form.selection, &mut self.sink, &mut self.odd)?;
        if refused.is_none() {
            self.write(id, form);
        }
        Ok(refused)
    }

    /// Takes a log up, as `take` does, and tells all that came of it.
    pub fn outcome(&mut self, id: &str, stored: Stored<'_>, form: &Form) -> Outcome {
        let result = self.take(id, stored, form);
        (result, core::mem::take(&mut self.odd))
    }

    fn write(&mut self, id: &str, form: &Form) {
        let out = &mut self.records.data;
        if form.id_first {
            out.extend_from_slice(b"{\"id\":");
            crate::paipu::write_string(out, id);
            let opening = out.len();
            self.sink.write_to(out);
            // The paipu's own opening brace becomes the comma, or nothing where it is empty.
            if !self.sink.has_any() {
                out.remove(opening);
            } else if let Some(brace) = out.get_mut(opening) {
                *brace = b',';
            }
        } else {
            self.sink.write_to(out);
        }
        out.extend_from_slice(form.end.as_bytes());
        self.records.end();
        if form.columns {
            let [title, players @ ..] = &mut self.columns;
            self.sink.title_to(&mut title.data);
            self.sink.labels_to(players.each_mut().map(|column| &mut column.data));
            self.columns.iter_mut().for_each(Column::end);
        }
    }

    /// Where the record of this number stands, without its end.
    #[must_use]
    pub fn place(&self, number: usize, form: &Form) -> Range<usize> {
        let at = |i: usize| self.records.ends.get(i).and_then(|&end| usize::try_from(end).ok()).unwrap_or_default();
        let from = number.checked_sub(1).map_or(0, at);
        from..at(number).saturating_sub(form.end.len())
    }
}

fn convert(
    text: &Text<'_>,
    options: &Options,
    selection: &Selection,
    sink: &mut JsonSink,
    odd: &mut Vec<Warning>,
) -> Result<Option<Reason>> {
    let mut watched = Watched { moves: Moves::new(options, &mut *sink), selection, known: false, refused: None };
    let result = read(text.as_str(), options.partial, &mut watched);
    if watched.refused.is_some() {
        return Ok(watched.refused);
    }
    result.map_err(|e| e.map_offset(|at| text.offset_in_input(at)))?;
    watched.moves.finish();
    odd.extend_from_slice(watched.moves.warnings());
    if !watched.known
        && let Some(reason) = selection.refuses_unknown()
    {
        return Ok(Some(reason));
    }
    Ok((selection.finished && !sink.is_ended()).then_some(Reason::Unfinished))
}

/// The conversion, ended early at a table that is not wanted.
struct Watched<'o, 's> {
    moves: Moves<&'o Options, &'s mut JsonSink>,
    selection: &'o Selection,
    /// The table is known.
    known: bool,
    refused: Option<Reason>,
}

impl<'a> Visitor<'a> for Watched<'_, '_> {
    #[inline]
    fn tiles(&mut self, tiles: &mut Tiles<'a>) -> Result<()> {
        self.moves.tiles(tiles)
    }

    #[inline]
    fn element(&mut self, at: usize, name: &'a str, attrs: &mut impl Attrs<'a>) -> Result<()> {
        if name != "GO" {
            return self.moves.element(at, name, attrs);
        }
        let table = Table::decode(attrs)?;
        self.known = true;
        self.refused = self.selection.refuses(table.go);
        if self.refused.is_some() {
            return Err(Error::new(ErrorKind::BadArgument, "not wanted"));
        }
        self.moves.event(at, name, Event::Go(table))
    }

    fn round(&self) -> Option<usize> {
        self.moves.round()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tenhou::select::TableFilter;

    const EMPTY: &[u8] = br#"<mjloggm ver="2.3"></mjloggm>"#;
    const HOUOU: &[u8] = br#"<mjloggm ver="2.3"><GO type="169" lobby="0"/></mjloggm>"#;
    const NAMED: &str = concat!(
        r#"<mjloggm ver="2.3"><GO type="9"/><UN n0="%22%5C%0A" n1="%01" n2="%E9%BA%BB" n3="" "#,
        r#"dan="16,10,0,20" rate="2000.00,1500.50,999.99,2345.67"/><TAIKYOKU oya="0"/></mjloggm>"#
    );

    fn form() -> Form {
        Form { end: "\n".to_owned(), limit: 1 << 20, ..Form::default() }
    }

    fn take(worker: &mut Worker, data: &[u8], form: &Form) -> Result<Option<Reason>> {
        worker.take("an \"id\"", Stored::Bytes(data), form)
    }

    #[test]
    fn records_stand_behind_each_other() {
        let (mut worker, form) = (Worker::default(), form());
        worker.start(&form);
        assert_eq!(take(&mut worker, HOUOU, &form), Ok(None));
        assert_eq!(take(&mut worker, b"nothing", &form).unwrap_err().kind(), ErrorKind::NotXml);
        assert_eq!(take(&mut worker, EMPTY, &form), Ok(None));
        assert_eq!(worker.records.data, "{\"title\":\"四鳳南喰赤\"}\n{}\n".as_bytes());
        assert_eq!(&worker.records.data[worker.place(1, &form)], b"{}");
        worker.start(&form);
        assert!(worker.records.data.is_empty() && worker.records.ends.is_empty());
    }

    #[test]
    fn the_id_first_and_in_the_title() {
        let form = Form { id_first: true, id_in_title: true, ..form() };
        let mut worker = Worker::default();
        worker.start(&form);
        take(&mut worker, HOUOU, &form).unwrap();
        let line = r#"{"id":"an \"id\"","title":"四鳳南喰赤\nan \"id\""}"#;
        assert_eq!(worker.records.data, format!("{line}\n").as_bytes());
        let form = Form { id_in_title: false, ..form };
        worker.start(&form);
        take(&mut worker, EMPTY, &form).unwrap();
        assert_eq!(worker.records.data, b"{\"id\":\"an \\\"id\\\"\"}\n");
    }

    #[test]
    fn titles_and_players_as_columns() {
        let form = Form { columns: true, ..form() };
        let mut worker = Worker::default();
        worker.start(&form);
        take(&mut worker, NAMED.as_bytes(), &form).unwrap();
        take(&mut worker, EMPTY, &form).unwrap();
        let texts = worker.columns.each_ref().map(|c| String::from_utf8(c.data.clone()).unwrap());
        let players = ["\"\\\n\n(七段 R2000)", "\u{1}\n(初段 R1500)", "麻\n(新人 R999)", "\n(天鳳位 R2345)"];
        assert_eq!(texts[0], "四般南喰赤");
        assert_eq!(texts[1..], players);
        assert!(worker.columns.iter().all(|c| c.ends.len() == 2 && c.ends[0] == c.ends[1]));
    }

    #[test]
    fn what_is_not_wanted_is_told_apart_from_errors() {
        let tables = vec![TableFilter::parse("特").unwrap()];
        let form = Form { selection: Selection { tables, ..Selection::default() }, ..form() };
        let mut worker = Worker::default();
        worker.start(&form);
        assert_eq!(take(&mut worker, HOUOU, &form), Ok(Some(Reason::Table)));
        assert_eq!(take(&mut worker, EMPTY, &form), Ok(Some(Reason::Table)));
        let form = Form { selection: Selection { finished: true, ..Selection::default() }, ..form };
        assert_eq!(take(&mut worker, HOUOU, &form), Ok(Some(Reason::Unfinished)));
        assert!(worker.records.data.is_empty());
    }

    #[test]
    fn what_is_odd_about_a_log_is_told_of_that_log() {
        let (mut worker, form) = (Worker::default(), form());
        worker.start(&form);
        assert_eq!(take(&mut worker, br#"<mjloggm ver="2.3"><ODD/></mjloggm>"#, &form), Ok(None));
        assert_eq!(worker.odd.len(), 1);
        assert!(worker.odd[0].message.contains("ODD"));
        take(&mut worker, EMPTY, &form).unwrap();
        assert!(worker.odd.is_empty());
    }

    #[test]
    fn no_log_may_be_too_long() {
        let form = Form { limit: 20, ..form() };
        let mut worker = Worker::default();
        worker.start(&form);
        assert_eq!(take(&mut worker, HOUOU, &form).unwrap_err().kind(), ErrorKind::TooLarge);
    }
}
