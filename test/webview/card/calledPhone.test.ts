import assert from 'node:assert/strict';
import type { SessionPush } from '../../../src/shared/protocol/phones';
import { wholeSuite } from '../../support/page/pageSuite';
import { aSession, builderNow } from '../../support/sessionBuilder';
import { until } from '../../support/until';

const openPage = wholeSuite();
const now = Date.parse(builderNow);

const asks = aSession({
  sessionId: 'a',
  title: 'Session a',
  agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
  stateSince: new Date(now - 60_000).toISOString(),
});
const works = aSession({
  sessionId: 'a',
  title: 'Session a',
  agentState: { group: 'autonomous', state: 'thinking', label: 'Thinking' },
});
const push = (change: Partial<SessionPush>): SessionPush => ({
  sessionId: 'a',
  device: 'A'.repeat(22),
  stage: 'accepted',
  at: now - 12_000,
  ...change,
});

describe('The call to a phone on a card', () => {
  it('is told while the session waits for it, by the phone where it came furthest', async () => {
    const host = await openPage({ sessions: [asks] });
    const line = host.page.getByText(/Your phone:/);
    const shows = async (expected: readonly string[], ...pushes: readonly SessionPush[]) => {
      await host.reply({ type: 'pushes', pushes });
      await until(
        () => line.allInnerTexts(),
        (texts) => assert.deepEqual(texts, expected),
      );
    };
    await shows([]);
    await shows(['Your phone: on its way'], push({}));
    await shows(
      ['Your phone: shown 12s ago'],
      push({ stage: 'failed', device: 'B'.repeat(22) }),
      push({ stage: 'shown' }),
      push({ stage: 'silent', device: 'C'.repeat(22) }),
    );
    await shows(['Your phone: accepted 12s ago, not confirmed'], push({ stage: 'silent' }));
    await shows(['Your phone: not reached'], push({ stage: 'failed' }));
    await shows([], push({ stage: 'answered' }));
    await shows([], push({ stage: 'shown', sessionId: 'b' }));
    await shows([], push({ stage: 'shown', at: now - 61_000 }));
    await shows(['Your phone: opened 12s ago'], push({ stage: 'opened' }));
    await host.update([works]);
    await line.waitFor({ state: 'detached' });
  });
});
