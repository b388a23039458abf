import { olderOpus, opus } from '../models';
import type { Part } from '../play';
import type { Project } from '../project';
import { bookingWeb } from '../projects/bookingWeb';
import { courierApp } from '../projects/courierApp';
import { designSystem } from '../projects/designSystem';
import { eventPipeline } from '../projects/eventPipeline';
import { ledgerApi } from '../projects/ledgerApi';
import { platformInfra } from '../projects/platformInfra';
import { searchService } from '../projects/searchService';
import { hours, minutes } from '../script';
import { exit, start } from '../words/life';
import { work } from '../words/routine';
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
  },
  {
    project: eventPipeline,
    branch: 'chore/python-3.13',
    title: 'Move to Python 3.13',
    asked: 'Move the pipeline to Python 3.13 and tell me what gets faster.',
    answered: 'All green on 3.13; decoding is 8 % faster, everything else is within noise.',
    endedAgoHours: 4.5,
    size: 15,
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
    work(item.size),
    stop(item.answered),
    pause(minutes(5 + (index % 4) * 3)),
    prompt('Thanks. Commit it with a short message.'),
    work(2),
    stop('Committed.'),
    pause(minutes(1)),
    exit,
  ],
}));
