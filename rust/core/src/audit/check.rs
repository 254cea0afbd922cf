//! What is checked: every rule once, with its name and what it says.

/// Defines every check once: the variant, its slug, the rule.
macro_rules! checks {
    ($($variant:ident $slug:literal $about:literal;)*) => {
        /// A rule that a log is held to, or what is odd in a log and true all the same.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Check {
            $(#[doc = $about] $variant,)*
        }

        impl Check {
            /// Every one, in the order of the documentation.
            pub const ALL: &'static [Check] = &[$(Check::$variant,)*];

            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();

            /// Its stable name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Check::$variant => $slug,)* }
            }

            /// The rule, in a sentence.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Check::$variant => $about,)* }
            }
        }
    };
}

checks! {
    Order "order" "Elements stand where Tenhou writes them: SHUFFLE, GO, UN, TAIKYOKU, then rounds, each from INIT to its result.";
    Deal "deal" "Each seat is dealt thirteen tiles; the empty fourth seat of a three-player table none.";
    TileTwice "tile-twice" "Each tile is there once: dealt, drawn or turned.";
    TileSet "tile-set" "A three-player table has no tile from m2 to m8.";
    WallSeed "wall-seed" "A wall seed is in one of Tenhou's three forms, and each round has its next wall.";
    WallDice "wall-dice" "The dice are those of the seed.";
    WallDeal "wall-deal" "The hands dealt are those of the seed's wall.";
    WallDraw "wall-draw" "Each tile drawn in turn is the wall's next.";
    WallRinshan "wall-rinshan" "Each replacement tile is the dead wall's next.";
    WallDora "wall-dora" "Dora indicators are those of the dead wall.";
    WallUra "wall-ura" "Ura dora indicators are those of the dead wall.";
    WallEmpty "wall-empty" "Nobody draws from a wall with no tile left.";
    Turn "turn" "Seats draw and discard in turn: the next after a discard, the caller after a call.";
    TileHeld "tile-held" "A discard is a tile that the seat holds.";
    Call "call" "A call takes the last discard, from the seat that discarded it.";
    CallChi "call-chi" "Chi takes the left player's discard; there is none with three players.";
    CallHand "call-hand" "The other tiles of a meld come from the caller's hand.";
    CallRiichi "call-riichi" "Nobody calls after a riichi.";
    CallLast "call-last" "Nobody calls the last discard, and there is no kan or kita without a tile left.";
    Kuikae "kuikae" "No tile that swaps a call is discarded after it: neither the same nor the run's other end.";
    Kan "kan" "A kan of one's own follows one's draw: four tiles held, or one added to one's own pon.";
    KanFifth "kan-fifth" "A round has four kans at most.";
    Kita "kita" "A north is set aside at three-player tables only, after one's draw.";
    DoraDue "dora-due" "A kan's indicator is turned when it is due: of an ankan at once, else before the discard or behind the next kan.";
    RiichiStep "riichi-step" "A riichi is declared after the draw and before the discard, and paid after it, once.";
    RiichiClosed "riichi-closed" "A riichi is declared with no tile called.";
    RiichiTenpai "riichi-tenpai" "A riichi is declared with a hand that is tenpai after the discard.";
    RiichiPoints "riichi-points" "A riichi is declared with 1000 points or more.";
    RiichiTiles "riichi-tiles" "A riichi is declared while every seat still has a draw.";
    RiichiTen "riichi-ten" "The scores in REACH are those with the stick paid.";
    RiichiDiscard "riichi-discard" "After a riichi the tile that was drawn is discarded.";
    RiichiKan "riichi-kan" "After a riichi only the drawn tile makes an ankan, and only where the waits stay.";
    WinTurn "win-turn" "A win is on one's own draw, or on the last discard, added tile or north of another.";
    WinTile "win-tile" "The winning tile is the one drawn or discarded last.";
    WinHand "win-hand" "The hand shown is the hand held.";
    WinMelds "win-melds" "The melds shown are those made, newest first.";
    WinShape "win-shape" "The hand is complete.";
    WinFuriten "win-furiten" "Nobody wins on a discard whose waits hold a tile discarded or missed.";
    WinOrder "win-order" "Of several winners on a tile the first after the discarder stands first.";
    WinDora "win-dora" "The indicators shown are those turned.";
    WinUra "win-ura" "Ura indicators are shown on riichi wins, as many as dora indicators.";
    WinYaku "win-yaku" "The yaku are those of the hand and the moment.";
    WinHan "win-han" "Each yaku counts its han.";
    WinFu "win-fu" "The minipoints are those of the hand.";
    WinPoints "win-points" "The points are those of han and minipoints.";
    WinLimit "win-limit" "The limit is that of han and minipoints.";
    WinPao "win-pao" "The liable seat is the one that fed the third set of 大三元 or the fourth of 大四喜.";
    Payment "payment" "Each seat pays and gets what the result says, honba and sticks among it.";
    PaymentBefore "payment-before" "The scores before a payment are those of the game.";
    PaymentBa "payment-ba" "The honba and sticks of a result are those of the round.";
    PaymentChips "payment-chips" "Chips go from the losers to the winner.";
    CourseFirst "course-first" "A game begins with East 1 and the table's starting scores.";
    CourseRound "course-round" "The round follows from the last one.";
    CourseHonba "course-honba" "The honba follow from the last round.";
    CourseSticks "course-sticks" "The sticks on the table are those that no winner took.";
    CourseDealer "course-dealer" "The dealer is the round's.";
    CourseScores "course-scores" "Scores go on from round to round.";
    CourseChips "course-chips" "Chips go on from round to round.";
    CourseEnd "course-end" "The game ends when it is due, and not before.";
    CourseAfter "course-after" "Nothing follows the end of the game.";
    OwariScores "owari-scores" "The final scores are those of the game, with sticks left over paid to the top.";
    OwariPoints "owari-points" "The final points follow from the scores, the return score and the placement.";
    OwariChips "owari-chips" "The final chips are those of the game.";
    DrawKind "draw-kind" "What ended the round in a draw has happened: 九種九牌, 四風連打, 四家立直, 四槓散了, 三家和了, 流し満貫, or no tile left.";
    DrawDue "draw-due" "A draw that is due happens.";
    DrawHand "draw-hand" "A hand shown is the hand held.";
    DrawTenpai "draw-tenpai" "A hand shown as tenpai is tenpai.";
    DrawNoten "draw-noten" "A hand not shown is not tenpai.";
    NoteNoSeed "note-no-seed" "The log has no wall seed: its tiles can't be held to a wall.";
    NoteUnknown "note-unknown" "An element that Tenhou was not known to write.";
    NoteConnection "note-connection" "A seat leaves that had left, or one comes back that had not.";
    NoteCut "note-cut" "The log stops before the game's end.";
    NoteCustom "note-custom" "A table with rules of its own: what depends on them is not checked.";
    NoteTenpaiYame "note-tenpai-yame" "An old log that goes on where today a tenpai dealer's lead ends the game.";
    NoteReachLate "note-reach-late" "A riichi is declared behind its discard.";
    NoteDoraEarly "note-dora-early" "A kakan's indicator is turned before the replacement tile.";
}

impl Check {
    /// Whether it is something odd that is true all the same, not a rule.
    #[must_use]
    pub const fn is_note(self) -> bool {
        self as usize >= Check::NoteNoSeed as usize
    }
}
