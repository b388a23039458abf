import assert from 'node:assert/strict';
import {
  type Commands,
  openInClientExtension,
} from '../../../../src/extension/views/terminal/clientExtension';

/** An editor with these commands, and a record of those that were run. */
function editorWith(...there: readonly string[]) {
  const run: string[] = [];
  const commands: Commands = {
    getCommands: () => Promise.resolve(there),
    executeCommand: (command, sessionId) => {
      run.push(`${command} ${sessionId}`);
      return Promise.resolve();
    },
  };
  return { commands, run };
}

describe('A session of the client’s own editor extension', () => {
  it('is opened by the newer command if the extension has both', async () => {
    const { commands, run } = editorWith(
      'claude-vscode.editor.open',
      'claude-vscode.primaryEditor.open',
    );
    assert.equal(await openInClientExtension(commands, 'one'), true);
    assert.deepEqual(run, ['claude-vscode.primaryEditor.open one']);
  });

  it('is opened by the older command if the newer one is missing', async () => {
    const { commands, run } = editorWith('claude-vscode.editor.open');
    assert.equal(await openInClientExtension(commands, 'one'), true);
    assert.deepEqual(run, ['claude-vscode.editor.open one']);
  });

  it('is not opened if the extension is missing or rejects it', async () => {
    const { commands, run } = editorWith('claude-vscode.terminal.open');
    assert.equal(await openInClientExtension(commands, 'one'), false);
    assert.deepEqual(run, []);
    const refuses: Commands = {
      ...editorWith('claude-vscode.editor.open').commands,
      executeCommand: () => Promise.reject(new Error('no session')),
    };
    assert.equal(await openInClientExtension(refuses, 'one'), false);
  });
});
