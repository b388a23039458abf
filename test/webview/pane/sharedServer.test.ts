import assert from 'node:assert/strict';
import { codexId } from '../../../src/shared/agents/agentLabels';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

const openPage = pageSuite();

/** A session of Codex that its server runs: it has no process, and prompts reach it. */
const served = aSession({
  agent: codexId,
  pid: undefined,
  prompting: { way: 'hook', followUps: true, prompts: [] },
  agentState: { group: 'needs_you', state: 'idle', label: 'Waiting for your next prompt' },
});

describe('The pane of a session that the server of Codex runs', () => {
  it('offers no grant for a request', async () => {
    const { agentState } = aSession({
      agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission' },
    });
    const call = { id: 'call', fate: 'open', answerable: true } as const;
    const asking = { ...served, agentState, pendingRequest: aPendingRequest({ call }) };
    const host = await openPage({ sessions: [asking], width: 1440, height: 900 });
    await host.page.getByRole('button', { name: 'Deny with Message…' }).first().waitFor();
    assert.equal(await host.page.getByRole('button', { name: 'Allow for a While…' }).count(), 0);
  });
});
