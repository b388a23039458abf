import assert from 'node:assert/strict';
import { hubPorts } from '../../../../src/shared/protocol/protocol';
import { aHook } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook } from '../../../support/hub/wire/hubTarget';
import { Desk } from '../../../support/machines/desk';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { waitFixedTime } from '../../../support/waitFixedTime';

/**
 * Time in ms in which two boards that forwarded each other's sessions would do so dozens of times.
 */
const roundMs = 3_000;

describe('Two machines that are on each other’s board', function () {
  this.timeout(120_000);
  let script: HubScript;
  let one: Desk;
  let other: Desk;

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
  });
  after(() => script.remove());
  beforeEach(async () => {
    const start = () => Desk.start(script.file, { ports: hubPorts });
    [one, other] = [await start(), await start()];
    const machineOf = (name: string, { home }: Desk) => OtherMachine.at(name, home, script.file);
    const [toOther, toOne] = [await machineOf('other', other), await machineOf('one', one)];
    await one.show(toOther.setting);
    await other.show(toOne.setting);
    await Promise.all([one.connected(), other.connected()]);
  });
  afterEach(async () => {
    await Promise.all([one.stop(), other.stop()]);
  });

  it('show each session once, and count it once', async () => {
    await postHook(await hubTarget(one.home), aHook('UserPromptSubmit', { prompt: 'Train it' }));
    await other.session(({ lastPrompt }) => assert.equal(lastPrompt, 'Train it'));
    await waitFixedTime(roundMs);
    for (const { link } of [one, other]) {
      const { sessions, summary } = link.board;
      const ids = sessions.map(({ sessionId }) => sessionId);
      assert.equal(ids.length, 1, ids.join());
      const [there] = summary.machines ?? [];
      assert.equal(there?.sessionCount, link === one.link ? 0 : 1);
    }
    const { lanes, missing } = await other.link.hub.call('day', {});
    assert.deepEqual([lanes.length, missing], [1, undefined]);
    await one.link.hub.call('lookAt', { of: 'all' });
  });
});
