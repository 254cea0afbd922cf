//! quick-xml, written by others, sees the elements and attributes that the scanner sees.
//!
//! `PROPTEST_CASES=100000 cargo test --release --test referee_quick_xml` looks longer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failed test panics

#[path = "support/mutate.rs"]
mod mutate;
#[path = "support/referee.rs"]
mod referee;
#[path = "support/scan.rs"]
mod scan;

use mjlog_core::ErrorKind;
use mutate::{SAMPLE, SMALL, mutated_log};
use proptest::prelude::*;
use referee::compare;
use scan::scan;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_see_the_same(log in mutated_log()) {
        let text = String::from_utf8_lossy(&log.0);
        let text = text.trim_start_matches('\u{feff}');
        for fragment in [false, true] {
            if let Err(difference) = compare(text, fragment) {
                prop_assert!(false, "fragment {fragment}: {difference}");
            }
        }
    }
}

#[test]
fn the_bundled_log() {
    let elements = SAMPLE.matches('<').count() - 1;
    assert_eq!(compare(SAMPLE, false), Ok(elements));
    assert_eq!(compare(SAMPLE, true), Ok(elements));
    assert!(elements > 300);
}

#[test]
fn small_logs() {
    for text in SMALL {
        let text = text.trim_start_matches('\u{feff}');
        for fragment in [false, true] {
            compare(text, fragment).unwrap_or_else(|difference| panic!("{text:?}: {difference}"));
        }
    }
}

/// The text is a log to the scanner, or no log for that reason; quick-xml has nothing against it.
#[track_caller]
fn verdict(text: &str, expected: Option<ErrorKind>) {
    if let Err(difference) = compare(text, false) {
        panic!("{text:?}: {difference}");
    }
    assert_eq!(scan(text, false, true).error.map(|e| e.kind()), expected, "{text:?}");
}

/// Inside the root.
fn inside(text: &str) -> String {
    format!("<mjloggm>{text}<T1/></mjloggm>")
}

#[test]
fn xml_that_tenhou_does_not_write() {
    for text in [
        "<麻 雀='中'/>",
        "<a:b _c.d-e=\"\"/>",
        "<UN n0\n=\r\n\t'a' n1 = \"b\"\r/>",
        "<UN n0='>' n1='/>' n2='\"' n3=\"'\"/>",
        "<UN n0='a' n0='b'/>",
        "<UN n0='&lt;&gt;&amp;&apos;&quot;' n1='&#65;&#x41;&#x00041;&#0065;&#x1F004;&#xFFFD;&#x10FFFF;&#9;&#xd;&#10;'/>",
        "<UN n0='a\tb\nc\r\nd\re\r\r\n' n1='\r\n'/>",
        "<BYE who='1'></BYE\n>",
        "<BYE><BYE><BYE/></BYE></BYE>",
        "<T079/><T79 /><T79></T79><T79 a='1'/><T1000/>",
        "<!----><!-- <T1/> > - --><!-- ' -->",
        "<![CDATA[]]><![CDATA[<T1/>]]]]><![CDATA[>]]>",
        "<?pi?><?pi <T1/> > ??>",
        "text & more > of ]]> it",
    ] {
        verdict(&inside(text), None);
    }
    verdict("<?xml version='1.0' encoding=\"UTF-8\"?>\r\n<!-- --><mjloggm/><?pi?>\n<!-- -->\n", None);
}

