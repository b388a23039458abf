import assert from 'node:assert/strict';
import { detailOf } from '../../../src/webview/detail';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

describe('detailOf', () => {
  it('shows the open request before anything else', () => {
    const session = aSession({
      pendingRequest: aPendingRequest({ agentId: 'a1', agentType: 'Explore' }),
      agentState: { context: { tool: 'Read', input: { file_path: 'a.ts' } } },
    });
    assert.deepEqual(detailOf(session), {
      about: 'request',
      kind: 'code',
      text: 'npm test',
      asker: 'Explore',
    });
  });

  it('shows what the running tool works on', () => {
    const agentState = { context: { tool: 'Edit', input: { file_path: 'src/a.ts' } } };
    assert.deepEqual(detailOf(aSession({ agentState })), {
      about: 'tool',
      kind: 'code',
      text: 'src/a.ts',
    });
  });

  it('shows what the agent said last while it rests', () => {
    const agentState = {
      group: 'needs_you',
      state: 'idle',
      context: { message: 'All done.' },
    } as const;
    assert.deepEqual(detailOf(aSession({ agentState })), {
      about: 'said',
      kind: 'text',
      text: 'All done.',
    });
  });

  it('shows nothing where there is nothing', () => {
    assert.equal(detailOf(aSession()), undefined);
    assert.equal(
      detailOf(aSession({ agentState: { context: { tool: 7, message: {} } } })),
      undefined,
    );
    assert.equal(
      detailOf(aSession({ pendingRequest: aPendingRequest({ toolInput: undefined }) })),
      undefined,
    );
  });
});
