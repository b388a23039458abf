import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { carrierFaultText } from '../../../../../src/shared/phone/carrierFaultText';
import { CarrierBench, tunnelNames } from '../../../../support/phone/carriers/carrierBench';
import { until } from '../../../../support/until';
import { waitFixedTime } from '../../../../support/waitFixedTime';

const [firstName = '', secondName = ''] = tunnelNames;
const asked = '2026-11-24T09:25:34Z INF Requesting new quick Tunnel on trycloudflare.com...\n';

describe('A quick tunnel as a carrier', () => {
  let bench: CarrierBench;
  beforeEach(async () => {
    bench = await CarrierBench.start();
    bench.programs.install('cloudflared');
  });
  afterEach(() => bench.dispose());

  it('is opened by plain arguments, and says before that its address ends with it', async () => {
    const carriers = bench.open();
    await bench.choose('quickTunnel');
    const { url, notice } = await bench.reaches('open');
    assert.equal(url, `https://${firstName}/`);
    assert.equal(notice, 'temporary');
    assert.ok(
      bench.states.every((state) => state.notice === 'temporary' || state.step === undefined),
    );
    assert.equal(bench.states.find(({ step }) => step !== undefined)?.notice, 'temporary');
    const steps = bench.states.flatMap(({ step }) => step ?? []);
    assert.deepEqual([...new Set(steps)], ['program', 'opening', 'name', 'page']);
    assert.match(
      bench.programs.calls('tunnel')[0]?.args.join(' ') ?? '',
      new RegExp(
        `^tunnel --no-autoupdate --url http://127\\.0\\.0\\.1:${bench.port} --metrics 127\\.0\\.0\\.1:\\d+$`,
      ),
    );
    await carriers.close();
    await bench.programs.gone();
  });

  it('says that the address is another one when it died, and with the next hub', async () => {
    const carriers = bench.open();
    await bench.choose('quickTunnel');
    await bench.reaches('open');
    process.kill(bench.programs.calls('tunnel')[0]?.pid ?? 0, 'SIGKILL');
    await until(
      () => carriers.state,
      (state) => assert.equal(state?.url, `https://${secondName}/`),
    );
    assert.equal(carriers.state?.notice, 'newAddress');
    assert.deepEqual(carriers.hosts, [secondName]);
    await carriers.close();
    bench.programs.plan({ hostnames: ['', '', firstName] });
    bench.open().resume(bench.port);
    const { url, notice } = await bench.reaches('open');
    assert.deepEqual([url, notice], [`https://${firstName}/`, 'newAddress']);
  });

  it('is kept while the network is away: another one would have another address', async () => {
    let isCut = false;
    const { proxyPort } = bench;
    bench.open({
      route: () => ({ host: '127.0.0.1', port: isCut ? 1 : proxyPort }),
      checkMs: 50,
    });
    await bench.choose('quickTunnel');
    await bench.reaches('open');
    isCut = true;
    await bench.reaches('faulty');
    await waitFixedTime(500); // Several more checks.
    isCut = false;
    assert.equal((await bench.reaches('open')).url, `https://${firstName}/`);
    assert.equal(bench.programs.calls('tunnel').length, 1);
  });

  it('tells of each failure what to do', async () => {
    const refused =
      'ERR Error unmarshaling QuickTunnel response: error code: 1015 error="invalid character \'e\' looking for beginning of value" status_code="429 Too Many Requests"\nfailed to unmarshal quick Tunnel: invalid character\n';
    const offline =
      'failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: lookup api.trycloudflare.com on 127.0.0.11:53: no such host\n';
    for (const [code, saying] of [
      ['tunnelRefused', { words: asked + refused, code: 1 }],
      ['tunnelOffline', { words: asked + offline, code: 1 }],
      ['programFailed', { words: 'something new\n', code: 1 }],
      ['programFailed', { code: 3 }],
      ['programSilent', { words: asked }],
    ] as const) {
      bench.programs.plan({ sayings: { tunnel: saying } });
      const carriers = bench.open({ limits: { opening: 1_500 }, retryMs: [60_000] });
      const state = await bench.faultOf('quickTunnel');
      assert.equal(state.fault?.code, code);
      assert.doesNotMatch(carrierFaultText(state), /does not work now/);
      await carriers.close();
      await bench.programs.gone();
    }
    bench.open({ env: { PATH: bench.home } });
    assert.equal((await bench.faultOf('quickTunnel')).fault?.code, 'notInstalled');
  });

  it('leads nowhere else, whatever answers in its program’s place', async () => {
    bench.programs.plan({ hostnames: ['evil.example/x.trycloudflare.com'] });
    bench.open({ limits: { opening: 1_500 }, retryMs: [60_000] });
    const { fault, url } = await bench.faultOf('quickTunnel');
    assert.equal(fault?.code, 'programSilent');
    assert.equal(url, undefined);
  });

  it('names the person’s own file where the program goes by that', async () => {
    const file = path.join(bench.home, '.cloudflared', 'config.yml');
    await mkdir(path.dirname(file));
    await writeFile(file, 'ingress: []\n');
    bench.programs.plan({ hostnames: [''] });
    bench.open({ limits: { opening: 1_500 }, retryMs: [60_000] });
    const state = await bench.faultOf('quickTunnel');
    assert.deepEqual(state.fault, { code: 'tunnelConfig', detail: file });
    assert.match(carrierFaultText(state), /config\.yml/);
  });
});
