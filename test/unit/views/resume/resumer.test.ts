import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { ResumeError } from '../../../../src/extension/agents/commands';
import { Resumer } from '../../../../src/extension/views/resume/resumer';
import type { HistoryEntry } from '../../../../src/shared/protocol/history';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { FakeResumeEditor } from '../../../support/fakes/fakeResumeEditor';
import { anEntry } from '../../../support/board/historyBuilder';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { aSession } from '../../../support/sessionBuilder';
import { until } from '../../../support/until';

const sessionId = 'b193d939-9e0c-4f73-b4f8-99f37eddcae7';

describe('Resuming a session', () => {
  let folder = '';
  let editor: FakeResumeEditor;
  let board: FakeBoard;
  let entry: HistoryEntry | undefined;
  let onAsked: () => void;
  let there: (readonly [string, string])[];
  let takeOver: (held: LiveSession) => Promise<boolean>;
  beforeEach(async () => {
    folder = await tempHome();
    editor = new FakeResumeEditor();
    board = new FakeBoard();
    entry = anEntry({ sessionId, title: 'Fix $(trash) it', projectPath: folder });
    onAsked = () => undefined;
    there = [];
    takeOver = () => Promise.resolve(false);
  });
  afterEach(() => removeHome(folder));

  function aResumer(configHome = '/elsewhere/.claude'): Resumer {
    const hub = fakeCalls<'pastSession'>({
      pastSession() {
        onAsked();
        if (entry === undefined) throw new Error('none');
        return entry;
      },
    });
    return new Resumer(editor, board, hub, configHome, (held) => takeOver(held), {
      open: async (id, errand) => void there.push([id, errand]),
    });
  }
  function session(state: 'acting' | 'session_ended', held?: number): LiveSession {
    const group = state === 'acting' ? 'autonomous' : 'delivered';
    const { pid: _none, ...rest } = aSession({
      sessionId,
      title: 'Fix it',
      projectPath: '/home/dev/shop',
      agentState: { group, state, label: state },
    });
    return held === undefined ? rest : { ...rest, pid: held };
  }

  it('types the command in a terminal of the session’s folder', async () => {
    await aResumer().resume(sessionId);
    const [terminal] = editor.terminals;
    assert.deepEqual(terminal?.typed, [`claude --resume ${sessionId}`]);
    assert.equal(terminal.shown, 1);
    assert.deepEqual(terminal.options, {
      name: 'Fix $ (trash) it',
      cwd: folder,
      env: { CLAUDE_CONFIG_DIR: '/elsewhere/.claude' },
    });
  });

  it('opens terminals for a session of another machine there, and none of its folder here', async () => {
    const far = `m0123456789abcdef/${sessionId}`;
    const resumer = aResumer();
    await resumer.resume(far);
    await resumer.fork(far);
    await resumer.startNew(far);
    await assert.rejects(resumer.startInWorktree(far), /on another machine/u);
    assert.deepEqual(there, [
      [far, 'resume'],
      [far, 'fork'],
      [far, 'new'],
    ]);
    assert.equal(editor.terminals.length, 0);
  });

  it('resumes none that runs on another machine', async () => {
    const far = { ...session('acting', 4711), sessionId: `m0123456789abcdef/${sessionId}` };
    board.put(far);
    await aResumer().resume(far.sessionId);
    assert.match(editor.told[0] ?? '', /already running/u);
    assert.deepEqual(there, []);
  });

  it('leaves the usual config home to the client', async () => {
    await aResumer(path.join(os.homedir(), '.claude')).resume(sessionId);
    assert.deepEqual(editor.terminals[0]?.options.env, {});
  });

  it('takes the user’s command', async () => {
    editor.command = 'npx claude';
    await aResumer().resume(sessionId);
    assert.deepEqual(editor.terminals[0]?.typed, [`npx claude --resume ${sessionId}`]);
  });

  it('resumes one that is over and still on the board', async () => {
    board.put(session('session_ended'));
    await aResumer().resume(sessionId);
    assert.equal(editor.terminals.length, 1);
  });

  it('shows a session that a process holds instead', async () => {
    board.put(session('session_ended', 4711));
    await aResumer().resume(sessionId);
    assert.deepEqual(editor.told, [
      '“Fix it” is already running: process 4711, in /home/dev/shop.',
    ]);
    assert.equal(editor.terminals.length, 0);
  });

  it('shows a session that only hooks tell of instead', async () => {
    board.put({ ...session('acting'), projectPath: '' });
    await aResumer().resume(sessionId);
    assert.deepEqual(editor.told, ['“Fix it” is already running.']);
  });

  it('shows a session that somebody else started in the meantime instead', async () => {
    onAsked = () => board.put(session('acting', 4711));
    await aResumer().resume(sessionId);
    assert.deepEqual([editor.told.length, editor.terminals.length], [1, 0]);
  });

  describe('of one without a terminal', () => {
    const running = (): LiveSession => ({
      ...session('acting', 4711),
      projectPath: folder,
      prompting: { way: 'runner', prompts: [] },
    });

    it('opens one once what runs it has ended', async () => {
      board.put(running());
      takeOver = () => {
        assert.equal(editor.terminals.length, 0);
        board.put(session('session_ended'));
        return Promise.resolve(true);
      };
      await aResumer().resume(sessionId);
      assert.deepEqual(editor.terminals[0]?.typed, [`claude --resume ${sessionId}`]);
    });

    it('opens none where the person does not want it to end', async () => {
      board.put(running());
      await aResumer().resume(sessionId);
      assert.deepEqual([editor.told, editor.terminals.length], [[], 0]);
    });

    it('shows it where another process took it meanwhile', async () => {
      board.put(running());
      takeOver = () => {
        board.put(session('acting', 4712));
        return Promise.resolve(true);
      };
      await aResumer().resume(sessionId);
      assert.deepEqual([editor.told.length, editor.terminals.length], [1, 0]);
    });
  });

  it('opens one terminal for two clicks', async () => {
    const resumer = aResumer();
    await Promise.all([resumer.resume(sessionId), resumer.resume(sessionId)]);
    await resumer.resume(sessionId);
    assert.deepEqual([editor.terminals.length, editor.terminals[0]?.shown], [1, 3]);
  });

  it('shows its own terminal while the session runs there', async () => {
    const resumer = aResumer();
    await resumer.resume(sessionId);
    board.put(session('acting', 4711));
    await resumer.resume(sessionId);
    assert.deepEqual([editor.terminals[0]?.shown, editor.told], [2, []]);
  });

  it('opens a new terminal when the old one is closed', async () => {
    const resumer = aResumer();
    await resumer.resume(sessionId);
    editor.terminals[0]?.close();
    await resumer.resume(sessionId);
    assert.equal(editor.terminals.length, 2);
  });

  it('starts nothing without trust', async () => {
    editor.isTrusted = false;
    await aResumer().resume(sessionId);
    assert.deepEqual([editor.told, editor.terminals.length], [['trust'], 0]);
  });

  const refusals: readonly (readonly [title: string, arrange: () => void, message: RegExp])[] = [
    ['while nobody knows whether it runs', () => board.connect('offline'), /reconnecting/],
    ['without a transcript', () => (entry = undefined), /no transcript/],
    [
      'whose folder is gone',
      () => (entry = anEntry({ sessionId, projectPath: '/no/such/folder' })),
      /no longer exists: \/no\/such\/folder/,
    ],
    [
      'whose folder is a file',
      () => (entry = anEntry({ sessionId, projectPath: __filename })),
      /no longer exists/,
    ],
    [
      'that names no folder',
      () => (entry = anEntry({ sessionId, projectPath: '' })),
      /folder of this session is unknown/,
    ],
    [
      'that names a folder by half',
      () => (entry = anEntry({ sessionId, projectPath: 'shop' })),
      /folder of this session is unknown/,
    ],
    ['with a command of two lines', () => (editor.command = 'a\nb'), /single line/],
  ];
  for (const [title, arrange, message] of refusals) {
    it(`says why it does not resume one ${title}`, async () => {
      arrange();
      await assert.rejects(aResumer().resume(sessionId), (error) => {
        assert.ok(error instanceof ResumeError);
        assert.match(error.message, message);
        return true;
      });
      assert.equal(editor.terminals.length, 0);
    });
  }

  describe('of several', () => {
    const third = 'c7e0a1d2-0000-4000-8000-000000000003';
    const second = 'c7e0a1d2-0000-4000-8000-000000000002';
    const ended = (id: string, title: string): LiveSession => ({
      ...session('session_ended'),
      sessionId: id,
      title,
    });
    const startRunning = (id: string): void =>
      board.put({ ...session('acting', 4711), sessionId: id });

    it('begins each in a terminal of its own, and is done once all run', async () => {
      const unresumed = aResumer().resumeAll([ended(sessionId, 'One'), ended(second, 'Two')]);
      await until(
        () => editor.terminals.map(({ typed }) => typed),
        (typed) => {
          const ids = [sessionId, second];
          assert.deepEqual(
            typed,
            ids.map((id) => [`claude --resume ${id}`]),
          );
        },
      );
      startRunning(sessionId);
      startRunning(second);
      assert.deepEqual(await unresumed, []);
    });

    it('begins none that runs by now, and says nothing of it', async () => {
      board.put(session('acting', 4711));
      assert.deepEqual(await aResumer().resumeAll([ended(sessionId, 'One')]), []);
      assert.deepEqual([editor.terminals, editor.told], [[], []]);
    });

    it('is stopped by none that cannot be resumed, and names those', async () => {
      const homes = [path.join(folder, 'gone'), folder, folder];
      onAsked = () => {
        const projectPath = homes.shift();
        entry = projectPath === undefined ? undefined : anEntry({ sessionId, projectPath });
      };
      const unresumed = aResumer().resumeAll([
        ended(sessionId, 'Gone'),
        { ...ended(second, 'Broken'), agent: 'codex' },
        ended(third, 'Fine'),
      ]);
      await until(
        () => editor.terminals.length,
        (count) => assert.equal(count, 2),
      );
      editor.terminals[0]?.fail();
      editor.terminals[1]?.close();
      assert.deepEqual(await unresumed, [
        { title: 'Gone', reason: 'the folder no longer exists' },
        { title: 'Broken', reason: 'Codex didn’t start' },
      ]);
    });

    it('begins none without trust, and asks for that once', async () => {
      editor.isTrusted = false;
      await aResumer().resumeAll([ended(sessionId, 'One'), ended(second, 'Two')]);
      assert.deepEqual([editor.told, editor.terminals.length], [['trust'], 0]);
    });

    it('begins none while nobody knows what runs', async () => {
      board.connect('offline');
      await assert.rejects(aResumer().resumeAll([ended(sessionId, 'One')]), /reconnecting/);
      assert.equal(editor.terminals.length, 0);
    });
  });

  it('forks one that runs, into a terminal of its folder', async () => {
    board.put(session('acting', 4711));
    await aResumer().fork(sessionId);
    const [terminal] = editor.terminals;
    assert.deepEqual(terminal?.typed, [`claude --resume ${sessionId} --fork-session`]);
    assert.equal(terminal.options.cwd, folder);
    assert.equal(terminal.options.name, 'Fork of Fix $ (trash) it');
    assert.deepEqual([terminal.shown, editor.told], [1, []]);
  });

  it('forks nothing that has no transcript, and types no id that a shell could read', async () => {
    await assert.rejects(aResumer().fork('x; rm -rf ~'), ResumeError);
    entry = undefined;
    await assert.rejects(aResumer().fork(sessionId), /nothing to fork/);
    assert.equal(editor.terminals.length, 0);
  });

  it('resumes a session that was only forked here', async () => {
    const resumer = aResumer();
    await resumer.fork(sessionId);
    await resumer.resume(sessionId);
    assert.deepEqual(editor.terminals[1]?.typed, [`claude --resume ${sessionId}`]);
  });

  it('starts a new one where this one works', async () => {
    board.put({ ...session('acting', 4711), projectPath: folder });
    editor.command = 'npx claude';
    await aResumer().startNew(sessionId);
    const [terminal] = editor.terminals;
    assert.deepEqual(terminal?.typed, ['npx claude']);
    assert.deepEqual(
      [terminal.options.cwd, terminal.options.name],
      [folder, path.basename(folder)],
    );
  });

  it('starts a new one where one of the past worked, and none in a folder that is gone', async () => {
    await aResumer().startNew(sessionId);
    assert.equal(editor.terminals[0]?.options.cwd, folder);
    board.put({ ...session('acting'), projectPath: path.join(folder, 'gone') });
    await assert.rejects(aResumer().startNew(sessionId), /no longer exists/);
    entry = undefined;
    board.remove(sessionId);
    await assert.rejects(aResumer().startNew(sessionId), /folder of this session is unknown/);
    assert.equal(editor.terminals.length, 1);
  });

  describe('in a worktree of its own', () => {
    beforeEach('make the folder a repository', async () => {
      await mkdir(path.join(folder, '.git'));
      await writeFile(path.join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      board.put({ ...session('acting', 4711), projectPath: folder });
    });

    it('starts the client with the name of the worktree, or without one', async () => {
      editor.worktree = 'tidy-up';
      await aResumer().startInWorktree(sessionId);
      editor.worktree = '';
      await aResumer().startInWorktree(sessionId);
      assert.deepEqual(
        editor.terminals.map(({ typed, options }) => [...typed, options.cwd, options.name]),
        [
          ['claude --worktree tidy-up', folder, 'tidy-up'],
          ['claude --worktree', folder, path.basename(folder)],
        ],
      );
    });

    it('starts nothing where the person leaves, or without trust', async () => {
      editor.worktree = undefined;
      await aResumer().startInWorktree(sessionId);
      editor.isTrusted = false;
      await aResumer().startInWorktree(sessionId);
      assert.deepEqual([editor.told, editor.terminals], [['trust'], []]);
    });

    it('starts nothing outside of a repository, such as in an empty .git, and says what to do', async () => {
      await rm(path.join(folder, '.git', 'HEAD'));
      await assert.rejects(aResumer().startInWorktree(sessionId), /git repository.*git init/u);
      assert.equal(editor.terminals.length, 0);
    });

    it('types no name that a shell could read', async () => {
      editor.worktree = 'a;reboot';
      await assert.rejects(aResumer().startInWorktree(sessionId), ResumeError);
      assert.equal(editor.terminals.length, 0);
    });
  });

  it('starts nothing without trust, and says so', async () => {
    editor.isTrusted = false;
    await aResumer().fork(sessionId);
    await aResumer().startNew(sessionId);
    assert.deepEqual([editor.told, editor.terminals], [['trust', 'trust'], []]);
  });
});
