import assert from 'node:assert/strict';
import {
  requireCommands,
  requireWorktreeCommand,
} from '../../../../src/extension/views/resume/requireCommands';

describe('The command lines of a session', () => {
  it('are those of its agent', () => {
    assert.equal(requireCommands({}).start('claude'), 'claude');
    assert.equal(requireCommands({ agent: 'codex' }).start('claude'), 'codex');
    assert.throws(
      () => requireCommands({ agent: 'unknown' }),
      /unknown sessions can’t be resumed/u,
    );
  });

  it('create no worktree if the session’s agent cannot create one', () => {
    assert.equal(requireWorktreeCommand({})('claude', 'tidy'), 'claude --worktree tidy');
    assert.throws(() => requireWorktreeCommand({ agent: 'codex' }), /Codex makes no worktrees/u);
  });
});
