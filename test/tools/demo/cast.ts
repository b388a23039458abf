import { closedStories, projectOf, storiesOf, type ClosedStory } from './content';
import type { Part } from './play';
import { minutes, type Scene } from './script';
import { commit } from './words/git';
import { exit, start } from './words/life';
import { doRoutineWork } from './words/routine';
import { prompt, stop } from './words/turn';
import { pause } from './words/woken';

/** A number of pieces of work, interleaved with the long commands. */
const workAround = (pieces: number, stints: readonly Scene[]): Scene => {
  const share = Math.ceil(pieces / (stints.length + 1));
  const last = pieces - share * stints.length;
  return [
    ...stints.flatMap((one) => [doRoutineWork(share), one]),
    doRoutineWork(Math.max(1, last)),
  ];
};

const closed = (item: ClosedStory, index: number): Part => ({
  id: `closed-${index}`,
  project: projectOf(item.project),
  branch: item.branch,
  ...(item.model !== undefined && { model: item.model }),
  aiTitle: item.title,
  endedAgoMs: item.endedAgo,
  resultTokens: [2000 + (index % 5) * 1500, 7000 + (index % 5) * 2500],
  opening: [
    start,
    prompt(item.asked),
    workAround(item.size, item.stints),
    stop(item.answered),
    pause(minutes(5 + (index % 4) * 3)),
    prompt('Thanks. Commit it with a short message.'),
    doRoutineWork(2),
    item.delivers ?? commit(item.title, '4 files changed, 96 insertions(+), 38 deletions(-)'),
    stop(item.delivers === undefined ? 'Committed.' : 'Committed, reviewed and merged.'),
    pause(minutes(1)),
    exit,
  ],
});

/** A small team's day: open sessions of nine projects, and the sessions that were closed before. */
export const cast: readonly Part[] = [
  ...[
    'ledger-api',
    'booking-web',
    'event-pipeline',
    'search-service',
    'platform-infra',
    'courier-android',
    'design-system',
    'gift-cards',
    'the-lighthouse',
  ].flatMap(storiesOf),
  ...closedStories().map(closed),
];

/** Sessions on the machine with the graphics cards. */
export const secondMachineCast = storiesOf('recommender');
