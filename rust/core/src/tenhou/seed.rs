//! Wall seeds: a text in one of three forms, and the walls that come out of it.

use arrayvec::ArrayVec;
use sha2::{Digest, Sha512};

use super::mt19937::Mt19937;
use super::wall::Wall;
use crate::error::{Error, ErrorKind, Result, shortened};
use crate::pai::Pai;

/// How a seed is written, and so how walls come from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `mt19937ar-sha512-n288-base64,` in SHUFFLE: 624 words, one seed a game.
    Base64,
    /// `mt19937ar-sha512-n288,` in SHUFFLE: 32 hexadecimal words, one seed a game.
    Words,
    /// `mt19937ar,` in INIT: eight hexadecimal words, a seed for each round.
    Init,
}

impl Form {
    /// Every form, the newest first.
    pub const ALL: [Form; 3] = [Form::Base64, Form::Words, Form::Init];

    /// What stands before the comma.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Base64 => "mt19937ar-sha512-n288-base64",
            Form::Words => "mt19937ar-sha512-n288",
            Form::Init => "mt19937ar",
        }
    }

    /// How many words follow it.
    const fn words(self) -> usize {
        match self {
            Form::Base64 => BASE64_WORDS,
            Form::Words => 32,
            Form::Init => 8,
        }
    }
}

const BASE64_WORDS: usize = 624;

/// A seed, and how many of its outputs are used up.
#[derive(Clone, Debug)]
pub struct Seed {
    form: Form,
    mt: Mt19937,
}

impl Seed {
    /// Reads a seed in any form.
    ///
    /// # Errors
    /// [`ErrorKind::BadSeed`]; the message says what is wrong.
    pub fn parse(text: &str) -> Result<Self> {
        let (form, key) = read(text)?;
        Ok(Self { form, mt: Mt19937::new(&key) })
    }

    /// The words of a seed in any form.
    ///
    /// # Errors
    /// As [`Seed::parse`].
    pub fn words(text: &str) -> Result<Vec<u32>> {
        Ok(read(text)?.1.to_vec())
    }

    /// The form it was written in.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The next round's wall. A seed of INIT's form is good for one.
    #[must_use]
    pub fn wall(&mut self, sanma: bool) -> Wall {
        let mut tiles: ArrayVec<Pai, 136> =
            (0..u16::from(Pai::COUNT)).filter(|n| !sanma || !(4..32).contains(n)).filter_map(Pai::get).collect();
        let mut words = [0_u32; 144];
        match self.form {
            Form::Base64 | Form::Words => self.hashed(&mut words),
            // One swap fewer than there are tiles, and the dice right behind.
            Form::Init => self.mt.fill(words.get_mut(..tiles.len() + 1).unwrap_or_default()),
        }
        // Of the hashed words the dice's are the same for three players.
        let dice_at = if self.form == Form::Init { tiles.len() - 1 } else { 135 };
        let mut left = (1..=tiles.len()).rev();
        for (i, word) in words.into_iter().enumerate().take(tiles.len() - 1) {
            let Some(left) = left.next() else { break };
            tiles.swap(i, i + word as usize % left);
        }
        #[allow(clippy::cast_possible_truncation)] // below 6
        let die = |at: usize| words.get(at).map_or(0, |word| (word % 6) as u8);
        Wall::new(self.form, tiles, [die(dice_at), die(dice_at + 1)])
    }

    /// 288 outputs as bytes, in nine pieces of 128, each hashed to 16 words.
    fn hashed(&mut self, words: &mut [u32; 144]) {
        let mut outputs = [0; 32];
        let (hashes, _) = words.as_chunks_mut::<16>();
        for hash in hashes {
            self.mt.fill(&mut outputs);
            let mut bytes = [0; 128];
            for (place, output) in bytes.as_chunks_mut().0.iter_mut().zip(outputs) {
                *place = output.to_le_bytes();
            }
            let digest: [u8; 64] = Sha512::digest(bytes).into();
            for (word, bytes) in hash.iter_mut().zip(digest.as_chunks().0) {
                *word = u32::from_le_bytes(*bytes);
            }
        }
    }
}

fn read(text: &str) -> Result<(Form, ArrayVec<u32, BASE64_WORDS>)> {
    let (name, words) = text.split_once(',').unwrap_or((text, ""));
    let Some(form) = Form::ALL.into_iter().find(|form| form.name() == name) else {
        return Err(bad(format!("the seed begins with {:?}, which is no form of Tenhou's", shortened(name))));
    };
    let key = match form {
        Form::Base64 => base64_words(words)?,
        Form::Words | Form::Init => hexadecimal_words(form, words)?,
    };
    Ok((form, key))
}

#[cold]
fn bad(message: String) -> Error {
    Error::new(ErrorKind::BadSeed, message)
}

