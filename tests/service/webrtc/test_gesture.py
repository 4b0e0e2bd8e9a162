"""The whole way: a player's sign goes in by WHIP and comes out as an event."""

from __future__ import annotations

import asyncio

from datasets.demo import shipped
from service.eye import open_table_models
from service.live.eye import Eye
from service.webrtc.publish import Publisher
from tests.service.webrtc.house import house, until

SEAT = 4
"""Its player shows the sign of one."""


def test_a_sign_arrives_as_an_event(default_models: None) -> None:
    path = next(seat.path for seat in shipped() if seat.seat == SEAT)

    async def main() -> None:
        eye = Eye(open_table_models())
        async with house(eye=eye) as server:
            feed = server.table.journal.feed("platform")

            def signs() -> list[object]:
                lines = [line.fields for line in feed.after(0)]
                return [
                    one["data"] for one in lines if one["type"] == "gesture.started" and one["seat"] == SEAT
                ]

            sender = Publisher(server.url(SEAT), server.token(SEAT), path, loop=True)
            await sender.start()
            await until(lambda: bool(signs()), 120)
            (sign, *_) = signs()
            assert isinstance(sign, dict)
            assert sign["gesture"] == "number_1"
            kinds = {str(line.fields["type"]) for line in feed.after(0)}
            assert not [kind for kind in kinds if kind.startswith("absence.")]
            await sender.stop()
        eye.close()

    asyncio.run(main())
