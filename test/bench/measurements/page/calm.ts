import { setTimeout as delay } from 'node:timers/promises';
import type { FromPage } from '../../../../src/shared/messages/pageMessages';
import type { AgentState, LiveSession } from '../../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../../src/shared/words/stateLabels';
import { controlOn } from '../../../support/fakes/fakeControl';
import { aSession, aSummary } from '../../../support/sessionBuilder';
import { BoardPages, type BoardPage } from '../../window/boardPage';
import { verdict, type Measurement } from '../../measurement';

const working = 10;
const perSecond = 4;
const seconds = { full: 120, small: 20 };
const budgetPerMinute = 2;

/** Every this many changes, a session asks for a permission; it continues at its next change. */
const asksEvery = 40;

type State = Pick<AgentState, 'group' | 'state' | 'label'>;
const workingStates: readonly State[] = [
  { group: 'autonomous', state: 'thinking', label: stateLabel('thinking') },
  { group: 'autonomous', state: 'acting', label: stateLabel('running', 'Bash') },
  { group: 'autonomous', state: 'acting', label: stateLabel('running', 'Edit') },
];
const askingState: State = {
  group: 'needs_you',
  state: 'needs_permission',
  label: stateLabel('permission', 'Bash'),
};

/**
 * Measures how often cards move among their neighbours on the production page while sessions work.
 */
export const calm: Measurement = {
  name: 'calm',
  async measure({ small }) {
    const pages = await BoardPages.start();
    try {
      let onReady = (): void => undefined;
      const ready = new Promise<void>((resolve) => (onReady = resolve));
      const page = await pages.open((message: FromPage) => {
        if (message.type === 'ready') onReady();
      });
      await ready;
      const forSeconds = small ? seconds.small : seconds.full;
      const { shown, byActivity } = await countMoves(page, forSeconds * perSecond);
      await page.close();
      const minutes = forSeconds / 60;
      return [
        {
          figure: `cards that change places, ${working} sessions at work`,
          measured: `${(shown / minutes).toFixed(1)} a minute`,
          budget: `≤ ${budgetPerMinute} a minute`,
          raw: `${(byActivity / minutes).toFixed(0)} a minute by activity`,
          verdict: verdict(shown / minutes <= budgetPerMinute),
          notes: [
            `${perSecond} changes a second; a card that comes to a group or leaves it does not count, its neighbours that pass each other do`,
          ],
        },
      ];
    } finally {
      await pages.stop();
    }
  },
};

async function countMoves(
  page: BoardPage,
  changes: number,
): Promise<{ readonly shown: number; readonly byActivity: number }> {
  const sessions = Array.from({ length: working }, (_, index) => sessionOf(index));
  const head = { summary: aSummary(sessions) };
  const rest = { connection: 'live', hooks: 'installed', control: controlOn, mutes: [] };
  const home = '/home/dev';
  await page.postAndPaint(
    { type: 'snapshot', sequence: 1, sessions, ...head, ...rest, home },
    working,
  );
  let before = await page.orders();
  if (before.flat().length !== working) throw new Error('The page shows other cards than these');
  let latest = [...sessions].sort(byLastActivity).map(({ sessionId }) => sessionId);
  let shown = 0;
  let byActivity = 0;
  for (let index = 0; index < changes; index += 1) {
    const at = (index * 7 + Math.floor(index / working)) % working;
    const changed = changedSession(sessions[at] as LiveSession, index); // The index is valid.
    sessions[at] = changed;
    await page.post({
      type: 'update',
      sequence: index + 2,
      changed: [changed],
      removed: [],
      summary: aSummary(sessions),
    });
    await delay(1_000 / perSecond);
    const after = await page.orders();
    shown += before.reduce((sum, order, column) => sum + moved(order, after[column] ?? []), 0);
    before = after;
    const now = [...sessions].sort(byLastActivity).map(({ sessionId }) => sessionId);
    byActivity += moved(latest, now);
    latest = now;
  }
  return { shown, byActivity };
}

function byLastActivity(a: LiveSession, b: LiveSession): number {
  return b.lastActivityAt.localeCompare(a.lastActivityAt);
}

/**
 * The minimum number of cards that have to be moved to get from one order to the other. Cards that
 * are in only one of them are ignored.
 */
function moved(before: readonly string[], after: readonly string[]): number {
  const stayed = after.filter((id) => before.includes(id)).map((id) => before.indexOf(id));
  const longest: number[] = [];
  for (const [at, place] of stayed.entries()) {
    const reached = stayed.slice(0, at).map((other, i) => (other < place ? (longest[i] ?? 0) : 0));
    longest.push(1 + Math.max(0, ...reached));
  }
  return stayed.length - Math.max(0, ...longest);
}

function changedSession(session: LiveSession, index: number): LiveSession {
  const at = new Date().toISOString();
  const next = index % asksEvery === 0 ? askingState : workingStates[index % workingStates.length];
  return {
    ...session,
    agentState: { ...session.agentState, ...next },
    stateSince: at,
    lastActivityAt: at,
    lastPrompt: `Change number ${index}`,
  };
}

function sessionOf(index: number): LiveSession {
  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
  return aSession({
    sessionId: `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
    title: `Session number ${index} looks at the order routes`,
    projectName: `project-${index % 4}`,
    agentState: workingStates[index % workingStates.length] ?? {},
    stateSince: ago(index * 1_000),
    startedAt: ago(index * 60_000),
    lastActivityAt: ago(index * 1_000),
  });
}
