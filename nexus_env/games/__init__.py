"""The games: each folder assembles one `Game` under the contract."""
