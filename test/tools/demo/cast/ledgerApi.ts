import { haiku, olderOpus } from '../client/models';
import type { Part } from '../play';
import { ledgerApi } from '../projects/ledgerApi';
import { minutes, seconds } from '../script';
import { launch, notified } from '../words/background';
import { ask, permission, requestBash } from '../words/dialogs';
import { curtain, start, task, tasks } from '../words/life';
import { look, work } from '../words/routine';
import { bash, edit, read, write } from '../words/tools';
import { prompt, say, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const migration = `-- One answer per idempotency key; a repeated request gets it again.
CREATE TABLE refund_requests (
  idempotency_key text PRIMARY KEY,
  charge_id       uuid NOT NULL REFERENCES charges (id),
  response        jsonb NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now()
);
`;

const migrate = bash(
  'psql "$STAGING_DATABASE_URL" --single-transaction -f migrations/0042_refund_requests.sql',
  'Apply the refund_requests migration to staging',
  { seconds: 4, out: 'BEGIN\nCREATE TABLE\nCOMMIT' },
);

const push = bash(
  'git push --force-with-lease origin feat/idempotent-refunds',
  'Push the rebased branch',
  {
    seconds: 3,
    out: 'To git.internal:payments/ledger-api.git\n + 5d1c0aa...c98e417 feat/idempotent-refunds -> feat/idempotent-refunds (forced update)',
    git: { push: { branch: 'feat/idempotent-refunds' } },
  },
);

const refunds: Part = {
  id: 'refunds',
  resultTokens: [6000, 12_000],
  project: ledgerApi,
  branch: 'feat/idempotent-refunds',
  aiTitle: 'Make the refund endpoint idempotent',
  opening: [
    start,
    prompt(
      'Make refunds idempotent: same Idempotency-Key, same answer, one posting. Customers get refunded twice when their client times out and retries.',
    ),
    work(14),
    stop(
      'The key and the posting now live in one transaction. Next is the migration; I have not touched staging yet.',
    ),
    pause(minutes(14)),
    prompt('Show me first that the transaction holds under load.'),
    requestBash(
      'pnpm load:refunds --rate 200 --minutes 9',
      'Repeat refunds under load, each twice',
      {
        after: 9 * 60,
        seconds: 9 * 60,
        out: '108,000 requests, 54,000 refunds, none posted twice',
      },
    ),
    stop('Under load every key makes one posting; the slower of two equal requests waits 40 ms.'),
    pause(seconds(120)),
    prompt('Good. Write the migration and try it on staging.'),
    write('migrations/0042_refund_requests.sql', migration),
    work(4),
    curtain(0),
    say('The migration is ready and only adds a table. I apply it to staging.'),
    permission(migrate, { after: 75 }),
    bash('pnpm test:integration refunds --env staging', 'Run the refund tests against staging', {
      seconds: 14,
      out: ' ✓ retries with the same key get the first answer (212 ms)\n ✓ two keys make two refunds (198 ms)\n ✓ a crash between posting and answer leaves neither (340 ms)\n\n 3 passed',
    }),
    stop(
      'Staging has the table, and a repeated request now returns the first answer with the same refund id. The three integration tests pass.',
    ),
    pause(seconds(40)),
  ],
  scenes: [
    [
      prompt('Rebase on main and push, the review is waiting for it.'),
      bash('git fetch origin && git rebase origin/main', 'Rebase on main', {
        seconds: 5,
        out: 'Successfully rebased and updated refs/heads/feat/idempotent-refunds.',
      }),
      permission(push, { after: 48 }),
      stop('Rebased without conflicts and pushed. CI has started on the new head.'),
      pause(seconds(55)),
    ],
    [
      prompt(
        'What happens to keys after 24 hours? Finance wants to keep them longer than we planned.',
      ),
      think(
        5,
        'Retention is a policy decision. The storage cost is small, the index size is what matters.',
      ),
      read('src/refunds/refundService.ts'),
      ask(
        { after: 62 },
        {
          question: 'How long should idempotency keys be kept?',
          header: 'Retention',
          options: {
            '24 hours': 'Covers client retries, keeps the table small',
            '30 days': 'Covers month-end reconciliation, about 4 GB',
            '13 months': 'What the auditors asked for, partitioned by month',
          },
          answer: '30 days',
        },
      ),
      work(4),
      stop('Keys are kept for 30 days; a nightly job removes older ones in batches of 5,000.'),
      pause(seconds(70)),
    ],
    [
      prompt('Add a metric for replayed requests, with the merchant as a label.'),
      think(
        4,
        'A label per merchant explodes the number of series. An exemplar keeps the question answerable.',
      ),
      work(5),
      stop(
        'I added refund_requests_replayed_total, but without the merchant as a label: we have 38,000 of them. The merchant is on the trace instead. Shall I add a top-20 panel to the dashboard?',
      ),
      pause(seconds(65)),
      prompt('Yes, top 20 is enough.'),
      work(4),
      stop('The panel is in the payments dashboard, next to the refund rate.'),
      pause(seconds(80)),
    ],
  ],
};

const webhooks: Part = {
  id: 'webhooks',
  resultTokens: [9000, 16_000],
  project: ledgerApi,
  branch: 'fix/webhook-retries',
  model: olderOpus,
  aiTitle: 'Back off webhook retries',
  opening: [
    start,
    prompt(
      'Isolate slow webhook endpoints. One that is down delays everybody; give retries exponential backoff with jitter.',
    ),
    work(5),
    requestBash(
      'pnpm replay:export --day monday --out /tmp/monday.ndjson',
      'Export the deliveries of a bad day',
      { after: 5 * 60, seconds: 6 * 60, out: 'exported 171,902 deliveries' },
    ),
    work(4),
    requestBash('pnpm replay:run /tmp/monday.ndjson', 'Replay it against main, to see the delay', {
      after: 2 * 60,
      seconds: 9 * 60,
      out: 'p50 184 ms, p99 38.7 s',
    }),
    work(4),
    curtain(0),
    tasks(
      'Exponential backoff with full jitter',
      'One queue per endpoint',
      'Circuit breaker after ten failures',
      'Metrics for retries and open circuits',
      'Runbook entry for support',
    ),
    task(1, work(1)),
    task(2, work(2)),
    task(
      3,
      say(
        'Two questions are independent of each other: who else retries, and how endpoints are stored. I send one agent each.',
      ),
      launch(
        {
          type: 'Explore',
          description: 'Find every retry loop',
          prompt:
            'List every place in this repository that retries a network call, with its policy.',
          model: haiku,
          does: [look(7), pause(seconds(14)), look(4)],
          reports:
            'Three retry loops: webhooks (linear), payouts (linear, max 3), bank import (none).',
        },
        {
          type: 'general-purpose',
          description: 'Check the endpoint table',
          prompt: 'Does the endpoints table have room for a circuit state? Propose the columns.',
          does: [look(5), pause(seconds(8)), look(8)],
          reports:
            'endpoints has no state column; propose circuit_opened_at and failure_count, both nullable.',
        },
      ),
      stop('Both agents are on it. I continue as soon as they report.'),
      notified,
      say('The payouts worker has the same linear retry; it can share the new policy.'),
      edit(
        'src/webhooks/worker.ts',
        '    await job.retryIn(1000 * job.attempt);',
        '    await job.retryIn(fullJitter(job.attempt, { base: 500, cap: 60_000 }));',
      ),
      stop('Retries share one policy now. I wait for the second report before I add the circuit.'),
      notified,
      work(5),
    ),
    task(4, work(6)),
    task(
      5,
      write(
        'docs/runbooks/webhooks.md',
        '# Webhooks are late\n\n1. Look at open circuits.\n2. Ask the merchant before you close one by hand.\n',
      ),
    ),
    stop(
      'All five parts are done: retries back off, a dead endpoint no longer delays others, and support has a runbook.',
    ),
    pause(seconds(60)),
  ],
  scenes: [
    [
      prompt('Replay yesterday’s traffic against it and compare delivery times.'),
      tasks(
        'Record yesterday’s deliveries',
        'Replay against both versions',
        'Compare the percentiles',
      ),
      task(
        1,
        bash(
          'pnpm replay:export --day yesterday --out /tmp/deliveries.ndjson',
          'Export yesterday’s deliveries',
          { seconds: 16, out: 'exported 182,440 deliveries' },
        ),
      ),
      task(
        2,
        bash(
          'pnpm replay:run /tmp/deliveries.ndjson --baseline main',
          'Replay against main and the branch',
          {
            seconds: 34,
            out: '           main      branch\np50       182 ms     176 ms\np99     41.2 s       2.9 s',
          },
        ),
      ),
      task(3, work(2)),
      stop(
        'With one endpoint down, the 99th percentile falls from 41 s to 2.9 s; the median stays where it was.',
      ),
      pause(seconds(60)),
    ],
    [
      prompt('Can the circuit close by itself?'),
      think(6, 'Half-open: let one delivery through every minute; a success closes it.'),
      work(7),
      requestBash(
        'pnpm exec tsx scripts/close-circuits.ts --staging',
        'Close all circuits on staging once',
        { verdict: { told: 'Do it for the test merchant only, please.' }, after: 40 },
      ),
      work(3),
      stop('An open circuit now lets one delivery through per minute and closes on success.'),
      pause(seconds(45)),
    ],
  ],
};

export const ledgerApiCast: readonly Part[] = [refunds, webhooks];
