import assert from 'node:assert/strict';
import { carrierFaultText } from '../../../../../src/shared/phone/carrierFaultText';
import type { FakePlan } from '../../../../support/phone/carriers/fakeProgram';
import { CarrierBench, goodStatus } from '../../../../support/phone/carriers/carrierBench';
import { until } from '../../../../support/until';

type Sayings = FakePlan['sayings'];

const dns = 'https://login.tailscale.com/admin/dns';
const enable = (what: string): string => `https://login.tailscale.com/f/${what}?node=nABC123CNTRL`;
const isOff = (what: string): string =>
  `\n${what} is not enabled on your tailnet.\nTo enable, visit:\n\n         ${enable(what.toLowerCase())}\n\n`;
const denied = `sending serve config: Access denied: serve config denied

Use 'sudo tailscale serve --https=8443 http://127.0.0.1:47911'.
To not require root, use 'sudo tailscale set --operator=$USER' once.
`;
const daemon =
  "failed to connect to local tailscaled; it doesn't appear to be running (sudo systemctl start tailscaled ?)\n";

/** Faults that a person sees, each with the program's output, and the link or command shown. */
const faults: readonly (readonly [string, Sayings, { link?: string; command?: string }?])[] = [
  [
    'loggedOut',
    status({ BackendState: 'NeedsLogin', CertDomains: null }),
    { command: 'tailscale up' },
  ],
  ['stopped', status({ BackendState: 'Stopped' }), { command: 'tailscale up' }],
  [
    'needsApproval',
    status({ BackendState: 'NeedsMachineAuth' }),
    { link: 'https://login.tailscale.com/admin/machines' },
  ],
  ['notRunning', status({ BackendState: 'Starting' })],
  ['notRunning', { 'status --json': { words: daemon, code: 1 } }],
  ['httpsOff', status({ CertDomains: null }), { link: dns }],
  ['noName', status({ Self: { DNSName: '' } }), { link: dns }],
  ['noName', status({ Self: { DNSName: 'a/b?c.' } }), { link: dns }],
  [
    'tooOld',
    { 'status --json': { output: 'no JSON', code: 0 } },
    { link: 'https://tailscale.com/download' },
  ],
  ['serveOff', { serve: { output: isOff('Serve') } }, { link: enable('serve') }],
  [
    'serveDenied',
    { serve: { words: denied, code: 1 } },
    { command: 'sudo tailscale set --operator=$USER' },
  ],
  [
    'tooOld',
    { serve: { words: 'flag provided but not defined: -https\n', code: 2 } },
    { link: 'https://tailscale.com/download' },
  ],
  ['programFailed', { serve: { words: 'error: something new\n', code: 1 } }],
];

function status(change: object): Sayings {
  return { 'status --json': { output: goodStatus(change), code: 0 } };
}

