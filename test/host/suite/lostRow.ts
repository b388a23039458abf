import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { onDidLoseRow, registerHandlers } from '../../../src/extension/views/registerHandlers';

describe('A command that rows of a tree offer', () => {
  const id = 'missionControlTest.ofRow';
  let changes: unknown[] = [];
  let lost = 0;
  const disposables: { dispose(): void }[] = [];

  beforeEach(() => {
    changes = [];
    lost = 0;
    disposables.push(
      onDidLoseRow(() => (lost += 1)),
      registerHandlers({ [id]: (argument) => void changes.push(argument) }),
    );
  });
  afterEach(() => {
    for (const one of disposables.splice(0)) one.dispose();
  });

  it('has the tree drawn anew where the editor does not know the pressed row', async () => {
    await vscode.commands.executeCommand(id, undefined, undefined);
    assert.deepEqual([changes, lost], [[undefined], 1]);
  });

  it('leaves the tree as it is where it is run for a row, from a page or by the palette', async () => {
    const row = { kind: 'session', sessionId: 's' };
    await vscode.commands.executeCommand(id, row, undefined);
    await vscode.commands.executeCommand(id, 's');
    await vscode.commands.executeCommand(id);
    assert.deepEqual([changes, lost], [[row, 's', undefined], 0]);
  });
});
