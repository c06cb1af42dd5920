"""Certificates that are written, checked and altered."""

import sys

import pytest

import fewest


def test_water_is_certified(tmp_path):
    file = tmp_path / "water.proof"
    fewest.solve("water").certificate(file)
    proof = fewest.check_certificate(file)
    assert (proof.instance, proof.lower, proof.upper) == ("water", 13, 13)
    assert proof.claim == "13 moves solve it, and no fewer do" and proof.is_proof
    assert proof.states > 0 and len(proof.digest) >= 16 and proof.theorem is proof.assumes is None
    assert fewest.check_certificate(str(file), memory=1 << 20).digest == proof.digest


def test_a_bound_and_an_unsolvable_board_are_certified(tmp_path):
    file = tmp_path / "proof"
    report = fewest.solve("water", nodes=100, engine="astar")
    report.certificate(file)
    proof = fewest.check_certificate(file)
    assert (proof.lower, proof.upper) == (report.lower, None)
    fewest.solve("123456870").certificate(file)
    assert fewest.check_certificate(file).lower is None


def test_no_altered_certificate_is_accepted(tmp_path):
    file = tmp_path / "proof"
    fewest.solve("water").certificate(file)
    whole = file.read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        altered = bytearray(whole)
        altered[at] ^= 1
        file.write_bytes(altered)
        with pytest.raises((fewest.CertificateError, fewest.InputError)):
            fewest.check_certificate(file)
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(fewest.CertificateError):
        fewest.check_certificate(file)


def test_panex_10_by_the_certificate_of_all_heights(tmp_path):
    report = fewest.solve("panex:10")
    assert (report.status, report.upper) == ("OPTIMAL", 31537)
    assert report.to_dict()["assumes"] == report.assumes and f"if {report.assumes}" in repr(report)
    assert fewest.solve("panex:3").assumes is None
    assert len(report.plan) == 31537 and fewest.verify("panex:10", report.plan) == 31537
    file = tmp_path / "panex.proof"
    report.certificate(file)
    proof = fewest.check_certificate(file)
    assert proof.exchange(10) == 31537 and proof.exchange(4) is None
    assert proof.exchange(40) == fewest.solve("panex:40").upper == 9620964235986159
    assert "X(n)" in proof.theorem and proof.states is None
    assert proof.assumes == report.assumes and f"if {proof.assumes}" in proof.claim
    # No number is so long that Python takes it only when it is told to.
    digits = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else None
    if digits is not None:
        sys.set_int_max_str_digits(640)
    try:
        assert proof.exchange(10_000) > 10**3000
    finally:
        if digits is not None:
            sys.set_int_max_str_digits(digits)
    for height in [10_001, 2**32 - 1]:
        with pytest.raises(ValueError, match="^height: "):
            proof.exchange(height)


def test_files_that_are_none(tmp_path):
    with pytest.raises(FileNotFoundError):
        fewest.check_certificate(tmp_path / "nothing")
    file = tmp_path / "text"
    file.write_text("no certificate\n")
    with pytest.raises(fewest.CertificateError, match="^1:1: "):
        fewest.check_certificate(file)
    with pytest.raises(OSError):
        fewest.solve("123456708").certificate(tmp_path / "no" / "folder")
