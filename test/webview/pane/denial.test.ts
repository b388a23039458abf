import assert from 'node:assert/strict';
import { codexId } from '../../../src/shared/agents/agentLabels';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

const openPage = pageSuite();

describe('The message of a refusal', () => {
  const asks = aSession({
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({ call: { id: 'call', fate: 'open', answerable: true } }),
  });

  it('comes with the time until the terminal asks, if that waits for the board', async () => {
    const call = { id: 'call', fate: 'open', answerable: true, untilAt: Date.now() + 3_600_000 };
    const pendingRequest = aPendingRequest({ call: { ...call, fate: 'open' } });
    const sessions = [{ ...asks, agent: codexId, pendingRequest }];
    const host = await openPage({ sessions, width: 1440, height: 900 });
    await host.page.getByText('Its terminal asks in').first().waitFor();
  });

  for (const [title, session, count] of [
    ['can stop the turn as well', asks, 1],
    ['offers no stop to an agent that takes none', { ...asks, agent: codexId }, 0],
  ] as const) {
    it(title, async () => {
      const host = await openPage({ sessions: [session], width: 1440, height: 900 });
      const pane = host.page.getByRole('region', { name: 'Session', exact: true });
      await pane.getByRole('button', { name: 'Deny with Message…' }).click();
      await pane.locator('.answer-words').waitFor();
      assert.equal(await pane.locator('.answer-check').count(), count);
    });
  }
});
