import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { HubLink } from '../../../src/extension/link/hubLink';
import { EditorKeys, secretsInMemory } from '../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../src/extension/util/log';
import { freePorts } from '../../support/hub/wire/freePorts';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';

const sessionId = '5e551011-0000-4000-8000-000000000001';

describe('Editors on one machine', () => {
  let script: string;
  let home: string;
  let ports: readonly number[];
  const links: HubLink[] = [];

  before(async () => (script = await bundleHub()));
  after(() => removeBundle(script));
  beforeEach(async () => {
    home = await tempHome();
    ports = await freePorts(2);
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.shutdown()));
    await removeHome(home);
  });

  const anEditor = (): EditorKeys => new EditorKeys(secretsInMemory(), silentLog);
  /** Opens a window of an editor; resolves once it has a board. */
  async function open(keys: EditorKeys): Promise<HubLink> {
    const link = new HubLink({ configHome: home, script, log: silentLog, ports, keys });
    links.push(link);
    link.start();
    await until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    return link;
  }
  const isStranger = (link: HubLink, expected: boolean): Promise<unknown> =>
    until(
      () => link.keys.isUntrusted,
      (now) => assert.equal(now, expected),
    );
  /**
   * Waits until the hub accepts the signature: only then does it report that there is no such
   * session.
   */
  const waitForAcceptance = (link: HubLink): Promise<unknown> =>
    until(
      () =>
        link.hub
          .call('act', { sessionId, act: 'interrupt' })
          .then(({ outcome }) => outcome)
          .catch((error: unknown) => String(error)),
      (message) => assert.match(message, /no session with this ID/),
    );
  const asks = async (link: HubLink, at: HubLink): Promise<string> => {
    const code = await link.keys.requestTrust('Code - Insiders');
    const [asking] = await until(
      () => at.keys.askingEditors,
      (all) => assert.equal(all.length, 1),
    );
    assert.equal(asking?.code, code);
    assert.equal(asking?.label, 'Code - Insiders');
    return asking?.publicKey ?? '';
  };

  it('are one where their windows share a key, whoever of them is the hub', async () => {
    const editor = anEditor();
    const [first, second] = [await open(editor), await open(editor)];
    for (const link of [first, second]) await waitForAcceptance(link);
    await first.shutdown();
    await waitForAcceptance(second);
    assert.ok(!second.keys.isUntrusted);
  });

  it('are one where two of their windows have made the key at once, as soon as one asks', async () => {
    const secrets = secretsInMemory();
    const first = await open(new EditorKeys(secrets, silentLog));
    await waitForAcceptance(first);
    await secrets.delete('signingKey');
    const second = await open(new EditorKeys(secrets, silentLog));
    await isStranger(second, true);
    await second.keys.requestTrust('Code');
    await isStranger(second, false);
    for (const link of [first, second]) await waitForAcceptance(link);
  });

  it('keep a person out whose editor nobody has accepted', async () => {
    const [first, second] = [await open(anEditor()), await open(anEditor())];
    await isStranger(second, true);
    assert.ok(!first.keys.isUntrusted);
    await assert.rejects(second.hub.call('act', { sessionId, act: 'end' }), /not been accepted/);
    const change = { kind: 'add', id: 'a', text: 'Go' } as const;
    await assert.rejects(
      second.hub.call('changePrompts', { sessionId, change }),
      /not been accepted/,
    );
    assert.deepEqual(second.keys.askingEditors, []);
    await assert.rejects(second.keys.accept(await asks(second, first)), /not been accepted/);
  });

  it('take in one that a person confirms by its code, until they forget it', async () => {
    const editors = [anEditor(), anEditor()] as const;
    const [first, second] = [await open(editors[0]), await open(editors[1])];
    await isStranger(second, true);
    assert.equal(second.keys.ownCode, undefined);
    const publicKey = await asks(second, first);
    await until(
      () => second.keys.ownCode,
      (code) => assert.equal(code, first.keys.askingEditors[0]?.code),
    );
    assert.equal(first.keys.ownCode, undefined);
    await first.keys.accept(publicKey);
    await isStranger(second, false);
    assert.equal(second.keys.ownCode, undefined);
    await waitForAcceptance(second);
    await until(
      () => first.keys.askingEditors,
      (asking) => assert.deepEqual(asking, []),
    );
    // So does the next hub of the first editor.
    await second.shutdown();
    await first.shutdown();
    await open(editors[0]);
    await waitForAcceptance(await open(editors[1]));
    await editors[0].deleteAll();
    assert.equal((await editors[0].readKnownKeys()).length, 1);
  });

  it('are confirmed the other way round, too, where the one that was accepted starts the hub', async () => {
    const editors = [anEditor(), anEditor()] as const;
    const [first, second] = [await open(editors[0]), await open(editors[1])];
    await isStranger(second, true);
    await first.keys.accept(await asks(second, first));
    await isStranger(second, false);
    await Promise.all([first.shutdown(), second.shutdown()]);
    const [host, guest] = [await open(editors[1]), await open(editors[0])];
    await isStranger(guest, true);
    await host.keys.accept(await asks(guest, host));
    await waitForAcceptance(guest);
  });

  it('are left in peace for a minute after a refusal, by that editor and by others', async () => {
    const [first, second] = [await open(anEditor()), await open(anEditor())];
    await isStranger(second, true);
    await first.keys.refuse(await asks(second, first));
    await until(
      () => first.keys.askingEditors,
      (asking) => assert.deepEqual(asking, []),
    );
    await assert.rejects(second.keys.requestTrust('Code - Insiders'), /in a minute/);
    const third = await open(anEditor());
    await isStranger(third, true);
    await assert.rejects(third.keys.requestTrust('Cursor'), /in a minute/);
  });

  it('are asked for only while the window that asks is open', async () => {
    const [first, second] = [await open(anEditor()), await open(anEditor())];
    await isStranger(second, true);
    await asks(second, first);
    await second.shutdown();
    await until(
      () => first.keys.askingEditors,
      (asking) => assert.deepEqual(asking, []),
    );
  });

  it('write no key into our folder', async () => {
    const editor = anEditor();
    const first = await open(editor);
    await waitForAcceptance(first);
    const { publicKey } = await editor.signer();
    const folder = path.join(home, 'mission-control');
    for (const name of await fs.readdir(folder)) {
      const text = await fs.readFile(path.join(folder, name), 'utf8').catch(() => '');
      assert.ok(!text.includes(publicKey), name);
    }
  });
});

