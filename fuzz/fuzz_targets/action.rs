//! Actions of the m,n,k family, as bytes and as a player types them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot_fuzz::reads_back;
use zeitnot_rules::mnk::Action;

fuzz_target!(|data: &[u8]| {
    if let Ok(action) = Action::decode(data) {
        assert_eq!(action.encode(), data, "{action:?}");
        reads_back(&action);
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(action) = text.parse::<Action>() {
        reads_back(&action);
        assert_eq!(Action::decode(&action.encode()), Ok(action));
    }
});