fn hexadecimal_words(form: Form, text: &str) -> Result<ArrayVec<u32, BASE64_WORDS>> {
    let mut words = ArrayVec::new();
    let count = text.split(',').count();
    if count != form.words() {
        return Err(bad(format!("the seed has {count} words, not {}", form.words())));
    }
    for word in text.split(',') {
        let plain = (1..=8).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_hexdigit());
        match u32::from_str_radix(word, 16) {
            Ok(number) if plain => words.push(number),
            _ => return Err(bad(format!("the seed has a word that is no 32-bit number: {:?}", shortened(word)))),
        }
    }
    Ok(words)
}

/// What each byte of base64 stands for; 64 for those that it does not have.
static SIX_BITS: [u8; 256] = {
    let mut table = [64; 256];
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut value = 0;
    while value < 64 {
        #[allow(clippy::cast_possible_truncation)] // below 64
        let bits = value as u8;
        table[letters[value] as usize] = bits;
        value += 1;
    }
    table
};

/// 624 words are 3,328 letters of base64, with none left over.
fn base64_words(text: &str) -> Result<ArrayVec<u32, BASE64_WORDS>> {
    const LETTERS: usize = BASE64_WORDS * 4 / 3 * 4;
    if text.len() != LETTERS {
        return Err(bad(format!("the seed has {} letters of base64, not {LETTERS}", text.len())));
    }
    let (mut words, mut all) = (ArrayVec::new(), 0);
    // Sixteen letters are three words.
    for letters in text.as_bytes().as_chunks::<16>().0 {
        let mut bytes = [0; 12];
        for (three, four) in bytes.as_chunks_mut::<3>().0.iter_mut().zip(letters.as_chunks().0) {
            let [a, b, c, d] = four.map(|letter| SIX_BITS[usize::from(letter)]);
            all |= a | b | c | d;
            *three = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
        }
        words.extend(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)));
    }
    // What is no letter has a seventh bit.
    if all < 64 { Ok(words) } else { Err(stray(text)) }
}

#[cold]
fn stray(text: &str) -> Error {
    let is_letter = |c: char| c.is_ascii() && SIX_BITS[c as usize % 256] < 64;
    let stray = text.chars().find(|c| !is_letter(*c)).unwrap_or_default();
    bad(format!("the seed has {stray:?}, which is no letter of base64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(count: usize) -> String {
        format!("{},{}", Form::Base64.name(), "A".repeat(count))
    }

    fn numbers(form: Form, words: &[&str]) -> String {
        format!("{},{}", form.name(), words.join(","))
    }

    fn message(text: &str) -> String {
        let error = Seed::parse(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadSeed);
        error.message().to_owned()
    }

    #[test]
    fn base64_is_little_endian_words() {
        let words = base64_words(&"AQAAAP////8AAACA".repeat(208)).unwrap();
        assert_eq!(words.len(), 624);
        assert_eq!(words[..4], [1, u32::MAX, 0x8000_0000, 1]);
    }

    #[test]
    fn every_form_is_read() {
        for (text, form) in [
            (letters(3328), Form::Base64),
            (numbers(Form::Words, &["DEADBEEF"; 32]), Form::Words),
            (numbers(Form::Init, &["0", "1", "a", "A", "12345678", "ffffffff", "0", "0"]), Form::Init),
        ] {
            assert_eq!(Seed::parse(&text).unwrap().form(), form);
        }
    }

    #[test]
    fn what_is_no_seed_is_told() {
        assert_eq!(message(""), "the seed begins with \"\", which is no form of Tenhou's");
        assert_eq!(message("md5,1"), "the seed begins with \"md5\", which is no form of Tenhou's");
        assert_eq!(message(&letters(3327)), "the seed has 3327 letters of base64, not 3328");
        assert_eq!(message(&(letters(3327) + "=")), "the seed has '=', which is no letter of base64");
        assert_eq!(message(&(letters(3326) + "é")), "the seed has 'é', which is no letter of base64");
        assert_eq!(message(&(letters(3325) + "牌")), "the seed has '牌', which is no letter of base64");
        assert_eq!(message(&numbers(Form::Init, &["1"; 7])), "the seed has 7 words, not 8");
        assert_eq!(message(&numbers(Form::Words, &["1"; 33])), "the seed has 33 words, not 32");
        for word in ["", "+1", "-1", "x", "123456789", "1.0", "１"] {
            let text = numbers(Form::Init, &["1", "1", "1", word, "1", "1", "1", "1"]);
            assert_eq!(message(&text), format!("the seed has a word that is no 32-bit number: {word:?}"));
        }
    }

    #[test]
    fn each_wall_has_each_tile_once() {
        for text in [letters(3328), numbers(Form::Words, &["1"; 32]), numbers(Form::Init, &["1"; 8])] {
            for sanma in [false, true] {
                let mut seed = Seed::parse(&text).unwrap();
                let (first, second) = (seed.wall(sanma), seed.wall(sanma));
                assert_ne!(first.tiles(), second.tiles());
                let mut numbers: Vec<_> = first.tiles().iter().map(|p| p.number()).collect();
                numbers.sort_unstable();
                let expected: Vec<_> = (0..136).filter(|n| !sanma || !(4..32).contains(n)).collect();
                assert_eq!(numbers, expected);
                assert!(first.dice().iter().all(|die| *die < 6));
            }
        }
    }
}
