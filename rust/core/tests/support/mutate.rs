//! Made-up logs, and what may happen to them: the input of the property tests.

use core::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The made-up log that comes with the package: every kind of element, a whole game.
pub(crate) const SAMPLE: &str = include_str!("../../../../python/mjlog/sample.mjlog");

/// Small logs, each with something that XML allows and Tenhou does not write, or may not.
pub(crate) const SMALL: &[&str] = &[
    "",
    "<mjloggm/>",
    "<mjloggm ver=\"2.3\"></mjloggm>",
    "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<mjloggm ver='2.3' >\r\n<GO type='169'/></mjloggm >\n",
    "<?xml version='1.0'?><!-- a > b <c d=\"e\"> --><mjloggm><T0/><D0/><!----></mjloggm><!-- after -->",
    "<mjloggm>stray & text > here<T12/>\n<D12/>]]><U135/><![CDATA[<T1/> ]] > ]]><E1/></mjloggm>",
    "<mjloggm><UN n0='&lt;&amp;&quot;&apos;&gt;&#9;&#x41;&#x1F004;' n1=\"'\" n2='\"' n3='a>b/>c'/></mjloggm>",
    "<mjloggm><UN\n\tn0 = \"a\tb\r\nc\rd\ne\"\r\n\tn1='' dan\n=\n\"1,2,3,4\"\n/><BYE who=\"3\" ></BYE></mjloggm>",
    "<mjloggm><T007/><T07/><T7/><T7 /><T7></T7><T1000/><T/><Tx/><T7x/><X7/><T7 a=''/></mjloggm>",
    "<mjloggm><INIT seed=\"0,0,0,5,3,63\" ten=\"250,250,250,250\"><T1/></INIT><REACH/></mjloggm>",
    "<mjloggm><AGARI owari='1,2.0' who=\"0\" owari='1,2.0'/><麻 雀='中'/><_a.b-c:d :e=''/></mjloggm>",
    "<T79/><D79/><N who=\"0\" m=\"42059\" /><DORA hai=\"3\"/>",
    "<SHUFFLE seed=\"mt19937ar-sha512-n288,1,2,3,4,5,6,7,8,9,A,B,C,D,E,F,0,1,2,3,4,5,6,7,8,9,A,B,C,D,E,F,FFFFFFFF\" ref=\"\"/>\
     <GO type=\"185\"/><INIT seed=\"0,0,0,5,3,63\" ten=\"350,350,350,0\" oya=\"1\" hai0=\"1\" hai1=\"2\" hai2=\"3\" hai3=\"\"/>\
     <T1/><N who=\"0\" m=\"30752\"/><T2/><D2/><DORA hai=\"1\"/>\
     <INIT seed=\"0,1,0,5,3,63\" ten=\"350,350,350,0\" oya=\"1\" hai0=\"1\" hai1=\"2\" hai2=\"3\" hai3=\"\"\
     shuffle=\"mt19937ar,1,2,3,4,5,6,7,8\"/><U7/>",
    "<mjloggm><GO type=\"169\" lobby=\"0\"/><TAIKYOKU oya=\"0\"/><T1",
];

/// Pieces that mean something to an XML parser, or look as if they did.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "<", ">", "/", "\"", "'", "&", ";", "=", " ", "\t", "\n", "\r", "\r\n", "/>", "</", "?", "!", "-", "]", "#", "x",
    "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#10;", "&#x9;", "&#0;", "&#x1;", "&#xD800;", "&#xFFFE;", "&#xFFFD;", "&#+65;",
    "&#;", "&#x;", "&#99999999999;", "&#x00041;", "&nbsp;", "&AMP;", "& ", "&&amp;", "&#6 5;",
    "<!--", "-->", "--", "<!-- c -->", "<!-->", "<!--->", "<![CDATA[", "]]>", "<![CDATA[<T1/>]]>", "<![cdata[",
    "<?", "?>", "<?>", "<??>", "<?xml version=\"1.0\"?>", "<!DOCTYPE a>", "<!doctype a>", "<!", "<!>", "<!ELEMENT a>",
    "<mjloggm>", "</mjloggm>", "<mjloggm/>", "</>", "<>", "< a>", "<a", "<1/>", "</a\n>", "</ a>", "</a b=\"1\">",
    "<T79/>", "<D135/>", "<T079/>", "<T1 />", "<T1234/>", "<T79/ >", "<T79>", "<T7x/>", "<t79/>", "<E9/>", "<W0/>",
    " a=\"1\"", " a='<'", "a=\"1\"", " a=1", " a", " a=\"", " who=\"0\"", " =\"1\"", " 1=\"1\"", " a\"b\"=\"c\"",
    "\u{feff}", "\u{85}", "\u{2028}", "\0", "\u{1}", "\u{b}", "\u{c}", "麻", "🀄", "\u{fffe}", "\u{a0}", "%3C", "%",
];

