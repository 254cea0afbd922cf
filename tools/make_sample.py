"""Make the bundled log and the hashes of made-up games anew, where `synth` makes other games than before.

make sample
"""

import hashlib
import json
from pathlib import Path

import mjlog

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "python" / "mjlog" / "sample.mjlog"
GOLDEN = ROOT / "tests" / "data" / "synth.json"

SEED, GO_TYPE = 1, 0xA9
WANT = ("ダブロン", "ankan", "kakan", "daiminkan", "再接続")
"""`mjlog.sample` and its test name the same."""

KEYS = (
    *(f"{go:#x} {seed:#x}" for go in (0xA9, 0xE1, 0x09, 0xAB, 0x47, 0xB9, 0x11) for seed in (0, 2**63 + 5)),
    "0xa9 0x7 国士無双 九種九牌",
    "0xb9 0x7 kita 大三元",
)


def main() -> None:
    """Write both files."""
    SAMPLE.write_bytes(mjlog.synth(SEED, go_type=GO_TYPE, want=WANT))
    hashes = {}
    for key in KEYS:
        go_type, seed, *want = key.split()
        game = mjlog.synth(int(seed, 16), go_type=int(go_type, 16), want=want)
        hashes[key] = hashlib.sha256(game).hexdigest()
    GOLDEN.write_text(json.dumps(hashes, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
