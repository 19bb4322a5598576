"""The protocol: what messages there are, their schema, and how they are read and refused. See docs/protocol.md."""
