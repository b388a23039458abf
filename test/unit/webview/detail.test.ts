import assert from 'node:assert/strict';
import { detailOf } from '../../../src/webview/detail';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

describe('detailOf', () => {
  it('shows the open request before anything else', () => {
    const session = aSession({
      pendingRequest: aPendingRequest({ agentId: 'a1', agentType: 'Explore' }),
      agentState: { context: { toolName: 'Read', toolInput: { file_path: 'a.ts' } } },
    });
    assert.deepEqual(detailOf(session), {
      about: 'request',
      kind: 'code',
      text: 'npm test',
      asker: 'Explore',
    });
  });

  it('shows what the running tool works on', () => {
    const agentState = { context: { toolName: 'Edit', toolInput: { file_path: 'src/a.ts' } } };
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

  it('shows the question that a long answer ends with', () => {
    const agentState = {
      group: 'needs_you',
      state: 'awaiting_input',
      context: { message: 'Two ways exist.\n\nOne is fast.\n\nWhich one do you want?\n' },
    } as const;
    assert.equal(detailOf(aSession({ agentState }))?.text, 'Which one do you want?');
  });

  it('shows nothing where there is nothing', () => {
    assert.equal(detailOf(aSession()), undefined);
    assert.equal(
      detailOf(aSession({ agentState: { context: { toolName: 7, message: {} } } })),
      undefined,
    );
    assert.equal(
      detailOf(aSession({ pendingRequest: aPendingRequest({ toolInput: undefined }) })),
      undefined,
    );
  });
});