#[test]
fn what_is_no_xml() {
    for text in [
        "<",
        "<>",
        "< a/>",
        "<1/>",
        "<-/>",
        "<a",
        "<a/b>",
        "<a / >",
        "<a//>",
        "<a<b/>",
        "</>",
        "</ a>",
        "</a>",
        "<a></b>",
        "<a></a b='1'>",
        "<a></a/>",
        "<!a>",
        "<!>",
        "<!doctype a>",
        "<![cdata[]]>",
        "<![CDATA []]>",
        "<!ELEMENT a ANY>",
        "<a b/>",
        "<a b c='1'/>",
        "<a b=1/>",
        "<a =''/>",
        "<a 1=''/>",
        "<a b=''c=''/>",
        "<a b='<'/>",
        "<a\"b\"/>",
        "<a b\"c\"='1'/>",
        "<a b='1''/>",
        "<a\u{b}b='1'/>",
        "<a \u{b}b='1'/>",
        "<a b=\u{b}'1'/>",
        "<a></a\u{b}>",
        "<a b='&'/>",
        "<a b='&amp'/>",
        "<a b='&nbsp;'/>",
        "<a b='&AMP;'/>",
        "<a b='& amp;'/>",
        "<a b='&#;'/>",
        "<a b='&#x;'/>",
        "<a b='&#X41;'/>",
        "<a b='&#4A;'/>",
        "<a b='&#+65;'/>",
        "<a b='&#-65;'/>",
        "<a b='&# 65;'/>",
        "<a b='&#0;'/>",
        "<a b='&#1;'/>",
        "<a b='&#xb;'/>",
        "<a b='&#xD800;'/>",
        "<a b='&#xFFFE;'/>",
        "<a b='&#xFFFF;'/>",
        "<a b='&#x110000;'/>",
        "<a b='&#99999999999;'/>",
    ] {
        verdict(&inside(text), Some(ErrorKind::NotXml));
    }
    verdict("<mjloggm/><mjloggm/>", Some(ErrorKind::NotXml));
    verdict("<mjloggm></mjloggm><T1/>", Some(ErrorKind::NotXml));
    verdict("</mjloggm>", Some(ErrorKind::NotXml));
    verdict("<!DOCTYPE mjloggm><mjloggm/>", Some(ErrorKind::Dtd));
    verdict("<!DOCTYPE mjloggm [<!ENTITY a 'b'>]><mjloggm/>", Some(ErrorKind::Dtd));
}

#[test]
fn what_is_cut_short() {
    for text in [
        "<mjloggm>",
        "<mjloggm><T1/>",
        "<mjloggm><a></a>",
        "<mjloggm><",
        "<mjloggm><a",
        "<mjloggm><a ",
        "<mjloggm><a/",
        "<mjloggm><a b",
        "<mjloggm><a b=",
        "<mjloggm><a b='",
        "<mjloggm><a b=\"'>",
        "<mjloggm><a b=''",
        "<mjloggm></",
        "<mjloggm></mjloggm",
        "<mjloggm></mjloggm ",
        "<mjloggm><!",
        "<mjloggm><!-",
        "<mjloggm><!--",
        "<mjloggm><!-->",
        "<mjloggm><!--->",
        "<mjloggm><!-- --",
        "<mjloggm><![",
        "<mjloggm><![CDATA[",
        "<mjloggm><![CDATA[]]",
        "<mjloggm><?",
        "<mjloggm><?a",
        "<mjloggm><?a?",
    ] {
        verdict(text, Some(ErrorKind::Truncated));
    }
}

#[test]
fn a_processing_instruction_has_a_target() {
    verdict(&inside("<?>?>"), Some(ErrorKind::NotXml));
}

/// Two names that together are as long as what "no end seen" was once taken for.
#[test]
fn two_names_are_not_one() {
    for len in 1..64 {
        let text = inside(&format!("<GO t{} lobby=\"0\" type=\"169\"/>{}", "x".repeat(len), "<b/>".repeat(20)));
        verdict(&text, Some(ErrorKind::NotXml));
    }
}

#[test]
fn a_nul_is_no_digit() {
    for text in ["<T79\0/>", "<T7\0/>", "<T7\0\0/>", "<T\0/>", "<T\x007/>", "<T7\x007/>"] {
        verdict(&inside(text), None);
    }
}

/// Names and values are read some bytes at a time: every length, and what ends them, at every place.
#[test]
fn names_and_values_of_any_length() {
    let attributes = " c=\"\"".repeat(20);
    let elements = "<b/>".repeat(20);
    for len in 0..80 {
        let a = "a".repeat(len);
        let well = |text: &str| verdict(&inside(&format!("{text}{elements}")), None);
        let ill = |text: &str| verdict(&inside(&format!("{text}{elements}")), Some(ErrorKind::NotXml));
        for end in ["/>", " />", "></b{a}>", "\n/>"] {
            well(&format!("<b{a}{}", end.replace("{a}", &a)));
            well(&format!("<b{a}{attributes}{}", end.replace("{a}", &a)));
        }
        for value in ["", "'", ">", "&gt;", "\t", "\u{1}", "麻"] {
            well(&format!("<b {a}b=\"{a}{value}{a}\"{attributes}/>"));
        }
        for odd in ["\"", "'", "<", "=", "/"] {
            ill(&format!("<b{a}{odd}b{a}=\"\"{attributes}/>"));
            ill(&format!("<b b{a}{odd}b{a}=\"\"{attributes}/>"));
        }
        ill(&format!("<b b{a} b{a}=\"\"{attributes}/>"));
        for odd in ["<", "&", "\"\"", "\"'", "\"/"] {
            ill(&format!("<b b=\"{a}{odd}{a}\"{attributes}/>"));
        }
    }
}
