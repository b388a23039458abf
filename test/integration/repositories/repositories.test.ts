import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DomainEvent, RepositoryEvent } from '../../../src/extension/hub/domain/facts/event';
import { gitStatus, type GitStatusResult } from '../../../src/extension/hub/repositories/gitStatus';
import { Repositories } from '../../../src/extension/hub/repositories/repositories';
import { repositoryPlace } from '../../../src/extension/util/files/gitPlace';
import { findGit } from '../../../src/extension/hub/repositories/runGit';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { GitRepository } from '../../support/git/gitRepository';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

type Group = LiveSession['agentState']['group'];

/** The test controls the clock; files and git are real. */
describe('The repositories of sessions on the board', function () {
  this.timeout(60_000);
  let repository: GitRepository;
  let repositories: Repositories;
  let isWatched: boolean;
  let program: string | undefined;
  let now: number;
  let answer: ((said: GitStatusResult) => GitStatusResult) | undefined;
  /** Work trees whose status was queried. */
  const asked: string[] = [];
  const reported: string[] = [];
  const states = new Map<string, RepositoryEvent['state']>();
  /** Folders on a simulated file server that does not answer for them. */
  const away = new Set<string>();
  const found: string[] = [];

  const show = (sessionId: string, projectPath: string, group: Group = 'delivered'): void =>
    repositories.update([aSession({ sessionId, projectPath, agentState: { group } })], []);
  const reads = (sessionId: string): void =>
    // The rest of such an event is irrelevant here.
    repositories.applyEvent({ type: 'transcriptRead', sessionId } as DomainEvent);
  /** Polls as often as the product does in this many seconds. */
  const pass = async (seconds: number): Promise<void> => {
    for (const end = now + seconds * 1_000; now < end;) {
      now = Math.min(end, now + 3_000);
      await repositories.poll();
    }
  };

  before(async () => {
    program = await findGit();
  });
  beforeEach(() => {
    repository = new GitRepository();
    repository.commit('a.txt', 'one');
    states.clear();
    [asked.length, reported.length] = [0, 0];
    [isWatched, now, answer] = [true, 1_000_000_000_000, undefined];
    away.clear();
    found.length = 0;
    repositories = following(60_000);
  });
  const following = (filesTimeoutMs: number): Repositories =>
    new Repositories({
      emit: ({ sessionId, state }) => {
        reported.push(sessionId);
        states.set(sessionId, state);
      },
      isWatched: () => isWatched,
      findGit: () => Promise.resolve(program),
      runStatus: async (run) => {
        asked.push(run.top);
        const status = await gitStatus({ ...run, timeoutMs: 20_000 });
        return answer?.(status) ?? status;
      },
      find: async (folder) => {
        found.push(folder);
        while (away.has(folder)) await waitFixedTime(10);
        return repositoryPlace(folder);
      },
      filesTimeoutMs,
      now: () => now,
    });
  afterEach(() => {
    repositories.dispose();
    repository.remove();
  });

  it('are reported with their branch and uncommitted files', async () => {
    repository.write('b.txt', '');
    show('a', repository.root);
    await pass(3);
    assert.deepEqual(states.get('a'), { branch: 'main', uncommitted: 1 });
  });

  it('are shared by the sessions of a work tree, but not by two work trees', async () => {
    const linked = repository.file('.git', 'tree');
    repository.git('worktree', 'add', '-q', '-b', 'side', linked);
    repository.write('inside/b.txt', '');
    show('a', repository.root);
    show('b', repository.file('inside'));
    show('c', linked);
    await pass(3);
    assert.deepEqual(states.get('a'), { branch: 'main', uncommitted: 1 });
    assert.deepEqual(states.get('b'), states.get('a'));
    assert.deepEqual(states.get('c'), { branch: 'side', worktree: 'tree', uncommitted: 0 });
    assert.deepEqual(asked.toSorted(), [linked, repository.root].toSorted());
    show('d', linked);
    assert.deepEqual(states.get('d'), states.get('c'));
    assert.equal(asked.length, 2);
  });

  it('do not wait for one whose file server hangs, and at most two such reads run', async () => {
    repositories.dispose();
    repositories = following(1_000);
    const folders = ['far', 'farther', 'farthest'].map((name) => repository.file(name));
    const [far = '', farther = '', farthest = ''] = folders;
    for (const folder of folders) away.add(folder);
    show('a', far);
    show('b', repository.root);
    await pass(3);
    assert.deepEqual(states.get('b'), { branch: 'main', uncommitted: 0 });
    show('c', farther);
    show('d', farthest);
    await pass(600);
    const otherFolders = () => found.filter((folder) => folder !== repository.root);
    assert.deepEqual(otherFolders(), [far, farther], 'each was looked at once, and no third one');
    away.clear();
    await until(
      () => pass(3).then(() => [...states.keys()].toSorted()),
      (known) => assert.deepEqual(known, ['a', 'b', 'c', 'd']),
    );
  });

  it('need no git command while nothing changes', async () => {
    show('a', repository.root, 'autonomous');
    await pass(3);
    const before = reported.length;
    await pass(600);
    assert.deepEqual([asked.length, reported.length], [1, before]);
  });

  it('are updated after a commit, a checkout, a push or a fetch outside of sessions', async () => {
    const origin = new GitRepository();
    origin.git('config', 'receive.denyCurrentBranch', 'ignore');
    show('a', repository.root, 'needs_you');
    await pass(3);
    repository.git('checkout', '-qb', 'side');
    await pass(6);
    assert.deepEqual(states.get('a'), { branch: 'side', uncommitted: 0 });
    repository.git('remote', 'add', 'origin', origin.root);
    repository.git('push', '-qu', 'origin', 'side');
    await pass(9);
    const pushed = { branch: 'side', upstream: 'origin/side', ahead: 0, behind: 0, uncommitted: 0 };
    assert.deepEqual(states.get('a'), pushed);
    const count = asked.length;
    await pass(180);
    assert.equal(asked.length, count, 'that its upstream branch is known now is no change');
    repository.commit('a.txt', 'two');
    await pass(18); // After a long time without activity.
    assert.deepEqual(states.get('a'), { ...pushed, ahead: 1 });
    repository.git('push', '-q', 'origin', 'side');
    await pass(9);
    assert.deepEqual(states.get('a'), pushed);
    origin.remove();
  });

  it('are polled rarely after a long time without activity, and soon again after activity', async () => {
    show('a', repository.root, 'needs_you');
    await pass(180);
    repository.git('checkout', '-qb', 'one');
    const since = now;
    while (states.get('a')?.branch !== 'one') await pass(3);
    assert.ok(now - since <= 15_000);
    repository.git('checkout', '-qb', 'two');
    await pass(3);
    assert.equal(states.get('a')?.branch, 'two');
  });

  it('show a new branch at once, without the counts of the previous one', async () => {
    const origin = new GitRepository();
    repository.git('remote', 'add', 'origin', origin.root);
    repository.git('push', '-qu', 'origin', 'main:other');
    repository.write('b.txt', '');
    show('a', repository.root, 'autonomous');
    await pass(3);
    assert.equal(states.get('a')?.upstream, 'origin/other');
    repository.git('checkout', '-qb', 'side');
    await pass(3); // Too early for git.
    assert.equal(asked.length, 1);
    assert.deepEqual(states.get('a'), { branch: 'side', uncommitted: 1 });
    origin.remove();
  });

  it('are read when a session becomes idle, and every ten seconds while it works', async () => {
    show('a', repository.root, 'autonomous');
    await pass(6);
    repository.write('b.txt', '');
    reads('a');
    await pass(3);
    assert.equal(states.get('a')?.uncommitted, 0);
    await pass(6);
    assert.equal(states.get('a')?.uncommitted, 1);
    repository.write('c.txt', '');
    reads('a');
    now += 5_000;
    show('a', repository.root, 'delivered');
    await repositories.poll();
    assert.equal(states.get('a')?.uncommitted, 2);
  });

  it('are read at most every five seconds', async () => {
    show('a', repository.root, 'delivered');
    await pass(3);
    for (let second = 0; second < 20; second += 1) {
      reads('a');
      now += 1_000;
      await repositories.poll();
    }
    assert.ok(asked.length <= 6, `asked ${asked.length} times`);
    assert.ok(asked.length >= 4, `asked ${asked.length} times`);
  });

  it('are read rarely if git timed out, and only the branch is shown', async () => {
    answer = () => ({ kind: 'late' });
    show('a', repository.root, 'autonomous');
    await pass(3);
    assert.deepEqual(states.get('a'), { branch: 'main' });
    answer = undefined;
    for (let round = 0; round < 20; round += 1) {
      reads('a');
      await pass(12);
    }
    assert.equal(asked.length, 1);
    await pass(90);
    assert.equal(asked.length, 2);
    assert.deepEqual(states.get('a'), { branch: 'main', uncommitted: 0 });
  });

  it('show their branch if git is not installed', async () => {
    program = undefined;
    show('a', repository.root);
    await pass(12);
    assert.deepEqual(states.get('a'), { branch: 'main' });
    assert.deepEqual(asked, []);
    program = await findGit();
  });

  it('are not polled while nobody sees the board', async () => {
    isWatched = false;
    show('a', repository.root, 'autonomous');
    await pass(30);
    reads('a');
    await pass(30);
    assert.deepEqual([asked, reported], [[], []]);
    isWatched = true;
    await pass(3);
    assert.deepEqual(states.get('a'), { branch: 'main', uncommitted: 0 });
  });

  it('are dropped with sessions that leave the board, and reported again to one that returns', async () => {
    show('a', repository.root, 'autonomous');
    await pass(3);
    repositories.update([], ['a']);
    const before = reported.length;
    repository.git('checkout', '-qb', 'side');
    reads('a');
    await pass(60);
    assert.deepEqual([asked.length, reported.length], [1, before]);
    show('a', repository.root, 'autonomous');
    await pass(3);
    assert.deepEqual(states.get('a'), { branch: 'side', uncommitted: 0 });
  });

  it('change when a session changes its folder, or git is added to or removed from a folder', async () => {
    const bare = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mc-bare-')));
    show('a', repository.root, 'autonomous');
    await pass(3);
    show('a', bare, 'autonomous');
    await pass(3);
    assert.deepEqual([states.has('a'), states.get('a')], [true, undefined]);
    renameSync(repository.file('.git'), path.join(bare, '.git'));
    await pass(63);
    assert.equal(states.get('a')?.branch, 'main');
    rmSync(path.join(bare, '.git'), { recursive: true });
    await pass(6);
    assert.deepEqual([states.has('a'), states.get('a')], [true, undefined]);
    rmSync(bare, { recursive: true });
  });
});
