//! How fast each control is.

use super::{CONTROLS, control};
use zeitnot_rules::clock::{Speed, TimeControl};

#[test]
fn a_control_is_as_fast_as_what_it_gives_for_forty_turns() {
    use Speed::{Blitz, Bullet, Classical, Correspondence, Rapid};
    let cases = [
        // scalachess's limits: 180, 480, 1,500 and 21,600 seconds.
        ("absolute:1s", Bullet),
        ("absolute:29s", Bullet),
        ("absolute:179.999999", Bullet),
        ("absolute:3m", Blitz),
        ("absolute:479.999999", Blitz),
        ("absolute:8m", Rapid),
        ("absolute:1499.999999", Rapid),
        ("absolute:25m", Classical),
        ("absolute:21599.999999", Classical),
        ("absolute:6h", Correspondence),
        // The main time and forty increments.
        ("1+0", Bullet),
        ("2+1", Bullet),
        ("1+3", Blitz),
        ("3+2", Blitz),
        ("5+3", Blitz),
        ("5+30", Classical),
        ("10+5", Rapid),
        ("fischer:60s+20s", Rapid),
        ("fischer:60s+20s<60s", Rapid),
        ("delay:60s+3s", Blitz),
        ("bronstein:60s+3s", Blitz),
        // Forty times what every turn has anew.
        ("turn:4s", Bullet),
        ("turn:10s", Blitz),
        ("turn:30s", Rapid),
        ("turn:60s", Classical),
        ("turn:9m", Correspondence),
        ("byoyomi:0s+1x30s", Rapid),
        ("byoyomi:0s+99x30s", Rapid),
        ("byoyomi:10m+5x30s", Classical),
        ("canadian:0s+20/60s", Bullet),
        ("canadian:60s+20/60s", Blitz),
        // 40/3 blocks, not 13 or 14: 13 blocks of 36 s would be under 8 minutes.
        ("canadian:0s+3/36s", Rapid),
        ("canadian:10m+3/30s", Rapid),
        ("hourglass:60s", Bullet),
        ("hourglass:10m", Rapid),
        // The fortieth turn is the last of the first stage, or falls into the second.
        ("stages:40/7m,30m", Blitz),
        ("stages:39/7m,30m", Classical),
        ("stages:20/2m,20/2m,30m", Blitz),
        ("stages:20/2m,19/2m,3m", Blitz),
        ("stages:20/2m,19/2m,4m", Rapid),
        ("stages:40/7m,30m+2s", Rapid),
        ("stages:40/120m,30m", Classical),
        ("bank:1s+60s", Bullet),
        ("bank:10s+10m", Rapid),
        ("bank:3d+7d", Correspondence),
        ("days:1", Correspondence),
        ("days:3+0", Correspondence),
    ];
    for (text, speed) in cases {
        assert_eq!(Speed::of(&control(text)), Some(speed), "{text}");
    }
    assert_eq!(Speed::of(&TimeControl::UNTIMED), None);
    for text in CONTROLS {
        assert!(Speed::of(&control(text)).is_some(), "{text}");
    }
    // The figures at their very largest.
    for text in ["turn:60d", "fischer:729d+60d", "byoyomi:1d+10x60d", "bank:60d+600d", "canadian:1d+1/60d"] {
        assert_eq!(Speed::of(&control(text)), Some(Correspondence), "{text}");
    }
}

#[test]
fn a_speed_is_read_as_it_is_written_and_in_no_other_way() {
    for speed in Speed::ALL {
        assert_eq!(speed.to_string().parse(), Ok(speed));
    }
    assert!(Speed::ALL.is_sorted());
    for text in ["", "Blitz", " blitz", "ultraBullet", "blitz\n"] {
        let error = text.parse::<Speed>().expect_err(text);
        assert_eq!(error.code(), "bad_speed");
        assert_eq!(error.to_string(), "a speed is bullet, blitz, rapid, classical or correspondence");
    }
}
