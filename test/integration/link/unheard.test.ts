import assert from 'node:assert/strict';
import { startHub, type RunningHub } from '../../../src/extension/hub/hub';
import { HubLink } from '../../../src/extension/link/hubLink';
import { silentLog } from '../../../src/extension/util/log';
import { IneffectiveSettings } from '../../../src/extension/views/control/ineffectiveSettings';
import { settingIds } from '../../../src/extension/manifest';
import { freePort } from '../../support/hub/wire/freePorts';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';

/** A hub like that of `npm run hub`: it has no known keys, and shows a code in its terminal. */
describe('A window that the hub in a terminal does not know yet', function () {
  this.timeout(120_000);
  let home: string;
  let hub: RunningHub;
  let link: HubLink;
  let code = '';
  beforeEach(async () => {
    home = await tempHome();
    const port = await freePort();
    const scripts = threadScripts();
    const showCode = (shown: string): void => void (code = shown);
    hub = await startHub({ configHome: home, port, scripts, log: silentLog, showCode });
    link = new HubLink({ configHome: home, script: '', log: silentLog, ports: [port] });
    link.start();
    await until(
      () => link.keys.isUntrusted,
      (stranger) => assert.ok(stranger),
    );
  });
  afterEach(async () => {
    await link.shutdown();
    await hub.close();
    await removeHome(home);
  });
  const machines = (): readonly string[] =>
    (link.board.summary.machines ?? []).map(({ name }) => name);

  it('has its settings heard as soon as it is accepted, and not before', async () => {
    link.repeatedCalls.storeCall('setMachines', {
      machines: [{ name: 'gpu', command: ['no-such-program'] }],
      label: 'desk',
    });
    await assert.rejects(
      link.hub.call('retryMachine', { key: 'x' }),
      /has not been accepted yet\. Choose Ask to Be Accepted/,
    );
    assert.deepEqual(machines(), []);
    await link.keys.giveCode(code);
    await until(machines, (names) => assert.deepEqual(names, ['gpu']));
    await link.hub.call('retryMachine', { key: 'x' });
  });

  it('says which of its settings have no effect, the same ones once, to a person who is there', async () => {
    const set = new Set<string>();
    const messages: string[] = [];
    const changes: (() => void)[] = [];
    let isInFront = false;
    const unheard = new IneffectiveSettings({
      standing: link.keys,
      isSet: (id) => set.has(id),
      onDidChangeSettings: (listener) => {
        changes.push(() => listener(undefined));
        return { dispose: () => undefined };
      },
      isInFront: () => isInFront,
      onDidComeInFront: () => ({ dispose: () => undefined }),
      say: (text) => void messages.push(text),
    });
    const change = (): void => {
      for (const notify of changes) notify();
    };
    change();
    isInFront = true;
    change();
    assert.deepEqual(messages, []);
    set.add(settingIds.machines).add(settingIds.budgetPerDay);
    isInFront = false;
    change();
    assert.deepEqual(messages, []);
    isInFront = true;
    change();
    change();
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /no effect: missionControl\.machines\.$/);
    await link.keys.giveCode(code);
    await until(
      () => link.keys.isUntrusted,
      (stranger) => assert.equal(stranger, false),
    );
    set.add(settingIds.rules);
    change();
    assert.equal(messages.length, 1);
    unheard.dispose();
  });
});
