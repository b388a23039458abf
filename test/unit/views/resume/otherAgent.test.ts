import assert from 'node:assert/strict';
import { Resumer } from '../../../../src/extension/views/resume/resumer';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { FakeResumeEditor } from '../../../support/fakes/fakeResumeEditor';
import { anEntry } from '../../../support/board/historyBuilder';

describe('A past session of another agent', () => {
  it('is neither resumed nor forked', async () => {
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
