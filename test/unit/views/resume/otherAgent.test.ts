import assert from 'node:assert/strict';
import { Resumer } from '../../../../src/extension/views/resume/resumer';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { FakeResumeEditor } from '../../../support/fakes/fakeResumeEditor';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { aSession } from '../../../support/sessionBuilder';
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

  it('is opened in a terminal while a server runs it, once, and not while a process does', async () => {
    const editor = new FakeResumeEditor();
    const folder = await tempHome();
    const entry = anEntry({ agent: 'codex', projectPath: folder });
    const hub = fakeCalls<'pastSession'>({ pastSession: () => entry });
    const elsewhere = { open: () => Promise.reject(new Error('It is here')) };
    const keep = (): Promise<boolean> => Promise.resolve(false);
    const { sessionId } = entry;
    const agentState = { group: 'needs_you', state: 'idle', label: 'Waiting' } as const;
    const prompting = { way: 'hook' as const, prompts: [] };
    const served = { sessionId, agent: 'codex', agentState, prompting };
    const typed: (readonly string[])[] = [];
    for (const pid of [undefined, 1234]) {
      const board = new FakeBoard([aSession({ ...served, pid })]);
      const resumer = new Resumer(editor, board, hub, '/elsewhere/.claude', keep, elsewhere);
      await resumer.resume(sessionId).catch(() => undefined);
      await resumer.resume(sessionId).catch(() => undefined);
      typed.push(...editor.terminals.splice(0).map((one) => one.typed));
      resumer.dispose();
    }
    assert.deepEqual(typed, [[`codex resume ${sessionId}`]]);
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
