import assert from 'node:assert/strict';
import { BoardSessions } from '../../../src/extension/views/boardSession/boardSessions';
import { startFailure } from '../../../src/extension/views/boardSession/startFailure';
import { runnerJobSchema, type RunnerJob } from '../../../src/shared/protocol/runner';
import { newRunnerKey } from '../../../src/extension/util/keys/runnerKey';
import { testSigner } from '../../support/hub/testSigner';
import { FakeBoard } from '../../support/fakes/fakeBoard';
import { aSession } from '../../support/sessionBuilder';
import { removeHome, tempHome } from '../../support/hub/tempHome';

describe('starting a session from the board', () => {
  let folder: string;
  let board: FakeBoard;
  let jobs: RunnerJob[];
  let revealed: string[];
  let isTrusted: boolean;
  let against: string | undefined;
  let command: unknown;
  beforeEach(async () => {
    folder = await tempHome();
    board = new FakeBoard();
    jobs = [];
    revealed = [];
    isTrusted = true;
    against = undefined;
    command = '';
  });
  afterEach(() => removeHome(folder));

  const sessions = (): BoardSessions =>
    new BoardSessions({
      board,
      control: { reasonAgainst: () => against },
      isTrusted: () => isTrusted,
      claudeCommand: () => command,
      configHome: '/home/dev/.claude',
      home: '/home/dev',
      runnerKey: (sessionId) => Promise.resolve(newRunnerKey(testSigner, 'hub', sessionId)),
      startRunner(job) {
        jobs.push(job);
        setTimeout(() => board.put(aSession({ sessionId: job.sessionId })), 1);
        return Promise.resolve();
      },
      reveal: (sessionId) => revealed.push(sessionId),
    });
  const start = (): Promise<void> => sessions().start({ folder, mode: 'plan', prompt: 'Go.' });

  it('runs the user’s command in the folder, and shows its card', async () => {
    command = ' npx claude ';
    await start();
    const [job] = jobs;
    assert.deepEqual(job, {
      configHome: '/home/dev/.claude',
      command: 'npx claude',
      folder,
      sessionId: job?.sessionId,
      mode: 'plan',
      resume: false,
      prompt: 'Go.',
      key: job?.key,
    });
    assert.deepEqual(revealed, [job?.sessionId]);
  });

  it('has the client make a worktree, also one without a name', async () => {
    for (const worktree of ['tidy-up', ''])
      await sessions().start({ folder, mode: undefined, prompt: 'Go.', worktree });
    assert.deepEqual(
      jobs.map((job) => job.worktree),
      ['tidy-up', ''],
    );
    assert.ok(jobs.every((job) => runnerJobSchema.safeParse(job).success));
    assert.ok(!runnerJobSchema.safeParse({ ...jobs[0], worktree: 'a; rm' }).success);
  });

  it('gives each session an id of its own', async () => {
    await start();
    await start();
    assert.equal(new Set(jobs.map(({ sessionId }) => sessionId)).size, 2);
  });

  const refusals: readonly (readonly [title: string, arrange: () => void, message: RegExp])[] = [
    ['without trust', () => (isTrusted = false), /isn’t trusted/],
    ['where requests are answered nowhere', () => (against = 'It is off.'), /It is off/],
    ['while no hub is there', () => board.connect('offline'), /reconnecting/],
    ['while it is turned off', () => board.connect('off'), /turned off/],
    ['in a folder that is gone', () => (folder += '/gone'), /no longer exists: .*\/gone/],
    ['by a command of several lines', () => (command = 'a\nb'), /single line/],
  ];
  for (const [title, arrange, message] of refusals) {
    it(`starts nothing ${title}`, async () => {
      arrange();
      await assert.rejects(start(), message);
      assert.deepEqual(jobs, []);
    });
  }

  it('lets a person describe one while the hub is not connected yet', () => {
    for (const connection of ['connecting', 'offline'] as const) {
      board.connect(connection);
      assert.equal(sessions().reasonAgainst, undefined, connection);
    }
  });

  it('refuses before a person describes one that could not be started at all', () => {
    board.connect('off');
    assert.match(sessions().reasonAgainst ?? '', /turned off/);
    board.connect('live');
    against = 'It is off.';
    assert.equal(sessions().reasonAgainst, 'It is off.');
  });

  it('says why a client did not start, without what could be read as anything else', () => {
    const failureText = (reason: 'ended' | 'silent', detail: string): string =>
      startFailure({ type: 'failed', reason, detail }, 'claude');
    assert.match(
      failureText('ended', "error: unknown option '--x'\n(Did"),
      /“error: unknown option '--x' \(Did”/,
    );
    assert.match(failureText('ended', ''), /without saying why/);
    assert.match(failureText('silent', ''), /printed nothing/);
  });
});