/// Numbers at the borders of what a log may hold, and what only looks like one.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "", "0", "1", "2", "3", "4", "9", "10", "27", "37", "54", "55", "99", "100", "119", "120", "135", "136", "255", "256",
    "999", "1000", "00", "05", "007", "0135", "-1", "-0", "+1", "1.5", "1e3", ".", "0x1", "1,2", ",", ",,", "1 ", " 1",
    "1\0", "４", "32767", "65535", "65536", "42059", "31008", "46367", "99999999", "100000000", "2147483648",
    "9223372036854775808", "99999999999999999999", "-99999999",
];

/// One thing that happens to a log.
#[derive(Clone, Debug)]
enum Mutation {
    /// Bits of one byte turn over.
    Flip(Index, u8),
    /// Some bytes go.
    Delete(Index, usize),
    /// A piece comes in.
    Insert(Index, &'static str),
    /// A run of one letter comes in: names and values grow past what is read at a time.
    Pad(Index, char, usize),
    /// Everything from there on goes.
    Truncate(Index),
    /// Some bytes are repeated somewhere else.
    Copy(Index, usize, Index),
    /// An attribute is written twice.
    Double(Index),
    /// The number that follows becomes another.
    Number(Index, &'static str),
}

impl Mutation {
    fn apply(&self, log: &mut Vec<u8>) {
        let place = |index: &Index, log: &[u8]| index.index(log.len() + 1);
        match self {
            Self::Flip(index, bits) => {
                let at = place(index, log);
                if let Some(byte) = log.get_mut(at) {
                    *byte ^= bits;
                }
            }
            Self::Delete(index, len) => {
                let at = place(index, log);
                log.drain(at..(at + len).min(log.len()));
            }
            Self::Insert(index, piece) => {
                let at = place(index, log);
                log.splice(at..at, piece.bytes());
            }
            Self::Pad(index, letter, len) => {
                let at = place(index, log);
                log.splice(at..at, letter.to_string().repeat(*len).into_bytes());
            }
            Self::Truncate(index) => log.truncate(place(index, log)),
            Self::Copy(from, len, to) => {
                let (from, to) = (place(from, log), place(to, log));
                let bytes = log[from..(from + len).min(log.len())].to_vec();
                log.splice(to..to, bytes);
            }
            Self::Double(index) => {
                let at = place(index, log);
                let attribute = attribute_from(log, at).to_vec();
                let end = at + log[at..].iter().position(|&b| b == b' ').unwrap_or(0);
                log.splice(end..end, attribute);
            }
            Self::Number(index, number) => {
                let at = place(index, log);
                let start = at + log[at..].iter().take_while(|b| !b.is_ascii_digit()).count();
                let len = log[start..].iter().take_while(|b| b.is_ascii_digit()).count();
                log.splice(start..start + len, number.bytes());
            }
        }
    }
}

/// The first ` name="value"` from that byte on.
fn attribute_from(log: &[u8], at: usize) -> &[u8] {
    let Some(start) = log[at..].iter().position(|&b| b == b' ').map(|i| at + i) else { return &[] };
    let mut quotes = (start..log.len()).filter(|&i| log[i] == b'"').skip(1);
    quotes.next().map_or(&[], |end| &log[start..=end])
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), 1..=255_u8).prop_map(|(i, bits)| Mutation::Flip(i, bits)),
        4 => (at(), 0..8_u32).prop_map(|(i, bit)| Mutation::Flip(i, 1 << bit)),
        4 => (at(), 1..12_usize).prop_map(|(i, len)| Mutation::Delete(i, len)),
        12 => (at(), select(PIECES)).prop_map(|(i, piece)| Mutation::Insert(i, piece)),
        4 => (at(), select(&['a', '1', ' ', '麻'][..]), 1..70_usize).prop_map(|(i, c, len)| Mutation::Pad(i, c, len)),
        1 => at().prop_map(Mutation::Truncate),
        2 => (at(), 1..40_usize, at()).prop_map(|(from, len, to)| Mutation::Copy(from, len, to)),
        2 => at().prop_map(Mutation::Double),
        8 => (at(), select(NUMBERS)).prop_map(|(i, number)| Mutation::Number(i, number)),
    ]
}

