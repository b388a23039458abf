import { haiku } from '../client/models';
import type { Part } from '../play';
import { eventPipeline } from '../projects/eventPipeline';
import { minutes, seconds } from '../script';
import { delegate } from '../words/background';
import { mode, plan, requestBash } from '../words/dialogs';
import { compact, curtain, start } from '../words/life';
import { look, work } from '../words/routine';
import { bash, edit } from '../words/tools';
import { prompt, say, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const streamingPlan = `# Stream Parquet row groups instead of whole days

## Why
\`DayWriter\` holds a day in memory: 11.7 GiB at 41 million rows. The next
customer doubles that.

## Steps
1. **Row groups of 250,000 rows.** \`DayWriter.add\` flushes through
   \`pq.ParquetWriter\`; peak memory falls to about 400 MiB.
2. **Write aside, then rename.** A crash leaves no half file for readers.
3. **Sort inside a row group** by \`tenant_id, occurred_at\`, so that predicate
   pushdown still skips.
4. **Compare** on three real days: same row count, same checksums per tenant.

## Not in this change
- Partitioning by tenant (needs a migration of the readers).
- The compaction of small files.

## Risk
Statistics per row group get smaller. If query times rise by more than 10 %,
raise the group size to 1,000,000 before anything else.
`;

const revisedPlan = `# Partition by tenant, in two releases

1. Readers learn both layouts (release 1).
2. The writer switches per tenant, largest last (release 2).
3. A nightly check compares row counts of both layouts for a week.
`;

const writer: Part = {
  id: 'streaming-writer',
  resultTokens: [12_000, 20_000],
  project: eventPipeline,
  branch: 'perf/streaming-writer',
  permissionMode: 'plan',
  aiTitle: 'Cut the memory of the Parquet writer',
  opening: [
    start,
    prompt(
      'Plan how the Parquet writer gets by with 1 GB. It needs 12 GB on a heavy day; the files that readers see must not change.',
    ),
    work(15),
    think(7, 'Row groups are the natural unit. Renaming at the end keeps readers safe.'),
    plan('stream-parquet-row-groups', streamingPlan, {
      after: 105,
      meanwhile: curtain(minutes(9)),
    }),
    edit(
      'pipeline/writer.py',
      '        self.rows.append(event)',
      '        self.rows.append(event)\n        if len(self.rows) >= ROW_GROUP:\n            self.flush()',
    ),
    work(6),
    bash('uv run python -m pipeline.profile --day 2026-11-18', 'Profile the same day again', {
      seconds: 22,
      out: 'rows            41,208,733\npeak memory     412 MiB\nwall time       5m 58s',
    }),
    stop(
      'Peak memory is 412 MiB instead of 11.7 GiB, and the day is done 43 seconds sooner. Row counts and checksums match on all three days.',
    ),
    pause(seconds(30)),
  ],
  scenes: [
    [
      mode('plan'),
      prompt('Now plan the partitioning by tenant, readers first.'),
      work(7),
      plan('partition-by-tenant', `${revisedPlan}\nAll tenants switch on the same day.\n`, {
        told: 'Not all on one day. Let us do it tenant by tenant.',
        after: 70,
      }),
      think(5, 'Per tenant it is; the reader has to look at a manifest then.'),
      plan('partition-by-tenant', revisedPlan, { after: 50 }),
      work(8),
      stop(
        'Release 1 is ready: readers follow the manifest and fall back to the daily file. Nothing changes for them until a tenant is switched.',
      ),
      pause(seconds(45)),
    ],
    [
      prompt('Backfill the smallest tenant on staging so that we can watch it.'),
      requestBash(
        'uv run python -m pipeline.backfill --tenant t-0291 --env staging --days 30',
        'Backfill thirty days of one tenant on staging',
        { after: 58, seconds: 26, out: '30 days, 1,204,118 rows, 0 mismatches' },
      ),
      stop('Thirty days are written in the new layout; the nightly comparison will run on both.'),
      pause(seconds(45)),
    ],
  ],
};

const lateEvents: Part = {
  id: 'late-events',
  resultTokens: [25_500, 30_500],
  project: eventPipeline,
  branch: 'fix/late-events',
  aiTitle: 'Hourly numbers lose late events',
  // A session that has read a great deal: its context is nearly full.
  opening: [
    start,
    prompt(
      'Find the events missing from the hourly dashboard. It is 2 % below the daily total; I suspect late arrivals. Prove it with numbers.',
    ),
    work(9),
    requestBash('uv run python -m pipeline.audit --days 30', 'Compare thirty days of totals', {
      after: 5 * 60,
      seconds: 10 * 60,
      out: '30 days read, 1.4 % to 2.3 % missing by the hour',
    }),
    work(10),
    stop(
      'Between 1.4 % and 2.3 % of events arrive after the 15 minutes the windows allow. They are dropped without a count.',
    ),
    pause(seconds(210)),
    prompt('Count them first, then allow 45 minutes, and show me the cost of that.'),
    work(11),
    curtain(0),
    say('The counter is in; I run a day with both settings.'),
    bash(
      'uv run python -m pipeline.windows --day 2026-11-19 --lateness 15,45',
      'Compare both settings on one day',
      {
        seconds: 21,
        out: 'lateness   dropped     memory\n15 min     612,004     1.1 GiB\n45 min      18,730     1.6 GiB',
      },
    ),
    think(6, 'Half a gigabyte buys back 97 % of what is lost.'),
    compact(
      'Late events: windows drop 1.4–2.3 % of events because ALLOWED_LATENESS is 15 minutes. A counter was added; 45 minutes keeps 97 % of them for 0.5 GiB more memory.',
    ),
    work(6),
    stop(
      'With 45 minutes only 0.05 % is still dropped, and it is counted now. Memory grows from 1.1 to 1.6 GiB.',
    ),
    pause(seconds(35)),
  ],
  scenes: [
    [
      prompt('Which producers send late? I want to talk to those teams.'),
      delegate({
        type: 'Explore',
        description: 'Rank producers by lateness',
        prompt:
          'From the event samples, rank producers by the share of events later than 15 minutes.',
        model: haiku,
        does: [look(6), pause(seconds(12)), look(5)],
        reports:
          'mobile-courier 71 % (uploads when back online), partner-feed 22 % (hourly batches), others below 2 %.',
      }),
      stop(
        'Seven in ten late events come from couriers who were offline, two in ten from the hourly partner feed. The rest is noise.',
      ),
      pause(seconds(45)),
    ],
    [
      prompt('Add that ranking to the data quality page.'),
      work(9),
      stop('The page has a table by producer, refreshed every hour.'),
      pause(seconds(55)),
    ],
    [
      prompt('Backport the counter to the release branch.'),
      requestBash(
        'git cherry-pick -x 81b2fd0 && git push origin release/2026.11',
        'Cherry-pick the counter and push the release branch',
        { verdict: 'denied', after: 44 },
      ),
      pause(seconds(30)),
      prompt('Not to the release branch directly: open a pull request against it.'),
      work(4),
      stop(
        'The pull request against release/2026.11 is open; it holds the counter and its test, nothing else.',
      ),
      pause(seconds(30)),
    ],
  ],
};

export const eventPipelineCast: readonly Part[] = [writer, lateEvents];
