import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { HubCarriers } from '../../../../src/extension/hub/phone/carriers/hubCarriers';
import { PageChallenge } from '../../../../src/extension/hub/phone/carriers/pageChallenge';
import type { CarrierHost } from '../../../../src/extension/hub/phone/carriers/carrier';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { silentLog } from '../../../../src/extension/util/log';
import type { CarrierState, ConnectPhone } from '../../../../src/shared/protocol/phones';
import { freePort } from '../../hub/wire/freePorts';
import { threadScripts } from '../../hub/process/threadScripts';
import { until } from '../../until';
import { certificateFor, type Certificate } from './certificate';
import { FakePrograms } from './fakePrograms';

export const tailscaleName = 'box.tail1.ts.net';
export const tunnelNames = [
  'first-new-name.trycloudflare.com',
  'second-new-name.trycloudflare.com',
];

const challenge = new PageChallenge('ours');

/** Body with which this hub's listener identifies itself at that address. */
export function oursAt(url = ''): string {
  return JSON.stringify({ hub: 'ours', key: 'k', answer: challenge.answerTo(url) });
}

let made: Certificate | undefined;

/** One certificate for all names of these tests. */
export function testCertificate(): Certificate {
  made ??= certificateFor(['localhost', tailscaleName, ...tunnelNames]);
  return made;
}

/** Output of `tailscale status --json` when everything works. */
export function goodStatus(change: object = {}): string {
  return JSON.stringify({
    BackendState: 'Running',
    Self: { DNSName: `${tailscaleName}.` },
    CertDomains: [tailscaleName],
    ...change,
  });
}

/** Carriers of a hub with fake programs, and a listener that identifies whose page it serves. */
export class CarrierBench {
  readonly states: CarrierState[] = [];
  readonly losses: unknown[] = [];
  private carriers: HubCarriers | undefined;

  private constructor(
    readonly home: string,
    readonly folder: PrivateFolder,
    readonly programs: FakePrograms,
    private readonly listener: Server,
    readonly proxyPort: number,
  ) {}

  static async start(): Promise<CarrierBench> {
    const home = await mkdtemp(path.join(os.tmpdir(), 'carriers-'));
    const folder = new PrivateFolder(path.join(home, 'ours'));
    await folder.ensure();
    const listener = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(request.url?.startsWith('/hub.json') === true ? oursAt(request.url) : '{}');
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', () => resolve()));
    const proxyPort = await freePort();
    const programs = new FakePrograms({
      sayings: {
        'status --json': { output: goodStatus(), code: 0 },
        'serve status --json': { output: '{}', code: 0 },
      },
      proxyPort,
      certificate: testCertificate(),
      hostnames: tunnelNames,
    });
    return new CarrierBench(home, folder, programs, listener, proxyPort);
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** Opens a hub's carriers; earlier ones stay open. */
  open(change: Partial<CarrierHost> = {}): HubCarriers {
    const carriers = new HubCarriers({
      folder: this.folder,
      log: silentLog,
      onLoss: (error) => this.losses.push(error),
      challenge,
      reach: {
        scripts: threadScripts(),
        env: { PATH: this.programs.folder, HOME: this.home, ANTHROPIC_API_KEY: 'secret' },
        folders: [],
        ca: testCertificate().cert,
        route: () => ({ host: '127.0.0.1', port: this.proxyPort }),
        limits: { page: 8_000 },
        retryMs: [50, 100],
        checkMs: 200,
        ...change,
      },
    });
    this.states.splice(0);
    carriers.onDidChange(() => {
      if (carriers.state !== undefined) this.states.push(carriers.state);
    });
    this.carriers = carriers;
    return carriers;
  }

  async choose(kind: ConnectPhone['kind'], url?: string): Promise<void> {
    await this.carriers?.choose({ kind, ...(url !== undefined && { url }) }, this.port);
  }

  /** Waits until the state has that status; the states before it are in `states`. */
  async reaches(status: CarrierState['status']): Promise<CarrierState> {
    const state = await until(
      () => this.carriers?.state,
      (now) => assert.equal(now?.status, status, JSON.stringify(now)),
    );
    assert.ok(state);
    return state;
  }

  /** The fault that a person sees after a choice. */
  async faultOf(kind: ConnectPhone['kind'], url?: string): Promise<CarrierState> {
    await this.choose(kind, url);
    return this.reaches('faulty');
  }

  async dispose(): Promise<void> {
    await this.carriers?.close();
    this.programs.dispose();
    this.listener.closeAllConnections();
    await new Promise((resolve) => this.listener.close(resolve));
    await rm(this.home, { recursive: true, force: true });
  }
}
