import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { routes } from '../../../../../src/shared/protocol/protocol';
import { call, type Answer } from '../../../../support/hub/wire/call';
import { aHook } from '../../../../support/hub/hooks';
import { bundleHub, removeBundle } from '../../../../support/hub/process/hubBundle';
import { addPhonePage } from '../../../../support/hub/process/detachedHubs';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { testCertificate } from '../../../../support/phone/carriers/carrierBench';
import { TlsProxy } from '../../../../support/phone/carriers/tlsProxy';
import { answering, requestOn } from '../../../../support/phone/phoneAnswer';
import { TerminalHub } from '../../../../support/phone/terminalHub';
import { TestPhone } from '../../../../support/phone/testPhone';

describe('A hub in a terminal', function () {
  this.timeout(60_000);
  const { cert } = testCertificate();
  let script: string;
  let home: string;
  let env: NodeJS.ProcessEnv;
  let proxy: TlsProxy;
  let url: string;
  const hubs: TerminalHub[] = [];

  before(async () => {
    script = await bundleHub();
    await addPhonePage(script);
  });
  after(() => removeBundle(script));
  beforeEach(async () => {
    home = await tempHome();
    const authority = path.join(home, 'authority.pem');
    await fs.writeFile(authority, cert);
    env = {
      ...process.env,
      CLAUDE_CONFIG_DIR: home,
      NODE_EXTRA_CA_CERTS: authority,
      PATH: home, // Contains no Tailscale.
    };
    proxy = await TlsProxy.start(testCertificate(), { target: 1 });
    url = `https://localhost:${proxy.port}/`;
  });
  afterEach(async () => {
    for (const hub of hubs.splice(0)) await hub.kill();
    await proxy.close();
    await removeHome(home);
  });

  function run(...args: string[]): TerminalHub {
    const hub = new TerminalHub(script, args, env);
    hubs.push(hub);
    return hub;
  }
  async function withPage(): Promise<TerminalHub> {
    const hub = run('--phone', '--url', url);
    proxy.target = await hub.port();
    return hub;
  }
  async function hold(): Promise<{ readonly answer: Promise<Answer> }> {
    const read = (name: string) => fs.readFile(path.join(home, 'mission-control', name), 'utf8');
    const endpoint = JSON.parse(await read('endpoint.json')) as { readonly url: string };
    const headers = { authorization: `Bearer ${await read('token')}` };
    const request = { tool_name: 'Bash', tool_input: { command: 'make' } };
    const body = JSON.stringify(aHook('PermissionRequest', request));
    const to = `${endpoint.url}${routes.hook}?wait=1`;
    return { answer: call(to, { method: 'POST', headers, body }) };
  }
  async function allows(phone: TestPhone): Promise<void> {
    const { answer } = await hold();
    await phone.tell(answering(await requestOn(phone)));
    assert.match((await answer).text, /"behavior":"allow"/);
  }

  it('connects a phone by the code in it, lists it, and believes it again only when told', async () => {
    const hub = await withPage();
    const phone = await TestPhone.at(url, {}, { ca: cert });
    const { code } = await phone.pair(await hub.scan(), 'My \u001B[2Jphone');
    await hub.shows(new RegExp(`asks to be connected. Its screen has to show ${code}\\.`, 'u'));
    assert.ok(!hub.out.includes('\u001B'), 'a name moved the cursor');
    hub.type('yes');
    await hub.shows(/Type watch, answer or refuse/u);
    hub.type(' Answer ');
    await hub.shows(/phone” may watch and answer now/u);
    await phone.hear('welcome');
    await phone.begin();
    await allows(phone);
    hub.type('list');
    await hub.shows(/1\. My .*phone: may watch and answer, here now/u);
    await hub.interrupt();

    const next = await withPage();
    await next.shows(/has to be compared once more/u);
    assert.doesNotMatch(next.out, /Type answer/u);
    await phone.reconnect();
    const asks = `was allowed to answer before this start. Its screen has to show ${phone.code}.`;
    await next.shows(new RegExp(asks, 'u'));
    assert.equal(phone.pages('snapshot')[0]?.control.status, 'off');
    next.type('answer');
    await next.shows(/may watch and answer now/u);
    await allows(phone);
    next.type('remove 1');
    await next.shows(/is removed/u);
    await assert.rejects(phone.connect());
  });

  it('turns a phone away whose code is another one', async () => {
    const hub = await withPage();
    const phone = await TestPhone.at(url, {}, { ca: cert });
    await phone.pair(await hub.scan(), 'Foreign');
    await hub.shows(/“Foreign” asks/u);
    hub.type('refuse');
    await hub.shows(/“Foreign” was turned away/u);
    hub.type('list');
    await hub.shows(/No phone is connected/u);
  });

  it('says what to do where no way leads to it', async () => {
    const hub = run('--phone');
    await hub.shows(/Tailscale is not installed on this computer/u);
    await hub.shows(/start with --phone --url/u);
    await hub.interrupt();
    const plain = run('--phone', '--url', 'http://example.com');
    await plain.shows(/begins with https:\/\//u);
  });

  for (const args of [['--phon'], ['--url', 'https://example.com'], ['--phone', '--url']]) {
    it(`explains how it is started after ${args.join(' ')}`, async () => {
      const hub = run(...args);
      await hub.ended;
      assert.match(hub.err, /Usage: npm run hub/);
      assert.equal(hub.out, '');
    });
  }

  it('leads to the editor where a hub runs already', async () => {
    const first = run();
    await first.shows(/Mission Control hub: /u);
    const second = run('--phone');
    await second.ended;
    assert.match(second.err, /listens already at .*Connect the phone in its editor/);
  });
});
