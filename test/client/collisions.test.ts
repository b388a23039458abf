import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Collision } from '../../src/shared/protocol/work/collisions';
import type { LiveSession } from '../../src/shared/protocol/protocol';
import type { Order } from '../../src/shared/protocol/windows';
import { bash, say, tool } from '../support/claude/reply';
import type { Step } from '../support/claude/script';
import type { ClientSession } from '../support/claude/session';
import { ClientStage } from '../support/claude/stage';
import { until } from '../support/until';
import type { WatchedHub } from '../support/watchedHub';

describe('Two real clients in one repository', function () {
  this.timeout(180_000);
  let stage: ClientStage;
  let hub: WatchedHub;
  let owner: ClientSession;
  let taker: ClientSession;
  let orders: Order[];
  let count = 0;

  before('open the stage', async () => {
    stage = await ClientStage.open({ home: { settings: { permissions: { allow: ['Bash'] } } } });
    git('branch', 'other');
    hub = await stage.hub();
    orders = [];
    await hub.live();
    await hub.holdTerminals([], (order) => orders.push(order));
    const args = ['--permission-mode', 'acceptEdits'];
    owner = await stage.client({ args });
    taker = await stage.client({ args });
    await turn(owner, say('Hello.'));
    await turn(taker, say('Hello.'));
  });
  after(() => stage?.close());

  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: stage.home.project, encoding: 'utf8' });
  const file = (name: string): string => path.join(stage.home.project, name);

  /** Plays a turn in which the client takes these steps. */
  const turn = async (client: ClientSession, ...steps: readonly Step[]): Promise<void> => {
    count += 1;
    stage.script(`step-${count}`, ...steps, say('Done.'));
    await client.turn(`[[step-${count}]]`, 60_000);
  };
  const write = (client: ClientSession, name: string): Promise<void> =>
    turn(client, tool('Write', { file_path: file(name), content: `${name} ${count}\n` }));
  /** Changes the committed file. */
  const edit = (client: ClientSession): Promise<void> =>
    turn(
      client,
      tool('Read', { file_path: file('hello.txt') }),
      tool('Edit', {
        file_path: file('hello.txt'),
        old_string: 'hello\n',
        new_string: 'hello you\n',
      }),
    );

  const collides = (
    client: ClientSession,
    what: string,
    fits: (found: Collision) => boolean,
  ): Promise<LiveSession> =>
    hub.waitFor(
      what,
      ({ sessionId, collisions }) =>
        sessionId === client.sessionId && collisions?.found.some(fits) === true,
    );
  const isLost =
    (act: string, name: string) =>
    ({ level, side, files, proof }: Collision): boolean =>
      level === 3 &&
      side === 'lost' &&
      files.includes(name) &&
      proof.some((one) => one.act === act && one.sessionId === taker.sessionId);

  /**
   * Asserts that the other session's command removes the owner's work, and that the person is
   * warned once.
   */
  const loses = async (act: string, name: string, command: string): Promise<void> => {
    const before = orders.length;
    await turn(taker, bash(command));
    const { collisions } = await collides(owner, `${act} of ${name}`, isLost(act, name));
    const found = collisions?.found.find(isLost(act, name));
    await collides(taker, 'its own side', ({ id, side }) => id === found?.id && side === 'took');
    await until(
      () => orders.slice(before).filter(({ type }) => type === 'warn'),
      (warned) =>
        assert.deepEqual(
          warned.map((order) => order.type === 'warn' && [order.sessionId, order.collision]),
          [[owner.sessionId, found?.id]],
        ),
    );
  };

  it('are told of each other', async () => {
    for (const client of [owner, taker]) {
      await hub.waitFor('the other', ({ sessionId, collisions }) => {
        return sessionId === client.sessionId && collisions?.others === 1;
      });
    }
  });

  it('are told of a file that both changed', async () => {
    await write(owner, 'both.txt');
    await turn(
      taker,
      tool('Read', { file_path: file('both.txt') }),
      tool('Write', { file_path: file('both.txt'), content: 'taken\n' }),
    );
    const isShared = ({ level, files }: Collision): boolean =>
      level === 1 && files.includes('both.txt');
    await collides(owner, 'the shared file', isShared);
    await collides(taker, 'the shared file', isShared);
  });

  it('lose what the other takes by checkout', async () => {
    await edit(owner);
    await loses('checkout', 'hello.txt', 'git checkout -- hello.txt');
  });

  it('lose what the other stashes', async () => {
    await edit(owner);
    await loses('stash', 'hello.txt', 'git stash');
  });

  it('lose what the other resets', async () => {
    await edit(owner);
    await loses('reset', 'hello.txt', 'git reset --hard');
  });

  it('lose what the other cleans away', async () => {
    await write(owner, 'new.txt');
    await loses('clean', 'new.txt', 'git clean -fd');
    assert.ok(!fs.existsSync(file('new.txt')));
  });

  it('lose the branch that the other leaves', async () => {
    await edit(owner);
    await loses('switch', 'hello.txt', 'git switch other');
    await turn(taker, bash('git checkout -q -- . && git switch -q main'));
  });

  it('are told of a request to change what the other changed since', async () => {
    await write(owner, 'asked.txt');
    const asker = await stage.client();
    count += 1;
    const ask = tool('Write', { file_path: file('asked.txt'), content: 'mine\n' });
    stage.script(
      `step-${count}`,
      tool('Read', { file_path: file('asked.txt') }),
      ask,
      say('Done.'),
    );
    assert.equal(await asker.turn(`[[step-${count}]]`), 'permission');
    await turn(
      taker,
      tool('Read', { file_path: file('asked.txt') }),
      tool('Write', { file_path: file('asked.txt'), content: 'other\n' }),
    );
    await collides(asker, 'the request', ({ level, side, files, sessionId }) => {
      const isOther = sessionId === taker.sessionId;
      return level === 2 && side === 'asks' && files.includes('asked.txt') && isOther;
    });
    await asker.answerNo();
  });

  it('are told nothing of one in a worktree of its own', async () => {
    const apart = await stage.client({ args: ['--worktree', 'apart'] });
    await turn(apart, bash('echo a > hello.txt && git reset -q --hard'));
    const { collisions, sessionId } = await hub.waitFor(
      'the session in its worktree',
      ({ projectPath }) => projectPath.endsWith('/apart'),
    );
    assert.equal(sessionId, apart.sessionId);
    assert.equal(collisions, undefined);
  });
});
