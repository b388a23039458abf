import assert from 'node:assert/strict';
import {
  isInTerminal,
  Runners,
  type RunnersParts,
} from '../../../src/extension/hub/runners/runners';
import type { Disposable } from '../../../src/extension/util/lifetime';
import { newRunnerKey, runnerProof } from '../../../src/extension/util/keys/runnerKey';
import type { RunnerEvent } from '../../../src/shared/protocol/runner';
import { testSigner } from '../../support/hub/testSigner';

class Reader {
  readonly events: RunnerEvent[] = [];
  ended = false;
  send(event: RunnerEvent): void {
    this.events.push(event);
  }
  end(): void {
    this.ended = true;
  }
  get challenge(): string {
    const [told] = this.events.flatMap((event) => (event.type === 'prove' ? event.data : []));
    return told?.challenge ?? '';
  }
  get order(): string {
    const last = this.events.at(-1);
    return last?.type === 'order' ? last.data.order : '';
  }
}

const key = newRunnerKey(testSigner, 'hub', 'one');

function started(parts: Partial<RunnersParts> = {}): Runners {
  return new Runners({ hub: 'hub', isCertified: () => true, ...parts });
}

/** Connects a runner that has proved its key. */
function proved(runners: Runners, sessionId: string, reader: Reader): Disposable {
  const line = runners.connect(sessionId, reader);
  const { challenge } = reader;
  assert.ok(runners.prove(sessionId, runnerProof(key, { hub: 'hub', sessionId, challenge })));
  return line;
}

describe('The runners of sessions without a terminal', () => {
  let runners: Runners;
  let changed: string[];
  beforeEach(() => {
    changed = [];
    runners = started();
    runners.onDidChange((sessionId) => void changed.push(sessionId));
  });
  afterEach(() => runners.dispose());

  it('are known while they are connected', () => {
    const line = proved(runners, 'one', new Reader());
    assert.ok(runners.has('one') && !runners.has('two'));
    line.dispose();
    assert.ok(!runners.has('one'));
    assert.deepEqual(changed, ['one', 'one']);
  });

  it('stay known if an older connection of theirs closes late', () => {
    const old = proved(runners, 'one', new Reader());
    proved(runners, 'one', new Reader());
    old.dispose();
    assert.ok(runners.has('one'));
  });

  it('are not accepted for a session whose client runs in a terminal', async () => {
    const reader = new Reader();
    const problem = started({
      isElsewhere: (id) => isInTerminal({ pid: 7, entrypoint: id }),
    });
    for (const id of ['cli', 'sdk-cli']) proved(problem, id, id === 'cli' ? reader : new Reader());
    assert.deepEqual([problem.has('cli'), problem.has('sdk-cli')], [false, true]);
    const before = reader.events.length;
    assert.equal(await problem.sendOrder('cli', { act: 'prompt', text: 'A secret' }), false);
    assert.equal(reader.events.length, before, 'nothing is told');
    problem.dispose();
  });

  it('accept an order only after its commit has finished', async () => {
    const reader = new Reader();
    proved(runners, 'one', reader);
    const steps: string[] = [];
    const done = runners.sendOrder('one', { act: 'prompt', text: 'Go.' }, async () => {
      await Promise.resolve();
      steps.push('committed');
      return true;
    });
    assert.ok(await runners.acceptAnswer('one', reader.order));
    steps.push('granted');
    assert.ok(await done);
    assert.deepEqual(steps, ['committed', 'granted']);
    assert.equal(
      await runners.acceptAnswer('one', reader.order),
      false,
      'an order is granted once',
    );
  });

  it('do not accept an order that was cancelled, or one of another session', async () => {
    const reader = new Reader();
    proved(runners, 'one', reader);
    proved(runners, 'two', new Reader());
    const done = runners.sendOrder('one', { act: 'end' }, () => Promise.resolve(false));
    assert.equal(await runners.acceptAnswer('two', reader.order), false);
    assert.equal(await runners.acceptAnswer('one', reader.order), false);
    assert.equal(await done, false);
  });

  it('do not accept an order that cannot be stored, and the requester gets the error', async () => {
    const reader = new Reader();
    proved(runners, 'one', reader);
    const done = runners.sendOrder('one', { act: 'end' }, () =>
      Promise.reject(new Error('disk full')),
    );
    await assert.rejects(runners.acceptAnswer('one', reader.order), /disk full/);
    assert.equal(await done, false);
  });

  it('that disconnected accept no order', async () => {
    const line = proved(runners, 'one', new Reader());
    const done = runners.sendOrder('one', { act: 'interrupt' });
    line.dispose();
    assert.equal(await done, false);
    assert.equal(await runners.sendOrder('one', { act: 'interrupt' }), false);
  });

  it('are disconnected when the hub ends', async () => {
    const reader = new Reader();
    proved(runners, 'one', reader);
    const done = runners.sendOrder('one', { act: 'end' });
    runners.dispose();
    assert.equal(await done, false);
    assert.ok(reader.ended);
  });
});
