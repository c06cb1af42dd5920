"""BLAKE3 of many messages at once: the 32-bit words of all of them are side by side in one number.

Source: O'Connor, Aumasson, Neves, Wilcox-O'Hearn, "BLAKE3: one function, fast everywhere" (2020).
"""

FIRST = [
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
]  # fmt: skip
ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]
MIXED = [
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
]  # fmt: skip
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
BLOCK, CHUNK = 64, 1024
AT_ONCE = 1 << 14


def abreast(words):
    """Words side by side, eight bytes each, so that sums and rotated words have room."""
    return int.from_bytes(b"".join(word.to_bytes(8, "little") for word in words), "little")


def words_of(value, many):
    data = value.to_bytes(8 * many, "little")
    return [int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), 8)]


def compress(chain, block, counters, length, flags, many):
    """The next chaining values: all arguments but `length` and `flags` are of `many` messages."""
    ones = abreast([1] * many)
    mask = ones * 0xFFFFFFFF

    def turned(value, by):
        return (value >> by | value << 32 - by) & mask

    high = abreast([counter >> 32 for counter in counters])
    low = abreast([counter & 0xFFFFFFFF for counter in counters])
    v = [*chain, *(ones * word for word in FIRST[:4]), low, high, ones * length, ones * flags]
    for _ in range(7):
        for number, (a, b, c, d) in enumerate(MIXED):
            v[a] = v[a] + v[b] + block[2 * number] & mask
            v[d] = turned(v[d] ^ v[a], 16)
            v[c] = v[c] + v[d] & mask
            v[b] = turned(v[b] ^ v[c], 12)
            v[a] = v[a] + v[b] + block[2 * number + 1] & mask
            v[d] = turned(v[d] ^ v[a], 8)
            v[c] = v[c] + v[d] & mask
            v[b] = turned(v[b] ^ v[c], 7)
        block = [block[at] for at in ORDER]
    return [v[at] ^ v[at + 8] for at in range(8)]


def chaining_values(messages, counters, flags):
    """The chaining values of messages of equal length, at most a chunk, as lists of eight words."""
    many, length = len(messages), len(messages[0])
    chain = [abreast([1] * many) * word for word in FIRST]
    for begin in range(0, max(length, 1), BLOCK):
        size = min(BLOCK, length - begin)
        blocks = [message[begin : begin + BLOCK].ljust(BLOCK, b"\0") for message in messages]
        joined = [b"".join(block[at : at + 4] + b"\0\0\0\0" for block in blocks) for at in range(0, BLOCK, 4)]
        block = [int.from_bytes(words, "little") for words in joined]
        own = CHUNK_START * (begin == 0)
        if begin + BLOCK >= length:
            own |= CHUNK_END | flags
        chain = compress(chain, block, counters, size, own, many)
    return list(zip(*(words_of(word, many) for word in chain)))


def parents(pairs, flags):
    """The chaining values of pairs of chaining values."""
    many = len(pairs)
    block = [abreast([(*left, *right)[at] for left, right in pairs]) for at in range(16)]
    chain = [abreast([1] * many) * word for word in FIRST]
    chain = compress(chain, block, [0] * many, BLOCK, PARENT | flags, many)
    return list(zip(*(words_of(word, many) for word in chain)))


def as_bytes(words):
    return b"".join(word.to_bytes(4, "little") for word in words)


def digests(messages):
    """The digests of messages of equal length, at most a chunk."""
    for begin in range(0, len(messages), AT_ONCE):
        some = messages[begin : begin + AT_ONCE]
        yield from map(as_bytes, chaining_values(some, [0] * len(some), ROOT))


def digest(data):
    """The digest of a message of any length."""
    if len(data) <= CHUNK:
        return next(digests([data]))
    whole = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
    last = whole.pop()
    nodes = []
    for begin in range(0, len(whole), AT_ONCE):
        some = whole[begin : begin + AT_ONCE]
        nodes += chaining_values(some, range(begin, begin + len(some)), 0)
    nodes += chaining_values([last], [len(whole)], 0)
    while len(nodes) > 2:
        # A value without a neighbour goes up unchanged.
        pairs = list(zip(nodes[::2], nodes[1::2]))
        nodes = parents(pairs, 0) + nodes[2 * len(pairs) :]
    return as_bytes(parents([tuple(nodes)], ROOT)[0])
