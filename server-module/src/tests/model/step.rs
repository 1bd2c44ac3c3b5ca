//! A step of a random sequence. Numbers in it choose among what there is when its time comes, so that a sequence
//! keeps its sense when steps are taken out of it.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::strategy::BoxedStrategy;
use zeitnot_rules::clock::Micros;

use super::SECOND;

/// A number that chooses among so many: the remainder counts.
pub(super) type Pick = u8;

#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Somebody opens a table and others join until it is full.
    Table {
        config: Config,
        first: Pick,
    },
    /// The owner lets two play, and one resigns; so often.
    Matches {
        config: Config,
        one: Pick,
        other: Pick,
        times: u8,
    },
    Call(Call),
    /// The same call again and again, without a moment between.
    Hurry {
        call: Call,
        times: u8,
    },
    Connect {
        who: Pick,
        device: Pick,
    },
    Disconnect {
        who: Pick,
        device: Pick,
    },
    /// Time passes with the server there.
    Pass(Span),
    /// The same, and all that is due then happens.
    Tick(Span),
    /// Time passes with nobody there to see it; perhaps the server is started anew.
    Away(Span, bool),
    /// The clock is set back: the timestamps of two calls need not be in order.
    Back(Micros),
    Beat,
    Sweep,
    PairUp,
    /// A timer fires, early or late; or one that the engine delivers a second time.
    Fire {
        which: Pick,
        again: bool,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Span {
    Micros(Micros),
    /// Until something is due, and so much longer.
    Next(Pick, Micros),
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Config {
    pub spec: Pick,
    pub time: Pick,
    pub policy: Pick,
    pub leaving: Pick,
    pub series: Pick,
    pub private: bool,
    pub rated: bool,
}

/// A call. One that is to `fit` is made by somebody for whom it makes sense, about a game where it does.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub act: Act,
    pub fit: bool,
    pub who: Pick,
    pub device: Pick,
    pub game: Pick,
    /// For whatever else there is to choose.
    pub pick: Pick,
    pub config: Config,
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    AbortGame,
    AcceptChallenge,
    AcceptTakeback,
    AddPool,
    AllowFreeChat,
    Appoint,
    AskPause,
    AskRematch,
    AskTakeback,
    BanPlayer,
    Block,
    CancelGame,
    CancelPremove,
    Challenge,
    Claim,
    DeclareBot,
    DeclineChallenge,
    DeclineDraw,
    DeclineRematch,
    DeclineTakeback,
    DeleteAccount,
    Drain,
    EndTimeOff,
    GiveTime,
    JoinGame,
    JoinQueue,
    LeaveQueue,
    LimitCalls,
    MakeMove,
    Mute,
    OfTheServer,
    OfferDraw,
    OpenGame,
    OpenSeek,
    PauseGame,
    Ping,
    Premove,
    RemovePool,
    RenamePlayer,
    Resign,
    Resume,
    ResumeGame,
    SawTurn,
    Say,
    SayGoodbye,
    SetName,
    StartGame,
    TakeTimeOff,
    UnbanPlayer,
    Unblock,
    Unmute,
    UnwatchGame,
    VoidGame,
    WatchGame,
    Write,
}

/// Acts with how often each is chosen.
type Weighted = &'static [(u32, Act)];

const PLAYING: Weighted = &[
    (36, Act::MakeMove),
    (2, Act::Resign),
    (1, Act::AbortGame),
    (6, Act::OfferDraw),
    (3, Act::DeclineDraw),
    (6, Act::AskTakeback),
    (6, Act::AcceptTakeback),
    (3, Act::DeclineTakeback),
    (6, Act::Premove),
    (3, Act::CancelPremove),
    (9, Act::AskPause),
    (7, Act::Resume),
    (4, Act::AskRematch),
    (3, Act::DeclineRematch),
    (4, Act::GiveTime),
    (3, Act::SawTurn),
    (6, Act::TakeTimeOff),
    (3, Act::EndTimeOff),
    (4, Act::Claim),
];

const FINDING: Weighted = &[
    (4, Act::OpenGame),
    (5, Act::OpenSeek),
    (8, Act::JoinGame),
    (4, Act::CancelGame),
    (6, Act::Challenge),
    (4, Act::AcceptChallenge),
    (3, Act::DeclineChallenge),
    (12, Act::JoinQueue),
    (5, Act::LeaveQueue),
    (3, Act::Block),
    (2, Act::Unblock),
    (2, Act::Resign),
    (2, Act::MakeMove),
    (2, Act::AskRematch),
    (1, Act::DeclareBot),
    (1, Act::SetName),
    (1, Act::Drain),
];

const SEARCHING: Weighted =
    &[(16, Act::JoinQueue), (6, Act::Resign), (2, Act::LeaveQueue), (1, Act::Block), (1, Act::Unblock)];

const TALKING: Weighted = &[
    (6, Act::Say),
    (4, Act::Write),
    (2, Act::AllowFreeChat),
    (2, Act::Mute),
    (1, Act::Unmute),
    (6, Act::WatchGame),
    (3, Act::UnwatchGame),
    (8, Act::MakeMove),
    (2, Act::Resign),
    (2, Act::SetName),
    (1, Act::Block),
    (2, Act::SayGoodbye),
];

const GOVERNING: Weighted = &[
    (4, Act::Appoint),
    (3, Act::PauseGame),
    (5, Act::ResumeGame),
    (3, Act::VoidGame),
    (3, Act::BanPlayer),
    (3, Act::UnbanPlayer),
    (3, Act::RenamePlayer),
    (5, Act::StartGame),
    (2, Act::AddPool),
    (1, Act::RemovePool),
    (1, Act::Drain),
    (1, Act::LimitCalls),
    (2, Act::DeleteAccount),
    (1, Act::OfTheServer),
    (2, Act::Ping),
    (2, Act::SetName),
    (1, Act::DeclareBot),
    (8, Act::MakeMove),
    (1, Act::Resume),
    (1, Act::OpenSeek),
    (1, Act::Challenge),
    (2, Act::JoinGame),
    (1, Act::JoinQueue),
];

/// Sequences of at most so many steps. Each keeps to what one kind of player does most of the time, so that it gets
/// somewhere; some do everything.
pub(super) fn sequences(longest: usize) -> impl Strategy<Value = Vec<Step>> {
    let all = || prop_oneof![calls(PLAYING), calls(FINDING), calls(TALKING), calls(GOVERNING)].boxed();
    let of = |calls: BoxedStrategy<Step>| vec(steps(calls), longest / 4..longest);
    let begun = |calls| (vec(tables(), 0..2), of(calls)).prop_map(|(first, rest)| [first, rest].concat());
    let rated =
        |calls| (vec(rated_matches(), 0..5), of(calls)).prop_map(|(first, rest)| [first, rest].concat());
    prop_oneof![
        5 => begun(calls(PLAYING)),
        3 => rated(calls(FINDING)),
        1 => searched(),
        2 => begun(calls(TALKING)),
        3 => begun(calls(GOVERNING)),
        2 => begun(all()),
    ]
}

/// Players with different ratings search, and time widens their ranges: who waits with whom, and is paired with whom.
fn searched() -> impl Strategy<Value = Vec<Step>> {
    let seconds = (1..15_i64).prop_map(|seconds| Step::Pass(Span::Micros(seconds * SECOND)));
    let step = prop_oneof![8 => calls(SEARCHING), 4 => seconds, 1 => Just(Step::PairUp)];
    (vec(rated_matches(), 2..6), vec(step, 10..50)).prop_map(|(first, rest)| [first, rest].concat())
}

fn tables() -> impl Strategy<Value = Step> {
    (configs(), any::<Pick>()).prop_map(|(config, first)| Step::Table { config, first })
}

fn steps(calls: BoxedStrategy<Step>) -> BoxedStrategy<Step> {
    let pair = || (any::<Pick>(), prop_oneof![4 => Just(0), 1 => Just(1_u8)]);
    prop_oneof![
        40 => calls.clone(),
        1 => hurries(calls),
        3 => tables(),
        1 => matches(),
        3 => pair().prop_map(|(who, device)| Step::Connect { who, device }),
        2 => pair().prop_map(|(who, device)| Step::Disconnect { who, device }),
        3 => spans().prop_map(Step::Pass),
        4 => spans().prop_map(Step::Tick),
        1 => (spans(), any::<bool>()).prop_map(|(span, restarted)| Step::Away(span, restarted)),
        1 => proptest::sample::select(vec![1, SECOND / 100, 3 * SECOND]).prop_map(Step::Back),
        1 => Just(Step::Beat),
        1 => Just(Step::Sweep),
        1 => Just(Step::PairUp),
        1 => (any::<Pick>(), any::<bool>()).prop_map(|(which, again)| Step::Fire { which, again }),
    ]
    .boxed()
}

fn matches() -> impl Strategy<Value = Step> {
    let times = prop_oneof![12 => 1..3_u8, 1 => Just(13), 1 => Just(24)];
    (configs(), any::<Pick>(), any::<Pick>(), times).prop_map(|(config, one, other, times)| Step::Matches {
        config,
        one,
        other,
        times,
    })
}

/// So often that there is too much of whatever it is.
fn hurries(calls: BoxedStrategy<Step>) -> BoxedStrategy<Step> {
    let times = proptest::sample::select(vec![3, 6, 11, 45_u8]);
    (calls, times)
        .prop_map(|(step, times)| match step {
            Step::Call(call) => Step::Hurry { call, times },
            other => other,
        })
        .boxed()
}

/// So that ratings differ, by which players are paired.
fn rated_matches() -> impl Strategy<Value = Step> {
    let config = Config { rated: true, ..Config::default() };
    (any::<Pick>(), any::<Pick>(), 1..3_u8).prop_map(move |(one, other, times)| Step::Matches {
        config,
        one,
        other,
        times,
    })
}

fn calls(acts: Weighted) -> BoxedStrategy<Step> {
    let act = proptest::strategy::Union::new_weighted(
        acts.iter().map(|&(weight, act)| (weight, Just(act))).collect(),
    );
    let device = prop_oneof![6 => Just(0), 1 => Just(1_u8)];
    let fit = prop_oneof![9 => Just(true), 1 => Just(false)];
    (act, fit, any::<Pick>(), device, any::<Pick>(), any::<Pick>(), configs())
        .prop_map(|(act, fit, who, device, game, pick, config)| {
            Step::Call(Call { act, fit, who, device, game, pick, config })
        })
        .boxed()
}

/// Most games are simple ones.
fn configs() -> impl Strategy<Value = Config> {
    let some = |most: u32| prop_oneof![most => Just(0), 1 => any::<Pick>()];
    // By correspondence a game can do what no other can.
    let time = prop_oneof![8 => Just(0), 3 => Just(5), 4 => any::<Pick>()];
    (some(2), time, some(2), some(4), some(4), some(8), some(3)).prop_map(
        |(spec, time, policy, leaving, series, private, rated)| Config {
            spec,
            time,
            policy,
            leaving,
            series,
            private: private % 2 == 1,
            rated: rated % 2 == 1,
        },
    )
}

fn spans() -> impl Strategy<Value = Span> {
    // A call is made a microsecond later: then it is exactly so long.
    let short =
        [1, SECOND / 100, SECOND / 2, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND].map(|after| after - 1);
    let long =
        [15, 30, 40, 60, 5 * 60, 60 * 60, 24 * 60 * 60, 30 * 24 * 60 * 60].map(|seconds| seconds * SECOND);
    let after = [0, -1, -2, 1, SECOND, 10 * SECOND, 40 * SECOND];
    prop_oneof![
        6 => proptest::sample::select(short.to_vec()).prop_map(Span::Micros),
        2 => proptest::sample::select(long.to_vec()).prop_map(Span::Micros),
        2 => (0..3_u8, proptest::sample::select(after.to_vec())).prop_map(|(n, after)| Span::Next(n, after)),
    ]
}
