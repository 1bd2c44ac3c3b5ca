//! A frame that comes over a WebSocket, as the host takes it apart.
#![no_main]

#[path = "../../standalone/src/connection/frame.rs"]
mod frame;

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use spacetimedb_lib::bsatn;

fuzz_target!(|data: &[u8]| {
    let whole = Bytes::copy_from_slice(data);
    let mut seen = 0;
    for message in frame::Messages::of(&whole) {
        let Ok((message, bytes)) = message else {
            assert!(data.is_empty() || seen < data.len(), "there was nothing left to be wrong");
            return;
        };
        assert!(!bytes.is_empty(), "each message takes something away");
        assert_eq!(&bytes[..], &data[seen..seen + bytes.len()], "in order, and nothing between");
        seen += bytes.len();
        assert_eq!(bsatn::to_vec(&message).expect("what is read can be written"), bytes);
    }
    assert_eq!(seen, data.len(), "nothing is left out");
});
