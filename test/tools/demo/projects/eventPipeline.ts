import { bash, edit, grep, read } from '../words/tools';
import { outlinedProject } from './outline';
import { say, think } from '../words/turn';

const writer = `from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.schema import EVENT_SCHEMA


class DayWriter:
    """Collects one day of events and writes it as a single file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows: list[dict] = []

    def add(self, event: dict) -> None:
        self.rows.append(event)

    def close(self, day: str) -> Path:
        table = pa.Table.from_pylist(self.rows, schema=EVENT_SCHEMA)
        path = self.folder / f"{day}.parquet"
        pq.write_table(table, path, compression="zstd")
        return path
`;

const lateness = `from datetime import timedelta

ALLOWED_LATENESS = timedelta(minutes=15)


def assign_window(event: dict, watermark) -> str | None:
    """The hour an event belongs to, or None once that hour is closed."""
    hour = event["occurred_at"].replace(minute=0, second=0, microsecond=0)
    if hour + timedelta(hours=1) + ALLOWED_LATENESS < watermark:
        return None
    return hour.isoformat()
`;

export const eventPipeline = outlinedProject({
  name: 'event-pipeline',
  outline: {
    'pipeline/decode.py': 'decode_batch',
    'pipeline/dedupe.py': 'drop_duplicates',
    'pipeline/aggregate.py': 'aggregate_hour',
    'pipeline/backfill.py': 'backfill_day',
    'pipeline/manifest.py': 'write_manifest',
    'pipeline/quality.py': 'check_counts',
    'pipeline/sink.py': 'upsert_events',
    'pipeline/watermark.py': 'advance_watermark',
    'tests/test_windows.py': 'test_late_events',
    'tests/test_sink.py': 'test_replay',
  },
  files: {
    'pipeline/writer.py': writer,
    'pipeline/windows.py': lateness,
    'README.md':
      '# event-pipeline\n\nFrom the event bus to daily Parquet files and hourly aggregates.\n',
  },
  routine: [
    [say('First the writer, then what feeds it.'), read('pipeline/writer.py')],
    grep('DayWriter', 'pipeline/writer.py', 'pipeline/run.py', 'tests/test_writer.py'),
    [
      think(
        3,
        'A day of events is held in memory before anything is written. At 40 million rows that is the whole machine.',
      ),
      bash('uv run pytest tests/test_writer.py -q', 'Run the writer tests', {
        seconds: 5,
        out: '..................                                       [100%]\n18 passed in 3.42s',
      }),
    ],
    read('pipeline/windows.py'),
    bash('uv run python -m pipeline.profile --day 2026-11-18', 'Profile one day', {
      seconds: 11,
      out: 'rows            41,208,733\npeak memory     11.7 GiB\nwall time       6m 41s\n  decode        2m 12s\n  to table      1m 58s\n  write         2m 31s',
    }),
    edit(
      'pipeline/windows.py',
      'ALLOWED_LATENESS = timedelta(minutes=15)',
      'ALLOWED_LATENESS = timedelta(minutes=45)',
    ),
    bash('uv run ruff check pipeline tests', 'Lint', { seconds: 2, out: 'All checks passed!' }),
    bash('uv run mypy pipeline', 'Type-check', {
      seconds: 6,
      out: 'Success: no issues found in 23 source files',
    }),
  ],
});
