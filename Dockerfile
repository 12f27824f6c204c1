# The bot in a container. docs/operating.md tells how to run it.

FROM python:3.11-slim AS install
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/python -m pip install --no-cache-dir --require-hashes -r requirements.txt

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home hartenheer \
    && install --directory --owner=hartenheer --mode=700 /data
COPY --from=install /venv /venv
WORKDIR /app
COPY LICENSE ./
COPY assets assets
COPY bot bot
COPY cogs cogs
COPY data data
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    HARTENHEER_DATABASE=/data/hartenheer.sqlite3
RUN python -m compileall -q bot cogs data
USER hartenheer
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot"]
