//! What holds for every hand, however it is written: used by the tests and by fuzzing.

use mjlog_core::hule::{
    Dapai, Direction, Fulou, Indicators, Reading, Rongpai, Rule, Shoupai, Situation, Tile, get_hudi, hule, hule_mianzi,
};

/// Reads a hand, a ron tile and a situation from a text, and tries all there is on them.
///
/// The text is the hand, the ron tile (or nothing), dora indicators and any bytes that
/// make the situation, a space between them.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let mut parts = text.splitn(4, ' ');
    let (hand, ron) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let (dora, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let _ = (Fulou::parse(hand), Fulou::parse_strictly(ron), Tile::parse(ron), Reading::parse(&[hand]));
    let listed: Vec<&str> = hand.split(',').collect();
    let _ = Reading::parse(&listed);
    let Ok(hand) = Shoupai::parse(hand) else { return Ok(()) };
    printed(&hand)?;
    moves(&hand, ron)?;
    let ron = Rongpai::parse(ron).ok();
    let mut flags = rest.bytes().chain(std::iter::repeat(0));
    let mut flag = |most: u8| flags.next().unwrap_or_default() % most;
    let indicators = || dora.split(',').filter_map(|t| Tile::parse(t).ok()).take(5).collect::<Indicators>();
    let situation = Situation {
        zhuangfeng: flag(5),
        menfeng: flag(5),
        lizhi: flag(4),
        yifa: flag(2) == 1,
        qianggang: flag(2) == 1,
        lingshang: flag(2) == 1,
        haidi: flag(4),
        tianhu: flag(4),
        baopai: indicators(),
        fubaopai: (flag(2) == 1).then(indicators),
        changbang: u16::from(flag(255)) * 40,
        lizhibang: u16::from(flag(255)),
        kita: flag(6),
    };
    let rule = if flag(2) == 1 { Rule::majiang() } else { Rule::tenhou(u32::from(flag(255)) * 8) };
    let rule = Rule { players: if flag(9) == 8 { 7 } else { rule.players }, compound: flag(2) == 0, ..rule };
    let _ = situation.check_strictly(&hand, ron, &rule);
    let worth = hule(&hand, ron, &situation, &rule);
    if let Ok(Some(worth)) = &worth {
        let paid: i32 = worth.fenpei.iter().sum();
        let sticks = if worth.hupai.is_empty() { 0 } else { 1000 * i32::from(situation.lizhibang) };
        if paid != sticks {
            return Err(format!("{text}: {paid} points come from nowhere"));
        }
    }
    readings(&hand, ron, &rule)
}

/// A hand is read back as it is printed; a move may leave one that its notation can't tell.
fn printed(hand: &Shoupai) -> Result<(), String> {
    let text = hand.to_string();
    match Shoupai::parse(&text) {
        Ok(again) if again == *hand => Ok(()),
        other => Err(format!("{text} is read back as {other:?}, not {hand:?}")),
    }
}

/// Every move that a hand lists can be made.
fn moves(hand: &Shoupai, text: &str) -> Result<(), String> {
    let fail = |what: &dyn std::fmt::Display| Err(format!("{hand} lists {what} and refuses it"));
    for dapai in hand.get_dapai(true).unwrap_or_default() {
        if hand.discard(dapai.tile, false, true).is_err() {
            return fail(&dapai);
        }
    }
    for meld in hand.get_gang_mianzi().unwrap_or_default() {
        if hand.gang(meld, true).is_err() {
            return fail(&meld);
        }
    }
    let _ = (hand.xiangting(), hand.tingpai());
    let Ok(Dapai { tile, lizhi, .. }) = Dapai::parse(text) else { return Ok(()) };
    let _ = (hand.draw(Some(tile), false), hand.draw(None, true), hand.discard(tile, lizhi, false));
    for from in [Direction::Left, Direction::Across, Direction::Right] {
        let lists = [
            hand.get_chi_mianzi(tile, from, true),
            hand.get_peng_mianzi(tile, from),
            hand.get_daminggang_mianzi(tile, from),
        ];
        for meld in lists.into_iter().flatten().flatten() {
            // The called tile may be a fifth: the lists look at the hand alone.
            if hand.call(meld, true).is_err_and(|e| e.kind() != mjlog_core::ErrorKind::TooManyPai) {
                return fail(&meld);
            }
        }
    }
    Ok(())
}

/// Readings are read back as they are printed.
fn readings(hand: &Shoupai, ron: Option<Rongpai>, rule: &Rule) -> Result<(), String> {
    for parts in hule_mianzi(hand, ron).unwrap_or_default() {
        match Reading::parse(&parts) {
            Ok(reading) if reading.view().mianzi() == parts => {
                let _ = get_hudi(&reading.view(), 0, 1, rule);
            }
            other => return Err(format!("{parts:?} is read back as {other:?}")),
        }
    }
    Ok(())
}
