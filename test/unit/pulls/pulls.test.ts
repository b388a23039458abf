import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { mock } from 'node:test';
import { KeptPulls } from '../../../src/extension/hub/pulls/keptPulls';
import { Pulls } from '../../../src/extension/hub/pulls/pulls';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { silentLog } from '../../../src/extension/util/log';
import type { PullAnswer } from '../../../src/shared/protocol/layers/pulls';
import { aSession } from '../../support/sessionBuilder';

const first = 'https://github.com/dev/proj/pull/41';
const second = 'https://github.com/dev/proj/pull/42';

const news = (state: 'open' | 'merged' | 'closed'): PullAnswer => ({
  kind: 'news',
  news: { state, checks: 'passing' },
});

describe('The pull requests of the board', () => {
  let root: string;
  let kept: KeptPulls;
  let pulls: Pulls;
  let answers: Record<string, PullAnswer>;
  const asked: string[] = [];
  const changed: string[] = [];
  const logged: string[] = [];

  const open = (): Pulls => {
    const ask = (way: string) => (one: { readonly url: string }) => {
      asked.push(`${way} ${one.url}`);
      return Promise.resolve(answers[one.url] ?? news('open'));
    };
    const log = { ...silentLog, warn: (text: string) => void logged.push(text) };
    const made = new Pulls({ kept, read: { gh: ask('gh'), editor: ask('editor') }, log });
    made.onDidChange((url) => changed.push(url));
    return made;
  };
  const show = (sessionId: string, ...urls: readonly string[]): void =>
    pulls.update(
      [
        aSession({
          sessionId,
          outcome: {
            commits: 0,
            pulls: urls.map((url, index) => ({ number: index + 1, url })),
            at: new Date().toISOString(),
          },
        }),
      ],
      [],
    );
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      mock.timers.tick(1_000);
      await pulls.whenIdle();
      // Lets the continuations of the answer run.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_700_000_000_000 });
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-pulls-'));
    kept = new KeptPulls(new PrivateFolder(root), assert.ifError);
    answers = {};
    [asked.length, changed.length, logged.length] = [0, 0, 0];
    pulls = open();
  });
  afterEach(async () => {
    pulls.dispose();
    await kept.flush();
    mock.timers.reset();
    rmSync(root, { recursive: true, force: true });
  });

  it('are not requested while the feature is off', async () => {
    show('a', first);
    await pass(600);
    assert.deepEqual([asked, pulls.stateOf(first)], [[], undefined]);
  });

  it('are requested one after the other, and then every two minutes', async () => {
    pulls.setSource('gh');
    show('a', first, second);
    await pass(3);
    assert.deepEqual(asked, [`gh ${first}`, `gh ${second}`]);
    assert.deepEqual(pulls.stateOf(second), { state: 'open', checks: 'passing' });
    await pass(110);
    assert.equal(asked.length, 2);
    await pass(15);
    assert.equal(asked.length, 4);
  });

  it('fire an event for new data, and know the sessions that it belongs to', async () => {
    pulls.setSource('editor');
    show('a', first);
    show('b', first, second);
    await pass(130);
    assert.deepEqual(changed, [first, second], 'the second answers said the same');
    assert.deepEqual(pulls.sessionsOf(first), ['a', 'b']);
    assert.deepEqual(pulls.sessionsOf(second), ['b']);
    answers[first] = news('closed');
    await pass(130);
    assert.deepEqual(changed, [first, second, first]);
  });

  for (const state of ['merged', 'closed'] as const) {
    it(`are never requested again once they are ${state}, not even by the next hub`, async () => {
      answers[first] = news(state);
      pulls.setSource('gh');
      show('a', first);
      await pass(1_000);
      assert.equal(asked.length, 1);
      await kept.flush();
      pulls.dispose();
      kept = new KeptPulls(new PrivateFolder(root), assert.ifError);
      await kept.load();
      pulls = open();
      pulls.setSource('gh');
      show('a', first);
      await pass(1_000);
      assert.equal(asked.length, 1);
      assert.equal(pulls.stateOf(first)?.state, state);
    });
  }

  it('are not requested by the next hub before they are due', async () => {
    pulls.setSource('gh');
    show('a', first);
    await pass(2);
    await kept.flush();
    pulls.dispose();
    kept = new KeptPulls(new PrivateFolder(root), assert.ifError);
    await kept.load();
    pulls = open();
    pulls.setSource('gh');
    show('a', first);
    await pass(100);
    assert.equal(asked.length, 1);
    await pass(30);
    assert.equal(asked.length, 2);
  });

  it('are no longer requested once their sessions left the board or the feature is off', async () => {
    pulls.setSource('gh');
    show('a', first);
    show('b', second);
    await pass(3);
    pulls.update([], ['a']);
    await pass(300);
    assert.equal(asked.filter((one) => one.endsWith(first)).length, 1);
    const count = asked.length;
    pulls.setSource('off');
    await pass(300);
    assert.equal(asked.length, count);
    assert.equal(pulls.stateOf(second), undefined);
  });

  it('all wait as long as GitHub says after a rate limit', async () => {
    answers[first] = { kind: 'limited', until: Date.now() + 1_000_000 };
    pulls.setSource('gh');
    show('a', first, second);
    await pass(990);
    assert.deepEqual(asked, [`gh ${first}`]);
    answers = {};
    await pass(20);
    assert.deepEqual(asked, [`gh ${first}`, `gh ${first}`, `gh ${second}`]);
    assert.equal(logged.length, 1);
  });

  it('wait a quarter of an hour after a rate limit without a time', async () => {
    answers[first] = { kind: 'limited' };
    pulls.setSource('gh');
    show('a', first);
    await pass(890);
    assert.equal(asked.length, 1);
    await pass(20);
    assert.equal(asked.length, 2);
  });

  it('log a missing sign-in once, and again after a success', async () => {
    answers[first] = { kind: 'unable', why: 'noSignIn' };
    pulls.setSource('editor');
    show('a', first);
    await pass(1_900);
    assert.equal(asked.length, 4);
    assert.deepEqual(logged, [
      'The state of pull requests is not known: nobody is signed in to GitHub',
    ]);
    answers = {};
    await pass(600);
    answers[first] = { kind: 'unable', why: 'noSignIn' };
    await pass(130);
    assert.equal(logged.length, 2);
  });

  it('are requested less often after failures, without delaying others', async () => {
    answers[first] = { kind: 'failed' };
    pulls.setSource('gh');
    show('a', first, second);
    await pass(3_700);
    const count = (url: string): number => asked.filter((one) => one.endsWith(url)).length;
    assert.equal(count(first), 5); // After 0, 4, 12, 28 and 60 minutes.
    assert.ok(count(second) >= 29);
  });

  it('are not requested at untrusted addresses', async () => {
    pulls.setSource('gh');
    show('a', 'https://github.com@evil.example/a/b/pull/1', 'https://github.com/a/b/pull/1?x');
    await pass(300);
    assert.deepEqual(asked, []);
  });
});
