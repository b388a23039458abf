import { olderOpus, opus } from '../client/models';
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
import { workAround, type Stint } from '../words/stint';
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
  /** Between those. */
  readonly stints?: readonly Stint[];
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
      {
        command: 'pnpm test:property payouts --runs 20000',
        description: 'Run the property test over every currency',
        waitedMinutes: 2,
        ranMinutes: 8,
        out: ' ✓ payouts add up in 43 currencies (20,000 runs)',
      },
      {
        command: 'pnpm payouts:recompute --env staging --since 2026-11-01',
        description: 'Recompute this month’s payouts on staging',
        waitedMinutes: 7,
        ranMinutes: 6,
        out: 'recomputed 18,204 payouts, 31 differ by one minor unit',
      },
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
      {
        command: 'npm run test:e2e -- seat-map --project webkit',
        description: 'Pinch the seat map in WebKit',
        waitedMinutes: 5,
        ranMinutes: 7,
        out: ' 14 passed (6.8m)',
      },
      {
        command: 'npm run preview:deploy',
        description: 'Put the branch on a preview address to try it on a phone',
        waitedMinutes: 3,
        ranMinutes: 4,
        out: 'https://seat-map-zoom.preview.internal',
      },
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
      {
        command: 'terraform apply -target module.certificates -var environment=staging',
        description: 'Issue new certificates on staging',
        waitedMinutes: 11,
        ranMinutes: 5,
        out: 'Apply complete! Resources: 12 added, 0 changed, 0 destroyed.',
      },
      {
        command: 'kubectl --context staging rollout status deploy/gateway --timeout 10m',
        description: 'Watch the gateways take them up',
        waitedMinutes: 1,
        ranMinutes: 9,
        out: 'deployment "gateway" successfully rolled out',
      },
      {
        command: './scripts/soak.sh staging 8m',
        description: 'Keep connections open while certificates change',
        waitedMinutes: 4,
        ranMinutes: 8,
        out: '0 of 41,290 connections dropped',
      },
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
      {
        command: 'cargo test --release -- --ignored synonyms',
        description: 'Load every customer’s synonym file',
        waitedMinutes: 3,
        ranMinutes: 9,
        out: 'test result: ok. 212 passed',
      },
      {
        command: 'cargo bench --bench load',
        description: 'Time the loading with the check',
        waitedMinutes: 6,
        ranMinutes: 6,
        out: 'load: 812 ms (before: 809 ms)',
      },
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
      {
        command: 'adb shell dumpsys batterystats --reset',
        description: 'Reset the battery statistics of the test device',
        waitedMinutes: 12,
        ranMinutes: 1,
        out: 'Battery stats reset.',
      },
      {
        command: './gradlew :app:connectedDebugAndroidTest',
        description: 'Run the tests on the device',
        waitedMinutes: 2,
        ranMinutes: 10,
        out: 'BUILD SUCCESSFUL in 9m 41s',
      },
      {
        command: './scripts/drive.sh --still 9m',
        description: 'Play a van that stands still for a while',
        waitedMinutes: 3,
        ranMinutes: 9,
        out: 'location updates: 5 (before: 268)',
      },
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
      {
        command: 'uv python install 3.13',
        description: 'Install Python 3.13',
        waitedMinutes: 6,
        ranMinutes: 2,
        out: 'Installed Python 3.13.9',
      },
      {
        command: 'uv run pytest -q',
        description: 'Run all tests on it',
        waitedMinutes: 1,
        ranMinutes: 8,
        out: '1,482 passed in 471.20s',
      },
      {
        command: 'uv run python -m pipeline.profile --day 2026-11-18',
        description: 'Measure a whole day on both versions',
        waitedMinutes: 8,
        ranMinutes: 9,
        out: 'decode: -8 %, the rest within noise',
      },
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
      {
        command: 'npm run test:visual -- --update lists',
        description: 'Take the pictures of all lists anew',
        waitedMinutes: 7,
        ranMinutes: 6,
        out: '38 pictures, 6 changed',
      },
      {
        command: 'npm run build:docs',
        description: 'Build the documentation with the new ring',
        waitedMinutes: 2,
        ranMinutes: 4,
        out: 'built 214 pages',
      },
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

export const pastCast: readonly Part[] = closed.map((item, index) => ({
  id: `closed-${index}`,
  project: item.project,
  branch: item.branch,
  model: item.model ?? opus,
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
