import assert from 'node:assert/strict';
import { codexId } from '../../../src/shared/agents/agentLabels';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
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

function asking(request: Partial<PendingRequest> = {}): LiveSession {
  const { agentState } = aSession({
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission' },
  });
  const call = { id: 'call', fate: 'open', answerable: true } as const;
  return { ...served, agentState, pendingRequest: aPendingRequest({ call, ...request }) };
}

describe('The pane of a session that the server of Codex runs', () => {
  it('shows the lines of a patch as removed and added, in the order in which they were written', async () => {
    const lines = ['*** Begin Patch', '*** Update File: /a.ts', '@@ -1 +1 @@', '-old', '+new'];
    const host = await openPage({
      sessions: [asking({ toolName: 'apply_patch', toolInput: { patch: lines.join('\n') } })],
      width: 1440,
      height: 900,
    });
    const shown = host.page.getByRole('region', { name: 'Session', exact: true });
    await shown.getByText('+new').waitFor();
    const seen = await shown.locator('.patch-line').evaluateAll((all) =>
      all.map((line) => {
        const { backgroundColor: color } = getComputedStyle(line);
        return { text: line.textContent, color: color === 'rgba(0, 0, 0, 0)' ? '' : color };
      }),
    );
    const colors = seen.map(({ color }) => color);
    assert.deepEqual(
      seen.map(({ text }) => text),
      lines,
    );
    assert.deepEqual(colors.slice(0, 3), ['', '', '']);
    assert.equal(new Set(colors).size, 3);
    const code = shown.locator('[data-kind="patch"] > .part-code');
    assert.equal(await code.evaluate((one) => getComputedStyle(one).unicodeBidi), 'bidi-override');
  });

  it('offers no grant for a request', async () => {
    const host = await openPage({ sessions: [asking()], width: 1440, height: 900 });
    await host.page.getByRole('button', { name: 'Deny with Message…' }).first().waitFor();
    assert.equal(await host.page.getByRole('button', { name: 'Allow for a While…' }).count(), 0);
  });

  it('shows a plan as text, says that its terminal answers it, and leads there', async () => {
    const plan = { toolName: 'ExitPlanMode', toolInput: { plan: '# Plan\n1. Do a' } };
    const host = await openPage({
      sessions: [asking({ ...plan, call: undefined })],
      width: 1440,
      height: 900,
    });
    const shown = host.page.getByRole('region', { name: 'Session', exact: true });
    await shown.getByText('This one can be answered only in its terminal.').waitFor();
    assert.equal(await shown.locator('.part-plan').innerText(), 'Plan\n\n1.\nDo a');
    assert.equal(await host.page.getByRole('button', { name: 'Approve' }).count(), 0);
    const links = shown.getByRole('group', { name: 'Continue where?' }).getByRole('button');
    assert.deepEqual(await links.allInnerTexts(), ['Open in Terminal', 'Open Transcript']);
  });
});
