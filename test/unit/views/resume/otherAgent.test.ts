import assert from 'node:assert/strict';
import { Resumer } from '../../../../src/extension/views/resume/resumer';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { FakeResumeEditor } from '../../../support/fakes/fakeResumeEditor';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { anEntry } from '../../../support/board/historyBuilder';

describe('A past session of another agent', () => {
  it('is resumed, forked and started anew by the command line of its agent', async () => {
    const editor = new FakeResumeEditor();
    editor.command = 'npx claude';
    const folder = await tempHome();
    const entry = anEntry({ agent: 'codex', projectPath: folder });
    const hub = fakeCalls<'pastSession'>({ pastSession: () => entry });
    const elsewhere = { open: () => Promise.reject(new Error('It is here')) };
    const keep = (): Promise<boolean> => Promise.resolve(false);
    const board = new FakeBoard();
    const resumer = new Resumer(editor, board, hub, '/elsewhere/.claude', keep, elsewhere);
    await resumer.resume(entry.sessionId);
    await resumer.fork(entry.sessionId);
    await resumer.startNew(entry.sessionId);
    assert.deepEqual(
      editor.terminals.map(({ typed }) => typed),
      [[`codex resume ${entry.sessionId}`], [`codex fork ${entry.sessionId}`], ['codex']],
    );
    resumer.dispose();
    await removeHome(folder);
  });

  it('is neither resumed nor forked if this version does not know the agent', async () => {
    const editor = new FakeResumeEditor();
    const entry = { ...anEntry(), agent: 'toy' };
    const hub = fakeCalls<'pastSession'>({ pastSession: () => entry });
    const elsewhere = { open: () => Promise.reject(new Error('It is here')) };
    const keep = (): Promise<boolean> => Promise.resolve(false);
    const board = new FakeBoard();
    const resumer = new Resumer(editor, board, hub, '/elsewhere/.claude', keep, elsewhere);
    await assert.rejects(resumer.resume(entry.sessionId), { message: /^toy sessions/u });
    await assert.rejects(resumer.fork(entry.sessionId), { message: /^toy sessions/u });
    assert.deepEqual(editor.terminals, []);
    resumer.dispose();
  });
});
