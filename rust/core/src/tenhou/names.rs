//! What Tenhou's numbers are called, and how it writes players' names.

use std::borrow::Cow;

/// Ranks (段位) by number; 0 is 新人, 20 天鳳位.
pub const DAN: [&str; 21] = [
    "新人",
    "9級",
    "8級",
    "7級",
    "6級",
    "5級",
    "4級",
    "3級",
    "2級",
    "1級",
    "初段",
    "二段",
    "三段",
    "四段",
    "五段",
    "六段",
    "七段",
    "八段",
    "九段",
    "十段",
    "天鳳位",
];

/// Yaku by Tenhou's id, in Tenhou's spelling. Id 36 (人和) is not in use.
pub const YAKU: [&str; 55] = [
    "門前清自摸和",
    "立直",
    "一発",
    "槍槓",
    "嶺上開花",
    "海底摸月",
    "河底撈魚",
    "平和",
    "断幺九",
    "一盃口",
    "自風 東",
    "自風 南",
    "自風 西",
    "自風 北",
    "場風 東",
    "場風 南",
    "場風 西",
    "場風 北",
    "役牌 白",
    "役牌 發",
    "役牌 中",
    "両立直",
    "七対子",
    "混全帯幺九",
    "一気通貫",
    "三色同順",
    "三色同刻",
    "三槓子",
    "対々和",
    "三暗刻",
    "小三元",
    "混老頭",
    "二盃口",
    "純全帯幺九",
    "混一色",
    "清一色",
    "",
    "天和",
    "地和",
    "大三元",
    "四暗刻",
    "四暗刻単騎",
    "字一色",
    "緑一色",
    "清老頭",
    "九蓮宝燈",
    "純正九蓮宝燈",
    "国士無双",
    "国士無双１３面",
    "大四喜",
    "小四喜",
    "四槓子",
    "ドラ",
    "裏ドラ",
    "赤ドラ",
];

/// Decodes a name's `%` sequences. What is no UTF-8 becomes U+FFFD, one for each
/// maximal bad part; a `%` that begins no sequence stays.
#[must_use]
pub fn percent_decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::new();
    decode_percent(text, &mut out);
    Cow::Owned(String::from_utf8(out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}

/// A name's bytes with its `%` sequences decoded, in place of what is there.
pub(crate) fn decode_percent(text: &str, out: &mut Vec<u8>) {
    out.clear();
    out.resize(text.len(), 0);
    let (mut rest, mut len) = (text.as_bytes(), 0);
    for place in &mut *out {
        let Some((&byte, tail)) = rest.split_first() else { break };
        (*place, rest) = match tail {
            [high, low, tail @ ..] if byte == b'%' && hex(*high) | hex(*low) < 16 => {
                (hex(*high) << 4 | hex(*low), tail)
            }
            _ => (byte, tail),
        };
        len += 1;
    }
    out.truncate(len);
}

/// A name as the server writes it: every byte of its UTF-8 as a `%` sequence.
#[must_use]
pub fn percent_encode(name: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |value: u8| char::from(DIGITS[usize::from(value & 15)]);
    name.bytes().flat_map(|byte| ['%', digit(byte >> 4), digit(byte)]).collect()
}

/// The value of a hexadecimal digit, `NO_HEX` of anything else.
fn hex(digit: u8) -> u8 {
    HEX[usize::from(digit)]
}

const NO_HEX: u8 = 0xff;

static HEX: [u8; 256] = {
    let mut table = [NO_HEX; 256];
    let mut value = 0_u8;
    while value < 16 {
        table[b"0123456789abcdef"[value as usize] as usize] = value;
        table[b"0123456789ABCDEF"[value as usize] as usize] = value;
        value += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_sequences() {
        assert_eq!(percent_decode("%3C%26%22%E9%BA%BB"), "<&\"麻");
        assert_eq!(percent_decode("NoName"), "NoName");
        assert_eq!(percent_decode("100%"), "100%");
        assert_eq!(percent_decode("%zz%4"), "%zz%4");
        assert_eq!(percent_decode("%E3%81x"), "\u{fffd}x");
        assert_eq!(percent_decode("%FF%FE麻"), "\u{fffd}\u{fffd}麻");
    }

    #[test]
    fn every_byte_of_a_name_is_written_as_a_sequence() {
        assert_eq!(percent_encode("C:麻"), "%43%3A%E9%BA%BB");
        assert_eq!(percent_encode(""), "");
    }
}