describe('Tailscale as a carrier', () => {
  let bench: CarrierBench;
  const say = (outputs: Sayings): void => {
    const good = { 'serve status --json': { output: '{}', code: 0 } };
    bench.programs.plan({ sayings: { ...status({}), ...good, ...outputs } });
  };
  beforeEach(async () => {
    bench = await CarrierBench.start();
    bench.programs.install('tailscale');
  });
  afterEach(() => bench.dispose());

  it('is opened in named steps, by plain arguments, and found to lead here', async () => {
    const carriers = bench.open();
    await bench.choose('tailscale');
    const { url } = await bench.reaches('open');
    assert.equal(url, 'https://box.tail1.ts.net:8443/');
    assert.deepEqual(carriers.hosts, ['box.tail1.ts.net:8443']);
    const steps = bench.states.flatMap(({ step }) => step ?? []);
    assert.deepEqual([...new Set(steps)], ['program', 'status', 'opening', 'page']);
    assert.deepEqual(
      bench.programs.calls().map(({ args }) => args.join(' ')),
      [
        'status --json',
        'serve status --json',
        `serve --yes --https=8443 http://127.0.0.1:${bench.port}`,
      ],
    );
    for (const { env } of bench.programs.calls()) {
      assert.deepEqual(
        env.filter((name) => /ANTHROPIC|ELECTRON|NODE_|VSCODE/.test(name)),
        [],
      );
      assert.ok(env.includes('HOME'));
    }
    await carriers.close();
    await bench.programs.gone();
  });

  it('tells of each failure what to do', async () => {
    for (const [code, sayings, beside = {}] of faults) {
      say(sayings);
      const carriers = bench.open({ retryMs: [60_000] });
      const state = await bench.faultOf('tailscale');
      const { link, command } = state.fault ?? {};
      assert.equal(state.fault?.code, code, JSON.stringify([state, sayings]));
      assert.equal(link, beside.link, code);
      if (code !== 'notRunning') assert.equal(command, beside.command, code);
      assert.doesNotMatch(carrierFaultText(state), /does not work now/);
      await carriers.close();
      await bench.programs.gone();
    }
  }).timeout(120_000);

  it('says that it is not installed, and is found once it is', async () => {
    bench.open({ env: { PATH: bench.home } });
    const { fault } = await bench.faultOf('tailscale');
    assert.deepEqual(fault, { code: 'notInstalled', link: 'https://tailscale.com/download' });
  });

  it('takes the next port where the person has a page of their own', async () => {
    const web = { Handlers: { '/': { Proxy: 'http://127.0.0.1:3000' } } };
    const own = {
      TCP: { 8443: { HTTPS: true } },
      Web: { 'box.tail1.ts.net:8443': web },
      Foreground: {
        abc: { TCP: { 10000: { HTTPS: true } }, Web: { 'box.tail1.ts.net:10000': web } },
      },
    };
    say({ 'serve status --json': { output: JSON.stringify(own), code: 0 } });
    bench.open();
    await bench.choose('tailscale');
    assert.equal((await bench.reaches('open')).url, 'https://box.tail1.ts.net/');
  });

  it('takes the next port where the program knows that one is taken, and says when all are', async () => {
    const taken = { words: 'error: foreground already exists under this port\n', code: 1 };
    const target = `http://127.0.0.1:${bench.port}`;
    say({ [`serve --yes --https=8443 ${target}`]: taken });
    const first = bench.open();
    await bench.choose('tailscale');
    assert.equal((await bench.reaches('open')).url, 'https://box.tail1.ts.net:10000/');
    await first.close();
    say({ serve: taken });
    bench.open({ retryMs: [60_000] });
    const { fault } = await bench.faultOf('tailscale');
    assert.deepEqual(fault, { code: 'portsTaken', command: 'tailscale serve status' });
  });

  it('keeps the port of before while a program of ours is about to leave it', async () => {
    const target = `http://127.0.0.1:${bench.port}`;
    const first = bench.open();
    await bench.choose('tailscale');
    await bench.reaches('open');
    await first.close();
    const held = (port: string): string =>
      JSON.stringify({
        Foreground: {
          abc: {
            TCP: { 8443: { HTTPS: true } },
            Web: { 'box.tail1.ts.net:8443': { Handlers: { '/': { Proxy: port } } } },
          },
        },
      });
    say({ 'serve status --json': { output: held(target), code: 0 } });
    const asked = bench.programs.calls('serve').length;
    const next = bench.open();
    next.resume(bench.port);
    await until(
      () => bench.programs.calls('serve').length,
      (count) => assert.ok(count >= asked + 2),
    );
    say({});
    const { url, notice } = await bench.reaches('open');
    assert.equal(url, 'https://box.tail1.ts.net:8443/');
    assert.equal(notice, undefined);
  });

  it('does not wait for a program that hangs, and leaves nothing of it', async () => {
    for (const hanging of ['status --json', 'serve status --json']) {
      say({ [hanging]: {} });
      bench.programs.plan({ isStubborn: true });
      const carriers = bench.open({ limits: { status: 1_500 }, retryMs: [60_000] });
      const state = await bench.faultOf('tailscale');
      assert.equal(state.fault?.code, 'programSilent', hanging);
      assert.match(carrierFaultText(state), /Tailscale did not answer in time/);
      await bench.programs.gone();
      await carriers.close();
    }
  });

  it('ends a program that does not want to end', async () => {
    bench.programs.plan({ isStubborn: true });
    const carriers = bench.open();
    await bench.choose('tailscale');
    await bench.reaches('open');
    await carriers.close();
    await bench.programs.gone();
  });

  it('comes back by itself at the same address when its program dies', async () => {
    bench.open();
    await bench.choose('tailscale');
    const { url } = await bench.reaches('open');
    const died = bench.programs.calls('serve').at(-1)?.pid ?? 0;
    process.kill(died, 'SIGKILL');
    await until(
      () => bench.states.map((state) => state.status).join(' '),
      (all) => assert.match(all, /open (?:opening )+open/),
    );
    const again = await bench.reaches('open');
    assert.equal(again.url, url);
    assert.notEqual(bench.programs.calls('serve').at(-1)?.pid, died);
  });

  it('is said to be lost where it has died in silence, and is opened anew', async () => {
    let isCut = false;
    const { proxyPort } = bench;
    bench.open({
      route: () => ({ host: '127.0.0.1', port: isCut ? 1 : proxyPort }),
      checkMs: 100,
    });
    await bench.choose('tailscale');
    await bench.reaches('open');
    const starts = (): number =>
      bench.programs.calls('serve').filter(({ args }) => args[1] === '--yes').length;
    isCut = true;
    assert.equal((await bench.reaches('faulty')).fault?.code, 'unreachable');
    await until(starts, (count) => assert.ok(count > 1));
    isCut = false;
    await bench.reaches('open');
  });

  it('goes on by itself once the person has switched Serve on, or at once when they press again', async () => {
    say({ serve: { output: isOff('Serve') } });
    bench.open();
    assert.equal((await bench.faultOf('tailscale')).fault?.code, 'serveOff');
    say({});
    await bench.reaches('open');
    const seen = bench.states.map((state) => state.status);
    assert.equal(
      seen.lastIndexOf('opening') < seen.indexOf('faulty'),
      true,
      'it was tried in sight',
    );
  });

  it('opens a Funnel only at its ports, and tells why it may not', async () => {
    bench.open();
    await bench.choose('funnel');
    await bench.reaches('open');
    const args = bench.programs.calls('funnel').at(-1)?.args.join(' ');
    assert.equal(args, `funnel --yes --https=8443 http://127.0.0.1:${bench.port}`);
    const notAllowed =
      'Funnel not available; "funnel" node attribute not set. See https://tailscale.com/s/no-funnel.\n';
    for (const [code, saying] of [
      ['funnelNotAllowed', { words: notAllowed, code: 1 }],
      ['funnelOff', { output: isOff('Funnel') }],
      ['portsTaken', { words: 'error: port 8443 is not allowed for funnel\n', code: 1 }],
    ] as const) {
      say({ funnel: saying });
      const before = bench.programs.calls('funnel').length;
      const carriers = bench.open({ retryMs: [60_000] });
      assert.equal((await bench.faultOf('funnel')).fault?.code, code);
      const tried = bench.programs.calls('funnel').slice(before);
      assert.equal(tried.length, code === 'portsTaken' ? 3 : 1);
      await carriers.close();
    }
  });
});
