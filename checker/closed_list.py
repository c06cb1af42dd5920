"""Lists of closed states: book/src/reference/certificates.md says why one that passes is a proof."""

import subprocess
import tempfile
from math import inf as NEVER

import header
from blake3 import digest
from refusal import demand

BEGINS = b"fewest-certificate 1\n"
MOST_STATES = 1 << 17
MOST_BYTES = 128
# A descriptor of 8 MiB: RFC 8878, 3.1.1.1.2, advises every decoder to support that much.
LARGEST_WINDOW = 13 << 3


def check(data):
    end = data.find(b"\n", len(BEGINS)) + 1
    demand(end > 0, "there is no header")
    claim, graph = header.read(data[len(BEGINS) : end].decode())
    lower = NEVER if claim["lower"] is None else claim["lower"]
    listed, before = {}, None
    for state, g in states(sections(data, end), graph.width):
        demand(g < min(lower, header.MOST_MOVES), "a layer is too deep")
        demand(before is None or before < (g, state), "states are out of order")
        demand(state not in listed, f"{state} is listed twice")
        demand(graph.is_state(state), f"{state} is not a state")
        demand(not graph.is_goal(state), f"{state} is a goal")
        before, listed[state] = (g, state), g
    for root in graph.roots:
        demand(listed.get(root, NEVER) == 0 or graph.needs(root, lower), f"root {root} is missing")
    for state, g in listed.items():
        for child in graph.children(state):
            is_settled = listed.get(child, NEVER) <= g + 1 or graph.needs(child, lower - g - 1)
            demand(is_settled, f"{child}, a child of {state} at g = {g}, is missing")
    bound = "no plan" if lower == NEVER else f"at least {lower} moves"
    return f"{bound}, {len(listed)} states"


def sections(data, at):
    """The sections as (g, number of states, coded states)."""
    chained = digest(data[:at])
    while True:
        demand(at + 44 <= len(data), "the file ends in the middle of a section")
        g, many, length = (int.from_bytes(data[at + i : at + i + 4], "little") for i in (0, 4, 8))
        begin = at + 44
        payload = data[begin : begin + length]
        demand(len(payload) == length, "the file ends in the middle of a section")
        chained = digest(chained + data[at : at + 12] + payload)
        demand(chained == data[at + 12 : begin], "a digest does not match")
        at = begin + length
        demand(many <= MOST_STATES and length <= MOST_BYTES * many, "a section is too long")
        if many == 0:
            demand(at == len(data), "something follows the last section")
            return
        yield g, many, unpacked(payload, MOST_BYTES * many)


def unpacked(payload, most):
    """The content of one frame of Zstandard, at most `most` bytes."""
    demand(frame_length(payload) == len(payload), "states are not a single Zstandard frame")
    with tempfile.TemporaryFile() as packed:
        packed.write(payload)
        packed.seek(0)
        ends = {"stdin": packed, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(["zstd", "-dcq"], **ends) as program:
            content = program.stdout.read(most + 1)
            program.stdout.close()
    demand(len(content) <= most and program.returncode == 0, "states cannot be decompressed")
    return content


def frame_length(data):
    """The bytes of the frame that a text begins with: RFC 8878, 3.1.1."""
    demand(data[:4] == bytes.fromhex("28b52ffd"), "states are not a Zstandard frame")
    descriptor = data[4]
    is_single, has_checksum = descriptor >> 5 & 1, descriptor >> 2 & 1
    demand(is_single or data[5] <= LARGEST_WINDOW, "states are in a frame with too large a window")
    size_of_content = (is_single, 2, 4, 8)[descriptor >> 6]
    at = 5 + (1 - is_single) + (0, 1, 2, 4)[descriptor & 3] + size_of_content
    is_last = False
    while not is_last and at < len(data):
        block = int.from_bytes(data[at : at + 3], "little")
        is_last, is_repeated, size = block & 1, block >> 1 & 3 == 1, block >> 3
        at += 3 + (1 if is_repeated else size)
    return at + 4 * has_checksum


def states(sections_read, width):
    """All states with their g, in the order of the file."""
    for g, many, coded in sections_read:
        at, state = 0, b""
        for _ in range(many):
            demand(at < len(coded), "states cannot be decoded")
            common = coded[at]
            demand(common <= len(state), "states cannot be decoded")
            own = coded[at + 1 : at + 1 + width - common]
            state, at = state[:common] + own, at + 1 + len(own)
            demand(len(state) == width, "states cannot be decoded")
            yield tuple(state), g
        demand(at == len(coded), "states cannot be decoded")
