"""The state ``compile``: the prompt for the one call, or a refusal if the model cannot take it."""

from collections.abc import Mapping

import msgspec

from ..adapters.backends.errors import TOO_LONG
from ..adapters.backends.protocol import Capabilities, CountsTokens, Prompt
from ..machine.turn import Refusal, Turn
from .prompt.budget import BYTES_PER_TOKEN, estimated_tokens, fitting, input_limit
from .prompt.build import build, dropped, most_steps
from .services import Services


async def compile_prompt(
    turn: Turn, services: Services, capabilities: Mapping[str, Capabilities], counters: Mapping[str, CountsTokens] | None = None
) -> None:
    """Set ``turn.prompt`` or ``turn.refusal``. A physical model gets the request's body as it is.

    ``counters`` are the tokenizers of the models that have one. ``turn.metrics`` gets ``ha_prompt``.
    """
    request, model, selection = turn.request, turn.model, turn.selection
    if request is None or model is None:
        raise ValueError("there is no request, or no model for it")
    if turn.physical_model is not None:
        turn.prompt = Prompt(verbatim=msgspec.json.decode(turn.body), body=turn.body)
        return
    if selection is None:
        raise ValueError("nothing has been selected for the model")
    able = capabilities[model]
    if turn.has_image and not able.images:
        turn.refusal = Refusal(400, f"the model {model!r} cannot see images", code="images_not_supported", param="messages")
        return
    limit = input_limit(request, able)
    prompt, steps, tokens = await fitting(
        lambda steps: build(turn, request, dropped(selection, steps), able),
        most_steps(selection),
        limit,
        able,
        (counters or {}).get(model),
    )
    measured = prompt.tokens is not None
    if limit is not None and tokens > limit:
        about = "" if measured else "about "
        message = f"the prompt has {about}{tokens} tokens, and {model!r} takes at most {limit} for this request"
        turn.refusal = Refusal(400, message, code=TOO_LONG, param="messages")
        return
    turn.prompt = prompt
    turn.metrics["ha_prompt"] = {
        "tokens": tokens,
        "measured": measured,
        "limit": limit,
        "left_out": steps,
        # By the same estimate, so that they can be compared.
        "estimate": {"request": -(-len(turn.body) // BYTES_PER_TOKEN), "prompt": estimated_tokens(prompt, able.image_tokens)},
    }
