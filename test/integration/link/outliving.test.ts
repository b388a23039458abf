import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { removeTraces } from '../../../src/extension/hookInstaller/traces';
import { HubLink } from '../../../src/extension/link/hubLink';
import { EditorKeys, secretsInMemory } from '../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../src/extension/util/log';
import { routes } from '../../../src/shared/protocol/protocol';
import { call, type Answer } from '../../support/hub/wire/call';
import { freePorts } from '../../support/hub/wire/freePorts';
import { aHook, sessionId } from '../../support/hub/hooks';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import {
  addPhonePage,
  killDetachedHubs,
  waitForDetachedHub,
  detachedHubPids,
  servingHub,
} from '../../support/hub/process/detachedHubs';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { answering, requestOn } from '../../support/phone/phoneAnswer';
import { TestDesk } from '../../support/phone/testDesk';
import type { TestPhone } from '../../support/phone/testPhone';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});

describe('A hub with a paired phone', function () {
  this.timeout(60_000);
  let script: string;
  let home: string;
  let ports: number[];
  let phonePorts: number[];
  let keys: EditorKeys;
  let links: HubLink[];
  let desks: TestDesk[];

  before(async () => {
    script = await bundleHub();
    await addPhonePage(script);
  });
  after(() => removeBundle(script));
  beforeEach(async () => {
    home = await tempHome();
    ports = await freePorts(3);
    phonePorts = await freePorts(3);
    keys = new EditorKeys(secretsInMemory(), silentLog);
    links = [];
    desks = [];
  });
  afterEach(async () => {
    for (const one of desks) one.close();
    await Promise.all(links.map((link) => link.shutdown()));
    await killDetachedHubs(script);
    await until(
      () => detachedHubPids(script),
      (left) => assert.deepEqual(left, []),
    );
    await removeHome(home);
  });

  async function open(release?: string, editor = keys): Promise<HubLink> {
    const link = new HubLink({
      configHome: home,
      script,
      log: silentLog,
      ports,
      phonePorts,
      keys: editor,
      ...(release !== undefined && { release }),
    });
    links.push(link);
    link.start();
    await live(link);
    return link;
  }
  const live = (link: HubLink): Promise<unknown> =>
    until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
  async function desk(editor = keys, name = 'desk'): Promise<TestDesk> {
    const one = await TestDesk.open(home, ports, editor, name);
    desks.push(one);
    return one;
  }
  /** Process id of the hub once it runs in a separate process. */
  const itsOwn = (other?: number): Promise<number> => waitForDetachedHub(script, home, other);
  /** A window with a phone, for which the hub moves to a separate process. */
  async function withPhone(
    verdict: 'watch' | 'answer' = 'answer',
  ): Promise<{ readonly link: HubLink; readonly phone: TestPhone; readonly pid: number }> {
    const link = await open('1.0.0');
    const at = await desk();
    const phone = await at.phone(verdict);
    const pid = await itsOwn();
    at.close();
    await live(link);
    return { link, phone, pid };
  }
  async function close(link: HubLink): Promise<void> {
    links = links.filter((one) => one !== link);
    await link.shutdown();
  }
  const shut = async (): Promise<void> => {
    for (const one of desks.splice(0)) one.close();
    await Promise.all(links.splice(0).map((link) => link.shutdown()));
  };
  /** Sends a request, like the relay, to whichever hub serves the config home. */
  async function hold(): Promise<{ readonly answer: Promise<Answer> }> {
    const read = (name: string) => fs.readFile(path.join(home, 'mission-control', name), 'utf8');
    const { url } = JSON.parse(await read('endpoint.json')) as { readonly url: string };
    const headers = { authorization: `Bearer ${await read('token')}` };
    const body = JSON.stringify(request);
    return { answer: call(`${url}${routes.hook}?wait=1`, { method: 'POST', headers, body }) };
  }
  /**
   * Waits until the hub accepts the signature: only then does it report that there is no such
   * session.
   */
  const waitForAcceptance = (link: HubLink): Promise<unknown> =>
    until(
      () =>
        link.hub
          .call('act', { sessionId, act: 'interrupt' })
          .catch((error: unknown) => String(error)),
      (response) => assert.match(JSON.stringify(response), /no session with this ID/),
    );
  async function asks(link: HubLink, at: HubLink): Promise<HubLink['keys']['askingEditors']> {
    await link.keys.requestTrust('Another editor');
    return until(
      () => at.keys.askingEditors,
      (all) => assert.equal(all.length, 1),
    );
  }
  const gone = (): Promise<unknown> =>
    until(
      () => detachedHubPids(script),
      (left) => assert.deepEqual(left, []),
    );

  it('lets no debugger in, which could answer in its place', async () => {
    const [port = 0] = await freePorts(1);
    process.env['NODE_OPTIONS'] = `--inspect-port=${port}`;
    try {
      const { phone, pid } = await withPhone();
      process.kill(pid, 'SIGUSR1');
      await phone.connect(); // It continues to run.
      await waitFixedTime(1_000); // Node opens a debugger's port in a thread.
      await assert.rejects(fetch(`http://127.0.0.1:${port}/json/version`));
    } finally {
      delete process.env['NODE_OPTIONS'];
    }
  });

  it('moves out of its window, and answers by the phone when all windows are closed', async () => {
    const { phone, pid } = await withPhone();
    await shut();
    await phone.reconnect();
    const { answer } = await hold();
    await phone.tell(answering(await requestOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/);
    assert.equal(await servingHub(home), pid);
  });

  it('stays the hub of the windows that come and go, and knows their editor', async () => {
    const { link, pid } = await withPhone();
    await close(link);
    const next = await open('1.0.0');
    const other = await open('1.0.0');
    await waitForAcceptance(next);
    await close(next);
    await waitForAcceptance(other);
    assert.ok(!other.keys.isUntrusted);
    assert.equal(await itsOwn(), pid);
  });

  it('does not move while a request is held, and lets nobody down', async () => {
    const link = await open();
    const at = await desk();
    const { answer } = await hold();
    await at.session(({ pendingRequest }) => pendingRequest?.call?.fate === 'open');
    const phone = await at.phone();
    await waitFixedTime(2_500); // Several polls of the window that would move it.
    assert.deepEqual(await detachedHubPids(script), []);
    await phone.tell(answering(await requestOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/);
    await itsOwn();
    await live(link);
  });

  it('is left behind by a window that closes before it has moved', async () => {
    const link = await open();
    const disabledProjects = ['/elsewhere'];
    link.repeatedCalls.storeCall('offerControl', {
      label: 'Window',
      enabled: true,
      disabledProjects,
    });
    const machines = [{ name: 'gpu', command: ['no-such-program'] }];
    link.repeatedCalls.storeCall('setMachines', { machines, label: 'Window' });
    const at = await desk();
    const { answer } = await hold();
    await at.session(({ pendingRequest }) => pendingRequest?.call?.fate === 'open');
    const lost = answer.catch(() => undefined);
    const phone = await at.phone();
    at.close();
    await close(link);
    await lost;
    await itsOwn();
    await phone.reconnect();
    const [{ control } = {}] = phone.pages('snapshot');
    // The first board may be sent before its hub has connected to its machines.
    await until(
      () => phone.machines?.map(({ name }) => name),
      (names) => assert.deepEqual(names, ['gpu']),
    );
    // No window has sent this setting to the hub.
    assert.deepEqual(control?.disabledProjects, disabledProjects);
    const next = await hold();
    await phone.tell(answering(await requestOn(phone)));
    assert.match((await next.answer).text, /"behavior":"allow"/);
  });

  it('believes no phone that only its list says may answer', async () => {
    const { phone, pid } = await withPhone('watch');
    await shut();
    process.kill(pid, 'SIGKILL');
    await gone();
    const file = path.join(home, 'mission-control', 'phones.json');
    const text = await fs.readFile(file, 'utf8');
    assert.match(text, /"scope":"watch"/);
    await fs.writeFile(file, text.replace('"scope":"watch"', '"scope":"answer"'));
    await open();
    const at = await desk();
    await at.waitFor(({ devices: [device] }) => {
      assert.equal(device?.scope, 'answer');
      assert.equal(device?.isConfirmed, false);
    });
    await phone.reconnect();
    assert.equal(phone.pages('snapshot')[0]?.control.status, 'off');
  });

  it('is told of its phones by an editor that comes to it later', async () => {
    const { pid } = await withPhone();
    await shut();
    process.kill(pid, 'SIGKILL');
    await gone();
    const other = new EditorKeys(secretsInMemory(), silentLog);
    const first = await open(undefined, other);
    const at = await desk(other);
    await at.waitFor(({ devices: [device] }) => assert.equal(device?.isConfirmed, false));
    const second = await open();
    const [asking] = await asks(second, first);
    await first.keys.accept(asking?.publicKey ?? '');
    await close(second);
    await open();
    await at.waitFor(({ devices: [device] }) => assert.equal(device?.isConfirmed, true));
  });

  it('is started again by a window that is there, with what is left swept away', async () => {
    const { link, phone, pid } = await withPhone();
    process.kill(pid, 'SIGKILL');
    const next = await itsOwn(pid);
    await live(link);
    await phone.reconnect();
    const { answer } = await hold();
    await phone.tell(answering(await requestOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/);
    const names = await fs.readdir(path.join(home, 'mission-control'));
    const sockets = names.filter((name) => name.endsWith('.sock'));
    assert.equal(sockets.length, 1, names.join());
    assert.equal(await servingHub(home), next);
    const log = await fs.readFile(path.join(home, 'mission-control', 'hub.log'), 'utf8');
    assert.match(log, /info: The hub listens at /);
  });

  it('is replaced by a window of a newer version, not by an older one', async () => {
    const { pid } = await withPhone();
    await open('0.9.0');
    await waitFixedTime(2_500);
    assert.equal(await itsOwn(), pid);
    await open('1.0.1');
    // On a busy machine another window may start the next hub first, which is then replaced, too.
    const next = await until(
      async () => {
        const at = await desk();
        at.close();
        return at.life;
      },
      (life) => assert.equal(life?.release, '1.0.1'),
    );
    assert.notEqual(next?.pid, pid);
    assert.equal(await itsOwn(pid), next?.pid);
  });

  it('makes room where no window is left that it believes', async () => {
    const { pid } = await withPhone();
    await shut();
    const other = await open('1.0.0', new EditorKeys(secretsInMemory(), silentLog));
    await itsOwn(pid);
    await until(
      () => other.keys.isUntrusted,
      (now) => assert.equal(now, false),
    );
    await waitForAcceptance(other);
  });

  it('serves its phone on while a window that it does not believe is the only one', async () => {
    const { phone, pid } = await withPhone();
    await shut();
    await phone.reconnect();
    const other = new EditorKeys(secretsInMemory(), silentLog);
    const link = await open('2.0.0', other);
    await until(
      () => link.keys.isUntrusted,
      (stranger) => assert.ok(stranger),
    );
    const at = await desk(other);
    await assert.rejects(at.calls.call('endHub', {}), /not been accepted yet\. Choose Ask to Be/);
    at.close();
    await waitFixedTime(2_500); // Several polls of the window that would replace it.
    assert.equal(await itsOwn(), pid);
    assert.ok(link.keys.isUntrusted);
  });

  it('ends with everything that a window removes which it does not believe', async () => {
    const { link, pid } = await withPhone();
    const other = await open('1.0.0', new EditorKeys(secretsInMemory(), silentLog));
    await until(
      () => other.keys.isUntrusted,
      (stranger) => assert.ok(stranger),
    );
    assert.equal(await itsOwn(), pid);
    await close(link);
    await other.whileStopped(async () => {
      assert.deepEqual(await detachedHubPids(script), []);
      await removeTraces(home);
    });
  });

  it('ends when the last phone is removed and the last window closed', async () => {
    const { phone } = await withPhone();
    const at = await desk();
    await at.calls.call('removePhone', { device: phone.device });
    await at.waitFor(({ devices }) => assert.deepEqual(devices, []));
    await itsOwn();
    await shut();
    await gone();
    assert.deepEqual(
      (await fs.readdir(path.join(home, 'mission-control'))).filter((name) =>
        /^hub-|^token$/u.test(name),
      ),
      [],
    );
  });

  it('ends with everything that is removed, and writes nothing any more', async () => {
    const { link, phone, pid } = await withPhone();
    const other = await open('1.0.0');
    // The window that has not started the hub.
    await other.whileStopped(async () => {
      assert.deepEqual(await detachedHubPids(script), []);
      await removeTraces(home);
    });
    await keys.deleteAll();
    assert.deepEqual(await keys.phones(), []);
    await until(
      () => [link, other].map(({ board }) => board.connection),
      (connections) => assert.deepEqual(connections, ['off', 'off']),
    );
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    await gone();
    assert.deepEqual(await fs.readdir(home), []);
    assert.notEqual(phone.closedBy, undefined);
  });
});
