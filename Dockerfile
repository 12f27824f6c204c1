# The bot in a container, with strong robots or (--target light) without what compiles them. docs/operating.md tells
# how to run it. The base is what `docker buildx imagetools inspect python:3.11-slim` called its digest on
# 13 September 2026; by that command it is renewed.

ARG PYTHON=python:3.11-slim@sha256:9534e5a8e315485d4061ed659af0fd78a284c015f9b73661b41d6bab25604534

FROM ${PYTHON} AS install-light
COPY requirements-light.txt requirements.txt
RUN python -m venv /venv && /venv/bin/python -m pip install --no-cache-dir --require-hashes -r requirements.txt

FROM ${PYTHON} AS install-strong
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/python -m pip install --no-cache-dir --require-hashes -r requirements.txt

FROM ${PYTHON} AS bot
RUN useradd --system --uid 10001 --no-create-home hartenheer \
    && install --directory --owner=hartenheer --mode=700 /data
WORKDIR /app
COPY LICENSE ./
COPY assets assets
COPY bot bot
COPY cogs cogs
COPY data data
COPY playground playground
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    HARTENHEER_DATABASE=/data/hartenheer.sqlite3
RUN python -m compileall -q bot cogs data playground
USER hartenheer
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot"]

FROM bot AS light
COPY --from=install-light /venv /venv

FROM bot AS strong
COPY --from=install-strong /venv /venv
