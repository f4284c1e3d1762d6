"""Keys that no player of these games gets, for good: books had holders of the first games under these names."""

from __future__ import annotations

from companion.api import Reserved

RESERVED = Reserved(
    words=frozenset(
        {
            "treasury",
            "table",
            "stock",
            "hammer",
            "bank",
            "tote",
            "nobody",
            "all",
            "rest",
            "business",
            "race",
        }
        | {
            "exchange",
            "lottery",
            "auction",
            "due",
            "banker",
            "auctioneer",
            "clerk",
            "fund",
            "training",
            "dummy",
        }
        | {
            "pool",
            "side",
            "order",
            "deck",
            "points",
            "sheet",
            "box",
            "clock",
            "round",
            "lease",
            "cards",
            "horse",
        }
        | {
            "everyone",
            "out",
            "pack",
            "stack",
            "market",
            "price",
            "trade",
            "bids",
            "gate",
            "gates",
            "pass",
            "track",
        }
        | {
            "home",
            "street",
            "dice",
            "jail",
            "broker",
            "game",
            "turn",
            "disaster",
            "toll",
            "bonus",
            "seller",
        }
        | {"shares", "player"}
    ),
    numbered=frozenset({"b", "h", "s", "round", "street", "price", "trade", "auction"}),
)
