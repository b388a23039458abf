import { olderOpus } from '../client/models';
import type { Part } from '../play';
import type { Project } from '../project';
import { bookingWeb } from '../projects/bookingWeb';
import { courierApp } from '../projects/courierApp';
import { designSystem } from '../projects/designSystem';
import { eventPipeline } from '../projects/eventPipeline';
import { ledgerApi } from '../projects/ledgerApi';
import { platformInfra } from '../projects/platformInfra';
import { searchService } from '../projects/searchService';
import type { Scene } from '../script';
import { hours, minutes } from '../script';
import { commit, mergePull, openPull, push, vitest } from '../words/git';
import { exit, start } from '../words/life';
import { work } from '../words/routine';
import { requestBash } from '../words/dialogs';
import { prompt, stop } from '../words/turn';
import { pause } from '../words/woken';

interface Closed {
  readonly project: Project;
  readonly branch: string;
  readonly title: string;
  readonly asked: string;
  readonly answered: string;
  readonly endedAgoHours: number;
  /** Pieces of work in it. */
  readonly size: number;
  /** What it delivered at its end. */
  readonly delivers?: Scene;
  /** Commands between those that take their time, and that a person lets run when they come by. */
  readonly stints?: readonly Scene[];
  readonly model?: string;
}

const closed: readonly Closed[] = [
  {
    project: ledgerApi,
    branch: 'fix/payout-rounding',
    title: 'Payouts are off by a cent',
    asked: 'Fix payouts that are off by one minor unit in three-decimal currencies.',
    answered:
      'Fees were rounded before they were summed. They are summed first now; the property test covers every currency we settle in.',
    endedAgoHours: 0.6,
    size: 17,
    delivers: [
      vitest({ passed: 431 }),
      commit(
        'Round payouts after summing fees',
        '3 files changed, 41 insertions(+), 17 deletions(-)',
      ),
      push,
      openPull(1207, 'Round payouts after summing fees'),
      mergePull(1207, 'Round payouts after summing fees'),
    ],
    stints: [
      requestBash(
        'pnpm test:property payouts --runs 20000',
        'Run the property test over every currency',
        { after: 2 * 60, seconds: 8 * 60, out: ' ✓ payouts add up in 43 currencies (20,000 runs)' },
      ),
      requestBash(
        'pnpm payouts:recompute --env staging --since 2026-11-01',
        'Recompute this month’s payouts on staging',
        {
          after: 7 * 60,
          seconds: 6 * 60,
          out: 'recomputed 18,204 payouts, 31 differ by one minor unit',
        },
      ),
    ],
  },
  {
    project: bookingWeb,
    branch: 'fix/seat-map-zoom',
    title: 'Seat map jumps while zooming',
    asked:
      'Stop the seat map from jumping when I pinch. Keep the point under the fingers where it is.',
    answered:
      'The map zooms around the fingers’ midpoint; the jump came from resetting the origin on every frame.',
    endedAgoHours: 1.1,
    size: 14,
    stints: [
      requestBash('npm run test:e2e -- seat-map --project webkit', 'Pinch the seat map in WebKit', {
        after: 5 * 60,
        seconds: 7 * 60,
        out: ' 14 passed (6.8m)',
      }),
      requestBash(
        'npm run preview:deploy',
        'Put the branch on a preview address to try it on a phone',
        { after: 3 * 60, seconds: 4 * 60, out: 'https://seat-map-zoom.preview.internal' },
      ),
    ],
  },
  {
    project: platformInfra,
    branch: 'chore/rotate-certificates',
    title: 'Rotate the internal certificates',
    asked:
      'Rotate the internal certificates without a restart of the gateways. They expire in three weeks.',
    answered:
      'Gateways reload certificates from disk now; staging rotated without a dropped connection.',
    endedAgoHours: 1.9,
    size: 19,
    stints: [
      requestBash(
        'terraform apply -target module.certificates -var environment=staging',
        'Issue new certificates on staging',
        {
          after: 11 * 60,
          seconds: 5 * 60,
          out: 'Apply complete! Resources: 12 added, 0 changed, 0 destroyed.',
        },
      ),
      requestBash(
        'kubectl --context staging rollout status deploy/gateway --timeout 10m',
        'Watch the gateways take them up',
        { after: 1 * 60, seconds: 9 * 60, out: 'deployment "gateway" successfully rolled out' },
      ),
      requestBash(
        './scripts/soak.sh staging 8m',
        'Keep connections open while certificates change',
        { after: 4 * 60, seconds: 8 * 60, out: '0 of 41,290 connections dropped' },
      ),
    ],
  },
  {
    project: searchService,
    branch: 'fix/synonym-loop',
    title: 'Synonyms that point at each other',
    asked:
      'Detect synonym cycles when the file is loaded. A pair that name each other makes the indexer spin.',
    answered: 'Cycles are found at load and named in the error, with both line numbers.',
    endedAgoHours: 2.4,
    size: 12,
    stints: [
      requestBash(
        'cargo test --release -- --ignored synonyms',
        'Load every customer’s synonym file',
        { after: 3 * 60, seconds: 9 * 60, out: 'test result: ok. 212 passed' },
      ),
      requestBash('cargo bench --bench load', 'Time the loading with the check', {
        after: 6 * 60,
        seconds: 6 * 60,
        out: 'load: 812 ms (before: 809 ms)',
      }),
    ],
  },
  {
    project: courierApp,
    branch: 'fix/battery',
    title: 'Location updates drain the battery',
    asked:
      'Save battery while the van stands still. Drivers lose 30 % by noon; check how often we ask for the location.',
    answered:
      'Updates drop to one in two minutes when the activity sensor says still: 9 % by noon on the test device.',
    endedAgoHours: 3.2,
    size: 21,
    stints: [
      requestBash(
        'adb shell dumpsys batterystats --reset',
        'Reset the battery statistics of the test device',
        { after: 12 * 60, seconds: 1 * 60, out: 'Battery stats reset.' },
      ),
      requestBash('./gradlew :app:connectedDebugAndroidTest', 'Run the tests on the device', {
        after: 2 * 60,
        seconds: 10 * 60,
        out: 'BUILD SUCCESSFUL in 9m 41s',
      }),
      requestBash('./scripts/drive.sh --still 9m', 'Play a van that stands still for a while', {
        after: 3 * 60,
        seconds: 9 * 60,
        out: 'location updates: 5 (before: 268)',
      }),
    ],
  },
  {
    project: eventPipeline,
    branch: 'chore/python-3.13',
    title: 'Move to Python 3.13',
    asked: 'Move the pipeline to Python 3.13 and tell me what gets faster.',
    answered: 'All green on 3.13; decoding is 8 % faster, everything else is within noise.',
    endedAgoHours: 4.5,
    size: 15,
    stints: [
      requestBash('uv python install 3.13', 'Install Python 3.13', {
        after: 6 * 60,
        seconds: 2 * 60,
        out: 'Installed Python 3.13.9',
      }),
      requestBash('uv run pytest -q', 'Run all tests on it', {
        after: 1 * 60,
        seconds: 8 * 60,
        out: '1,482 passed in 471.20s',
      }),
      requestBash(
        'uv run python -m pipeline.profile --day 2026-11-18',
        'Measure a whole day on both versions',
        { after: 8 * 60, seconds: 9 * 60, out: 'decode: -8 %, the rest within noise' },
      ),
    ],
  },
  {
    project: designSystem,
    branch: 'fix/focus-ring',
    title: 'Focus ring is cut off in lists',
    asked:
      'Fix the focus ring that is clipped inside scrolling lists, in the component, not in every app.',
    answered: 'The ring is drawn inside the row in scrolling lists; no app has to change.',
    endedAgoHours: 6.3,
    size: 9,
    stints: [
      requestBash('npm run test:visual -- --update lists', 'Take the pictures of all lists anew', {
        after: 7 * 60,
        seconds: 6 * 60,
        out: '38 pictures, 6 changed',
      }),
      requestBash('npm run build:docs', 'Build the documentation with the new ring', {
        after: 2 * 60,
        seconds: 4 * 60,
        out: 'built 214 pages',
      }),
    ],
    model: olderOpus,
  },
  {
    project: ledgerApi,
    branch: 'feat/statement-export',
    title: 'Export statements as CSV',
    asked: 'Export monthly statements as CSV, streamed, with a stable column order.',
    answered:
      'GET /v1/statements/:month.csv streams with constant memory; columns are fixed by a test.',
    endedAgoHours: 23,
    size: 24,
  },
  {
    project: bookingWeb,
    branch: 'perf/search-page',
    title: 'Search page paints late',
    asked: 'Get the search page’s largest paint under 2.5 s. It is 3.4 s on a mid-range phone.',
    answered:
      'LCP is 2.1 s: the hero image is preloaded and the filters hydrate when they are first touched.',
    endedAgoHours: 25,
    size: 26,
  },
  {
    project: platformInfra,
    branch: 'fix/log-volume',
    title: 'Halve the log volume',
    asked: 'Find the logs that nobody reads. We pay for 2 TB of them a day.',
    answered: 'Health checks and retries made 61 % of it; both are sampled now.',
    endedAgoHours: 27,
    size: 18,
  },
  {
    project: searchService,
    branch: 'feat/boost-availability',
    title: 'Prefer listings that are free',
    asked: 'Rank listings that are free on the searched dates above equal ones that are not.',
    answered: 'Availability is a tie-breaker, not a factor, so relevance stays what it was.',
    endedAgoHours: 48,
    size: 20,
  },
  {
    project: courierApp,
    branch: 'feat/damage-photos',
    title: 'Photos of damaged parcels',
    asked: 'Let drivers attach up to three photos to a damage report, sent when there is Wi-Fi.',
    answered:
      'Photos are attached at once and uploaded on Wi-Fi, or after six hours on any network.',
    endedAgoHours: 50,
    size: 22,
  },
  {
    project: eventPipeline,
    branch: 'fix/duplicate-keys',
    title: 'Duplicate events after a rebalance',
    asked: 'Make the sink idempotent: after a rebalance some events are counted twice.',
    answered: 'The sink upserts by event id; replaying an hour changes nothing.',
    endedAgoHours: 73,
    size: 19,
  },
  {
    project: designSystem,
    branch: 'feat/empty-states',
    title: 'One component for empty states',
    asked: 'Make one component for empty states. Five apps draw their own.',
    answered: 'EmptyState takes a title, a reason and one action; the five variants map onto it.',
    endedAgoHours: 96,
    size: 13,
  },
];

/** So many pieces of work, with the stints between them. */
const workAround = (pieces: number, stints: readonly Scene[]): Scene => {
  const share = Math.ceil(pieces / (stints.length + 1));
  const last = pieces - share * stints.length;
  return [...stints.flatMap((one) => [work(share), one]), work(Math.max(1, last))];
};

export const pastCast: readonly Part[] = closed.map((item, index) => ({
  id: `closed-${index}`,
  project: item.project,
  branch: item.branch,
  ...(item.model !== undefined && { model: item.model }),
  aiTitle: item.title,
  endedAgoMs: hours(item.endedAgoHours),
  resultTokens: [2000 + (index % 5) * 1500, 7000 + (index % 5) * 2500],
  opening: [
    start,
    prompt(item.asked),
    workAround(item.size, item.stints ?? []),
    stop(item.answered),
    pause(minutes(5 + (index % 4) * 3)),
    prompt('Thanks. Commit it with a short message.'),
    work(2),
    item.delivers ?? commit(item.title, '4 files changed, 96 insertions(+), 38 deletions(-)'),
    stop(item.delivers === undefined ? 'Committed.' : 'Committed, reviewed and merged.'),
    pause(minutes(1)),
    exit,
  ],
}));