describe('The keys of an editor', () => {
  it('are made once, and are the same in its next window', async () => {
    const secrets = secretsInMemory();
    const [one, other] = [new EditorKeys(secrets, silentLog), new EditorKeys(secrets, silentLog)];
    const { publicKey } = await one.signer();
    assert.equal((await other.signer()).publicKey, publicKey);
    assert.match(publicKey, /^B[\w-]{86}$/u);
  });

  it('are those that were kept last where two windows made them at once', async () => {
    const stored = secretsInMemory();
    const slow = {
      ...stored,
      get: (name: string) => new Promise<void>(setImmediate).then(() => stored.get(name)),
    };
    const [one, other] = [new EditorKeys(slow, silentLog), new EditorKeys(slow, silentLog)];
    await Promise.all([one.signer(), other.signer()]);
    assert.equal(
      (await one.readSignerAgain()).publicKey,
      (await other.readSignerAgain()).publicKey,
    );
  });

  it('are the window’s own where the editor keeps no secrets', async () => {
    const fails = (): Promise<never> => Promise.reject(new Error('There is no keyring'));
    const secrets = { ...secretsInMemory(), get: fails, store: fails };
    const keys = new EditorKeys(secrets, silentLog);
    assert.equal((await keys.readSignerAgain()).publicKey, (await keys.signer()).publicKey);
    assert.deepEqual(await keys.readKnownKeys(), [(await keys.signer()).publicKey]);
  });

  it('are made anew where what was kept is none', async () => {
    const secrets = secretsInMemory();
    await secrets.store('signingKey', 'no key');
    const keys = new EditorKeys(secrets, silentLog);
    const { publicKey } = await keys.signer();
    assert.equal((await new EditorKeys(secrets, silentLog).signer()).publicKey, publicKey);
  });
});
