# A node of a Ray cluster that trains and plays: docs/cluster.md. Compiled code is in the image, so that no node compiles.
FROM python:3.11-slim

# What Ray's cluster launcher copies files with.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends openssh-client rsync && rm -rf /var/lib/apt/lists/*

WORKDIR /nexus-env
COPY pyproject.toml README.md LICENSE train.py ./
COPY nexus_env nexus_env
COPY agents agents
COPY configs configs

# The processor's torch; for a GPU, build with --build-arg TORCH=https://download.pytorch.org/whl/cu128
ARG TORCH=https://download.pytorch.org/whl/cpu
RUN python -m pip install --no-cache-dir --extra-index-url "$TORCH" --editable '.[train,ray]' \
    && python -m nexus_env warm

EXPOSE 6379 10001
CMD ["ray", "start", "--head", "--port=6379", "--block"]
