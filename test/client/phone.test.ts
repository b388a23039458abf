import assert from 'node:assert/strict';
import { HubLink } from '../../src/extension/link/hubLink';
import { EditorKeys, secretsInMemory } from '../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../src/extension/util/log';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { bash, say } from '../support/claude/reply';
import { script as scripted } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { freePorts } from '../support/hub/wire/freePorts';
import { bundleHub, removeBundle } from '../support/hub/process/hubBundle';
import {
  addPhonePage,
  killDetachedHubs,
  detachedHubPids,
  servingHub,
} from '../support/hub/process/detachedHubs';
import { answering, requestOn } from '../support/phone/phoneAnswer';
import { TestDesk } from '../support/phone/testDesk';
import type { TestPhone } from '../support/phone/testPhone';
import { until } from '../support/until';
import { installHooks } from '../support/watchedHub';

describe('A request of the real client with no window open', function () {
  this.timeout(120_000);
  let script: string;
  let api: ScriptedApi;
  let home: IsolatedHome;
  let session: ClientSession;
  let phone: TestPhone;

  before('pair a phone in a window, and close the window', async () => {
    const client = { path: await installClient(), version: pinnedVersion };
    script = await bundleHub();
    await addPhonePage(script);
    api = await ScriptedApi.start();
    home = await IsolatedHome.create();
    const { configHome } = home;
    await installHooks(configHome, client);
    const [ports, phonePorts] = [await freePorts(3), await freePorts(3)];
    const keys = new EditorKeys(secretsInMemory(), silentLog);
    const link = new HubLink({ configHome, script, log: silentLog, ports, phonePorts, keys });
    link.start();
    const desk = await TestDesk.open(configHome, ports, keys);
    phone = await desk.phone();
    await until(
      async () => [await servingHub(configHome), ...(await detachedHubPids(script))],
      (pids) => assert.ok(pids.length === 2 && pids[0] === pids[1]),
    );
    desk.close();
    await link.shutdown();
    session = await startClient({ api, home });
    await phone.connect();
  });

  after(async () => {
    await session?.dispose();
    await killDetachedHubs(script);
    await home?.dispose();
    await api?.close();
    await removeBundle(script);
  });

  it('comes to the phone, and what it allows lets the client go on in its terminal', async () => {
    api.add(scripted('allow', [bash('touch allowed'), say('Made.')]));
    await session.turn('[[allow]] go');
    const asking = await requestOn(phone);
    assert.equal(asking.pendingRequest?.toolName, 'Bash');
    assert.ok(!home.hasFile('allowed'));
    await phone.tell(answering(asking));
    await session.waitFor('prompt');
    assert.ok(home.hasFile('allowed'));
  });

  it('waits for a phone in a pocket', async () => {
    await phone.hangUp();
    api.add(scripted('pocket', [bash('touch pocket'), say('Made.')]));
    await session.turn('[[pocket]] go');
    await phone.connect();
    await phone.tell(answering(await requestOn(phone)));
    await session.waitFor('prompt');
    assert.ok(home.hasFile('pocket'));
  });

  it('is denied by the phone with words that the agent reads', async () => {
    api.add(scripted('deny', [bash('touch denied'), say('Otherwise, then.')]));
    await session.turn('[[deny]] go');
    const message = 'Use mktemp instead, please';
    await phone.tell(answering(await requestOn(phone), { kind: 'deny', message }));
    await session.waitFor('prompt');
    assert.ok(!home.hasFile('denied'));
    assert.ok(api.lastTold('deny').includes(message));
  });
});