/// A run of elements of the bundled log: bare, in a root, or in a round that has begun.
fn stretch() -> impl Strategy<Value = String> {
    (any::<Index>(), 1..12_usize, 0..3).prop_map(|(from, len, around)| {
        let starts: Vec<usize> = SAMPLE.match_indices('<').map(|(at, _)| at).skip(1).collect();
        let from = from.index(starts.len() - 1);
        let to = (from + len).min(starts.len() - 1);
        let elements = &SAMPLE[starts[from]..starts[to]];
        let dealt = SAMPLE.split_inclusive("/>").position(|element| element.starts_with("<INIT"));
        match around {
            0 => elements.to_owned(),
            1 => format!("<mjloggm ver=\"2.3\">{elements}</mjloggm>"),
            _ => {
                let opening: String = SAMPLE.split_inclusive("/>").take(dealt.map_or(0, |at| at + 1)).collect();
                format!("{opening}{elements}</mjloggm>")
            }
        }
    })
}

/// A log put together from pieces, most of them where they may stand.
fn composed() -> impl Strategy<Value = String> {
    let space = || select(&["", "", "", " ", "\n", "\r\n\t"][..]);
    let gap = || select(&[" ", " ", " ", "\n", "\r\n", "\t  ", ""][..]);
    let name = || select(&["T79", "G5", "N", "UN", "GO", "INIT", "AGARI", "a", "T", "麻", "T135", "V07"][..]);
    let text = || vec(prop_oneof![select(PIECES).boxed(), "[a-z0-9,.%]{0,6}".prop_map(|s| &*s.leak()).boxed()], 0..3);
    let value = (text(), any::<bool>()).prop_map(|(pieces, single)| {
        let (quote, other) = if single { ('\'', "\"") } else { ('"', "'") };
        format!("{quote}{}{quote}", pieces.concat().replace(['<', quote], other))
    });
    let attribute = (gap(), select(&["who", "n0", "ten", "seed", "a", "雀"][..]), space(), space(), value)
        .prop_map(|(gap, name, before, after, value)| format!("{gap}{name}{before}={after}{value}"));
    let element = (name(), vec(attribute, 0..3), space(), any::<bool>()).prop_map(|(name, attributes, space, long)| {
        let attributes = attributes.concat();
        if long {
            format!("<{name}{attributes}{space}></{name}{space}>")
        } else {
            format!("<{name}{attributes}{space}/>")
        }
    });
    let between = select(&["", "", "", "", "\n", "text", "<!-- > -->", "<?pi > ?>", "<![CDATA[<a>]]>", "\u{a0}"][..]);
    vec((between, element), 0..5).prop_map(|parts| {
        let parts: String = parts.into_iter().map(|(between, element)| between.to_owned() + &element).collect();
        format!("<mjloggm>{parts}</mjloggm>")
    })
}

/// Bytes that print as text where they are text.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Log(pub(crate) Vec<u8>);

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match str::from_utf8(&self.0) {
            Ok(text) => write!(f, "{text:?}"),
            Err(_) => write!(f, "b\"{}\"", self.0.escape_ascii()),
        }
    }
}

/// A made-up log to which nothing has happened yet.
fn log() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => Just(SAMPLE.to_owned()),
        6 => select(SMALL).prop_map(str::to_owned),
        6 => stretch(),
        6 => composed(),
    ]
}

/// A made-up log to which up to six things have happened.
pub(crate) fn mutated_log() -> impl Strategy<Value = Log> {
    mutated(log().prop_map(|log| Log(log.into_bytes())))
}

/// Bytes to which up to six things have happened.
pub(crate) fn mutated(base: impl Strategy<Value = Log>) -> impl Strategy<Value = Log> {
    (base, vec(mutation(), 0..6)).prop_map(|(Log(mut log), mutations)| {
        for mutation in &mutations {
            mutation.apply(&mut log);
        }
        Log(log)
    })
}
