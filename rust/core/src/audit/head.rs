//! What stands before the rounds, and who comes and goes.

use super::auditor::Auditor;
use super::check::Check;
use super::report::list;
use crate::tenhou::Event;
use crate::tenhou::event::Un;

/// What has been seen of a log's head.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // one for each element
pub(super) struct Head {
    shuffle: bool,
    go: bool,
    un: bool,
    taikyoku: bool,
    /// It was found whole, or not.
    done: bool,
    /// GO has no lobby: a log of the first years.
    pub(super) old: bool,
    /// The lobby is not the public one: it may have points of its own.
    pub(super) private: bool,
    /// Seats that have left, as bits.
    gone: u8,
}

impl Auditor<'_> {
    /// SHUFFLE, GO, TAIKYOKU.
    pub(super) fn head(&mut self, at: usize, event: &Event<'_>) {
        let head = &mut self.game.head;
        let (again, place) = match event {
            Event::Shuffle(_) => (core::mem::replace(&mut head.shuffle, true), !head.go),
            Event::Go(_) => (core::mem::replace(&mut head.go, true), !head.un),
            Event::Taikyoku(_) => (core::mem::replace(&mut head.taikyoku, true), head.un),
            _ => return,
        };
        let right = !again && place && !head.done;
        self.findings
            .check(Check::Order, at, right, || ("SHUFFLE, GO, UN, TAIKYOKU, INIT, each once", "another order"));
        match event {
            Event::Go(table) => {
                self.game.head.old = table.lobby.is_none();
                self.game.head.private = table.lobby.as_deref().is_some_and(|lobby| lobby != "0");
                self.sit(table.go);
            }
            Event::Taikyoku(oya) => {
                let oya = *oya;
                self.findings.check(Check::CourseFirst, at, oya == 0, || ("seat 0 deals", format!("seat {oya}")));
            }
            _ => {}
        }
    }

    /// When the first round begins, the head is whole.
    pub(super) fn head_complete(&mut self, at: usize) {
        let head = &mut self.game.head;
        if core::mem::replace(&mut head.done, true) {
            return;
        }
        for (there, name) in [(head.go, "GO"), (head.un, "UN"), (head.taikyoku, "TAIKYOKU")] {
            self.findings.check(Check::Order, at, there, || (name, "none"));
        }
    }

    /// UN: the players, or one that comes back.
    pub(super) fn un(&mut self, at: usize, un: &Un<'_>) {
        let head = &mut self.game.head;
        let named: Vec<u8> = (0..4).zip(&un.names).filter(|(_, name)| name.is_some()).map(|(seat, _)| seat).collect();
        if !core::mem::replace(&mut head.un, true) {
            let right = named.len() == 4 && head.go && !head.done && !head.taikyoku;
            self.findings.check(Check::Order, at, right, || ("four names, behind GO", list(&named)));
            let empty = un.names[3].as_deref().is_none_or(str::is_empty);
            let players = self.players;
            self.findings.check(Check::Order, at, empty == (players == 3), || {
                let found = if empty { "no fourth name" } else { "a fourth name" };
                (format!("{players} players, by GO's type"), found)
            });
            return;
        }
        let gone = head.gone;
        let back = |seat: &u8| gone >> seat & 1 != 0;
        head.gone &= named.iter().fold(u8::MAX, |left, seat| left & !(1 << seat));
        if named.len() != 1 || !named.iter().all(back) {
            self.findings.note(
                Check::NoteConnection,
                at,
                &"a seat that had left",
                &format_args!("seat {}", list(&named)),
            );
        }
    }

    /// BYE: a seat leaves.
    pub(super) fn bye(&mut self, at: usize, who: u8) {
        let head = &mut self.game.head;
        let there = head.un && head.gone >> who & 1 == 0 && who < self.players;
        head.gone |= 1 << (who & 3);
        if !there {
            self.findings.note(Check::NoteConnection, at, &"a seat that is there", &format_args!("seat {who}"));
        }
    }
}
