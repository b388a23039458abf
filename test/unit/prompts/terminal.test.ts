import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { ProvenTerminal } from '../../../src/extension/hub/attention/places';
import type { OrderOutcome } from '../../../src/extension/hub/attention/windows';
import type { RestingSession } from '../../../src/extension/hub/domain/claims/rest';
import type { Prompts } from '../../../src/extension/hub/prompts/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { promptsOf } from '../../support/hub/somePrompts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const sessionId = 'one';
const pid = 4711;
const inTerminal: ProvenTerminal = { window: 'w', terminal: 42 };

/**
 * An idle session in a window's terminal; the test controls what happens while the window handles
 * an order.
 */
describe('A prompt for a session in a terminal', () => {
  let home: string;
  let now: number;
  let session: LiveSession;
  let rest: RestingSession;
  let rests: boolean;
  let prompts: Prompts;
  let asked: number;
  let typed: string[];
  let meanwhile: () => void;
  let onWrite: () => void;
  let refusal: OrderOutcome | undefined;
  let runner: ((commit?: () => Promise<boolean>) => Promise<boolean>) | undefined;
  let isInFront: boolean;
  let guessed: number | undefined;

  beforeEach(async () => {
    home = await tempHome();
    now = 1_000_000;
    rest = { pid, since: now - 10_000, broken: false };
    rests = true;
    [asked, typed, meanwhile, onWrite] = [0, [], () => undefined, () => undefined];
    [refusal, runner, isInFront, guessed] = [undefined, undefined, true, undefined];
    session = aSession({ sessionId, pid, entrypoint: 'cli', transcriptPath: '' });
    prompts = promptsOf(home, () => session, {
      rest: () => (rests ? rest : undefined),
      clock: () => now,
      places: { terminalOf: () => Promise.resolve(inTerminal) },
      windows: {
        async sendOrder(window, order, _ms, commit): Promise<OrderOutcome> {
          assert.deepEqual([window, order.type], ['w', 'typePrompt']);
          asked += 1;
          meanwhile();
          if (refusal !== undefined) return refusal;
          if ((await commit?.()) !== true) return 'silent';
          if (order.type === 'typePrompt') typed.push(`${order.text} in ${order.terminal}`);
          return 'taken';
        },
      },
      runners: {
        has: () => runner !== undefined,
        sendOrder: (_session, _order, commit) => runner?.(commit) ?? Promise.resolve(false),
      },
      isInForeground: () => Promise.resolve(isInFront),
      isGuess: (one) => one === guessed,
      isOurs: () => {
        onWrite();
        return Promise.resolve(true);
      },
    });
    await prompts.load();
    prompts.update([session], []);
    await until(
      () => prompts.cardOf(session)?.way,
      (way) => assert.equal(way, 'terminal'),
    );
  });
  afterEach(async () => {
    await prompts.close();
    await removeHome(home);
  });

  const add = (): Promise<unknown> =>
    prompts.change(sessionId, { kind: 'add', id: 'a', text: 'Do it' });
  const state = (): string | undefined => prompts.cardOf(session)?.prompts[0]?.state;
  const isAskedAgain = (): Promise<unknown> => {
    const before = asked;
    return until(
      () => asked,
      (count) => assert.ok(count > before),
    );
  };
  const isNotTyped = async (): Promise<void> => {
    await Promise.all([isAskedAgain(), add()]);
    await waitFixedTime(200);
    assert.deepEqual([typed, state()], [[], 'queued']);
  };
  const isTyped = (): Promise<unknown> =>
    until(
      () => typed,
      (all) => assert.deepEqual(all, ['Do it in 42']),
    );

  it('is typed there, once', async () => {
    await add();
    await isTyped();
    assert.equal(state(), 'handedOver');
    prompts.update([session], []);
    await waitFixedTime(1_500);
    assert.deepEqual([typed.length, asked], [1, 1]);
  });

  it('is not typed where another process runs the session by then', async () => {
    meanwhile = () => {
      session = { ...session, pid: 4712 };
      rest = { ...rest, pid: 4712 };
      prompts.update([session], []);
    };
    await isNotTyped();
  });

  it('is uncertain where nothing tells of it', async () => {
    await add();
    await isTyped();
    now += 9_000;
    await waitFixedTime(1_200);
    assert.equal(state(), 'handedOver');
    now += 1_000;
    await until(state, (at) => assert.equal(at, 'uncertain'));
    assert.equal(typed.length, 1);
  });

  it('is its runner’s where one runs it, whatever that says', async () => {
    let offered = 0;
    runner = () => Promise.resolve(offered++ < 0);
    assert.equal(prompts.cardOf(session)?.way, 'runner');
    await add();
    await until(
      () => offered,
      (count) => assert.ok(count > 1),
    );
    assert.deepEqual([asked, state()], [0, 'queued']);
    runner = (commit) => commit?.() ?? Promise.resolve(false);
    await until(state, (at) => assert.equal(at, 'handedOver'));
    assert.equal(prompts.cardOf(session)?.prompts[0]?.way, 'runner');
    assert.equal(asked, 0);
  });

  it('is left to the next hub where this one closes meanwhile', async () => {
    meanwhile = () => void prompts.close();
    await isNotTyped();
    assert.match(fs.readFileSync(path.join(home, 'prompts.json'), 'utf8'), /"queued"/);
  });

  it('is not typed as it was before somebody edited it', async () => {
    meanwhile = () => void prompts.change(sessionId, { kind: 'edit', id: 'a', text: 'Do it well' });
    await isNotTyped();
    meanwhile = () => undefined;
    await until(
      () => typed,
      (all) => assert.deepEqual(all, ['Do it well in 42']),
    );
  });

  it('is not typed before one that was moved ahead of it, nor once it is taken out', async () => {
    meanwhile = () => {
      void prompts.change(sessionId, { kind: 'add', id: 'b', text: 'First' });
      void prompts.change(sessionId, { kind: 'move', id: 'b', by: -1 });
    };
    await isNotTyped();
    meanwhile = () => void prompts.change(sessionId, { kind: 'remove', id: 'b' });
    await isAskedAgain();
    await waitFixedTime(200);
    assert.deepEqual(typed, []);
  });

  it('is not typed where its client was suspended meanwhile: a shell would run it', async () => {
    meanwhile = () => (isInFront = false);
    await isNotTyped();
    isInFront = true;
    meanwhile = () => undefined;
    await isTyped();
  });

  it('is not typed where the session works by then', async () => {
    meanwhile = () => (rest = { ...rest, since: 1_000_000 });
    await isNotTyped();
  });

  it('is not typed where the session works once what was to be written before is', async () => {
    meanwhile = () => {
      onWrite = () => {
        onWrite = () => undefined;
        setImmediate(() => (rest = { ...rest, since: 1_000_000 }));
      };
      void prompts.change('other', { kind: 'add', id: 'b', text: 'Something else' });
    };
    await isNotTyped();
  });

  it('is not typed where the session works once it is written down itself', async () => {
    meanwhile = () => {
      onWrite = () => {
        onWrite = () => undefined;
        rests = false;
      };
    };
    await isNotTyped();
    meanwhile = () => undefined;
    rests = true;
    await isTyped();
  });

  describe('that a hook could wake, too', () => {
    let sent: string[];
    let finishOrder: () => void;
    beforeEach(() => {
      sent = [];
      const waker = {
        deliver: (text: string) => Promise.resolve(sent.push(text) > 0),
        release: () => undefined,
        onGone: (listener: () => void) => (finishOrder = listener),
      };
      prompts.holdWaker({ sessionId, moment: 'turnEnd' }, pid, waker);
    });

    it('comes by the hook where the window does not take it', async () => {
      refusal = 'declined';
      await add();
      await until(
        () => sent,
        (all) => assert.deepEqual(all, ['Do it']),
      );
      assert.deepEqual([typed, state()], [[], 'handedOver']);
    });

    it('waits on where the hook goes while it is written down: nobody was told', async () => {
      refusal = 'declined';
      meanwhile = () => {
        onWrite = () => {
          onWrite = () => undefined;
          finishOrder();
        };
      };
      await isNotTyped();
      assert.deepEqual(sent, []);
    });

    it('waits for a window that is silent: nobody knows yet what it does', async () => {
      refusal = 'silent';
      await isNotTyped();
      assert.deepEqual(sent, []);
    });

    it('comes once where the window takes it', async () => {
      await add();
      await isTyped();
      await waitFixedTime(1_500);
      assert.deepEqual([sent, typed.length], [[], 1]);
    });
  });

  it('is not typed where nobody knows for certain that its process runs it', async () => {
    guessed = pid;
    assert.equal(prompts.cardOf(session)?.way, undefined);
    await add();
    assert.equal(prompts.cardOf(session)?.waitsFor, 'way');
    await waitFixedTime(1_500);
    assert.equal(asked, 0);
    guessed = undefined;
    await isTyped();
  });
});
