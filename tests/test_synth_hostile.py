"""Made-up games of any table, whole and damaged, held to the rules."""

import random

import mjlog

_DIGITS_AND_MARKS = b'0123456789,"<>/ TUVWDEFGmN\x00\xff'


def test_the_audit_finds_nothing_at_any_table() -> None:
    dice = random.Random(9)
    made, refused = 0, set()
    for _ in range(400):
        go_type, seed = dice.randrange(0x10000), dice.randrange(2**64)
        try:
            log = mjlog.synth(seed, go_type=go_type)
        except mjlog.MjlogError as error:
            refused.add(error.message)
            continue
        report = mjlog.audit(log)
        assert report.ok, (go_type, seed, report.findings)
        made += 1
    assert made > 100
    assert all("chips" in message for message in refused), refused


def test_damage_is_found_or_refused() -> None:
    dice = random.Random(5)
    log = mjlog.synth(1)
    told = 0
    for _ in range(500):
        damaged = bytearray(log)
        for _ in range(dice.randrange(1, 5)):
            damaged[dice.randrange(len(damaged))] = dice.choice(_DIGITS_AND_MARKS)
        try:
            told += not mjlog.audit(bytes(damaged)).ok
        except mjlog.MjlogError:
            told += 1
    assert told > 400
