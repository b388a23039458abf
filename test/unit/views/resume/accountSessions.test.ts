import assert from 'node:assert/strict';
import * as os from 'node:os';
import * as path from 'node:path';
import { terminalHome } from '../../../../src/extension/agents/claude/home/configHome';
import { Resumer } from '../../../../src/extension/views/resume/resumer';
import { anEntry } from '../../../support/board/historyBuilder';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { FakeResumeEditor } from '../../../support/fakes/fakeResumeEditor';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { aMachineCard } from '../../../support/machines/machineCard';

const idAtClient = 'b193d939-9e0c-4f73-b4f8-99f37eddcae7';
const machineId = 'm0123456789abcdef';
const sessionId = `${machineId}/${idAtClient}`;
const account = '/home/dev/.claude-work';

describe('A session of another account', () => {
  let folder = '';
  let editor: FakeResumeEditor;
  let board: FakeBoard;
  let resumer: Resumer;
  const there: string[] = [];
  beforeEach(async () => {
    folder = await tempHome();
    editor = new FakeResumeEditor();
    board = new FakeBoard();
    board.machines = [aMachineCard({ account, name: 'work', machineId })];
    there.length = 0;
    const entry = anEntry({ sessionId, title: 'Fix it', projectPath: folder });
    const hub = fakeCalls<'pastSession'>({ pastSession: () => entry });
    const decline = () => Promise.resolve(false);
    const elsewhere = { open: async (id: string) => void there.push(id) };
    resumer = new Resumer(editor, board, hub, '/home/dev/.claude-own', decline, elsewhere);
  });
  afterEach(() => removeHome(folder));

  it('is resumed and forked with that account’s config home, by its id at the client', async () => {
    await resumer.resume(sessionId);
    await resumer.fork(sessionId);
    await resumer.startNew(sessionId);
    assert.deepEqual(
      editor.terminals.map(({ typed }) => typed[0]),
      [`claude --resume ${idAtClient}`, `claude --resume ${idAtClient} --fork-session`, 'claude'],
    );
    for (const { options } of editor.terminals) {
      assert.deepEqual(options.env, { CLAUDE_CONFIG_DIR: account });
      assert.equal(options.cwd, folder);
    }
    assert.deepEqual(there, []);
  });

  it('is shown in the terminal that was opened for it, not in a second one', async () => {
    await resumer.resume(sessionId);
    await resumer.resume(sessionId);
    assert.equal(editor.terminals.length, 1);
    assert.equal(editor.terminals[0]?.shown, 2);
  });

  it('is not started while the account can’t be reached', async () => {
    board.machines = board.machines?.map((card) => ({ ...card, status: 'away' }));
    await assert.rejects(resumer.resume(sessionId), /The account work can’t be reached/u);
    await assert.rejects(resumer.fork(sessionId), /The account work can’t be reached/u);
    assert.equal(editor.terminals.length, 0);
  });
});

describe('The terminal of a config home', () => {
  it('sets the variable, and removes an inherited one for the default home', () => {
    const usual = path.join(os.homedir(), '.claude');
    assert.deepEqual(terminalHome('/work', {}), { CLAUDE_CONFIG_DIR: '/work' });
    assert.deepEqual(terminalHome(usual, {}), {});
    const inherited = { CLAUDE_CONFIG_DIR: '/elsewhere' };
    assert.deepEqual(terminalHome(usual, inherited), { CLAUDE_CONFIG_DIR: null });
    // The client keeps its settings elsewhere if the variable names the default home.
    assert.deepEqual(terminalHome(usual, { CLAUDE_CONFIG_DIR: usual }), {});
  });
});
