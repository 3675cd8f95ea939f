"""From several kinds of evidence to one order: the only place where they are weighed against each other."""

from collections.abc import Mapping

from ...machine.turn import Kept

Scores = Mapping[int, float]
"""What one kind of evidence says for items, by their place: more than 0, at most 1."""


def fuse(evidence: Mapping[str, Scores], weights: Mapping[str, float]) -> list[Kept]:
    """Every item that something speaks for, the best first; equal ones in the order of their places.

    An item's score is the sum of what each kind of evidence says for it, times the kind's weight. Its reasons are these
    kinds, the weightiest first.
    """
    shares: dict[int, list[tuple[float, str]]] = {}
    for kind, scores in evidence.items():
        weight = -weights[kind]
        for item, score in scores.items():
            if score > 0:
                shares.setdefault(item, []).append((weight * score, kind))
    fused = [
        Kept(item, -sum(share for share, _ in found), tuple(kind for _, kind in sorted(found))) for item, found in shares.items()
    ]
    return sorted(fused, key=lambda kept: (-kept.score, kept.item))


def normalised(scores: Scores) -> dict[int, float]:
    """``scores`` as shares of the highest; what is not above 0 is left out."""
    highest = max(scores.values(), default=0.0)
    return {item: score / highest for item, score in scores.items() if score > 0}
