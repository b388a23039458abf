import assert from 'node:assert/strict';
import { BoardSessions } from '../../support/claude/boardSessions';
import { newestVersion } from '../../support/claude/install';
import { bash, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';

describe('A session without a terminal whose settings deny instead of prompting', function () {
  this.timeout(120_000);
  let one: BoardSessions;

  before(async () => {
    one = await BoardSessions.open(true, {
      version: newestVersion,
      home: { settings: { permissions: { denyInsteadOfPrompting: true } } },
    });
  });
  after(() => one?.close());

  it('waits for the answer on its card, which allows the call', async () => {
    one.api.add(script('allow', [bash('touch allowed'), say('Made.')]));
    const id = await one.start('[[allow]] go');
    const { pendingRequest } = await one.answerable(id);
    assert.equal(pendingRequest?.onlyHere, true);
    assert.deepEqual(await one.hub.decide(id, { kind: 'allow' }), { outcome: 'accepted' });
    await one.rests(id, 'allow', 2);
    assert.ok(one.home.hasFile('allowed'));
    await one.end(id);
    assert.deepEqual(one.problems, []);
  });

  it('is denied with the words of the person', async () => {
    one.api.add(script('deny', [bash('touch denied'), say('Otherwise, then.')]));
    const id = await one.start('[[deny]] go');
    await one.answerable(id);
    const message = 'Use mktemp instead.';
    assert.deepEqual(await one.hub.decide(id, { kind: 'deny', message }), { outcome: 'accepted' });
    await one.rests(id, 'deny', 2);
    assert.ok(!one.home.hasFile('denied'));
    assert.ok(one.api.lastTold('deny').includes(message));
    await one.end(id);
  });
});
