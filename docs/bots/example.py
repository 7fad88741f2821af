#!/usr/bin/env python3
"""A complete Gloryhex bot in Python's standard library.

It speaks version 1 of the protocol in docs/bots.md and plays simply: score, attack, charge, go for
tokens, use cards, and otherwise take whatever comes first.

Try it:  gloryhex arena --edition embergard --games 20 --players "exec:python3 docs/bots/example.py,random"
"""

import json
import random
import sys

VERSION = 1

# Verbs in the order in which this bot likes them. What is not listed comes last but for `pass`.
LIKED = [
    "score",
    "attack",
    "charge",
    "upgrade",
    "play",
    "react",
    "use",
    "yes",
    "stand-fast",
    "reroll",
    "overrun",
    "drive-back",
    "guard",
    "move",
]
DISLIKED = ["pass", "done", "no", "discard", "exchange"]


def send(message):
    """One JSON object, one line."""
    print(json.dumps(message), flush=True)


def liking(text):
    """How much this bot likes a choice; smaller is better."""
    verb = text.split(" ", 1)[0]
    if verb in LIKED:
        return LIKED.index(verb)
    if verb in DISLIKED:
        return 1000 + DISLIKED.index(verb)
    return 500


def near_tokens(view, text):
    """For a move: whether it ends on a token that lies face up."""
    words = text.split()
    if words[0] != "move" or len(words) < 3:
        return False
    return any(token["faceUp"] and token["hex"] == words[2] for token in view["tokens"])


def choose(message, luck):
    view, choices = message["view"], message["choices"]
    best = min(
        range(len(choices)),
        key=lambda i: (
            liking(choices[i]) - (5 if near_tokens(view, choices[i]) else 0),
            luck.random(),
        ),
    )
    send({"type": "choice", "id": message["id"], "index": best})


def main():
    luck = random.Random(1)
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            if message["version"] != VERSION:
                sys.exit(f"expected version {VERSION}, got {message['version']}")
            send({"type": "hello", "version": VERSION, "name": "example", "wants": []})
        elif kind == "choose":
            choose(message, luck)
        elif kind == "error":
            print("the referee says:", message["message"], file=sys.stderr)
        elif kind == "result":
            break
        # `start` and `events` need no answer.


if __name__ == "__main__":
    main()
