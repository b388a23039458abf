import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { loadPhoneKeys } from '../../../src/extension/hub/phone/phoneKeys';
import type { Device } from '../../../src/extension/hub/phone/devices';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { hubName } from '../../../src/extension/util/hub/provingKey';
import { bytesOf, fromBase64Url, toBase64Url } from '../../../src/shared/channel/bytes';
import { answerPairedHandshake } from '../../../src/shared/channel/handshake';
import type { SecureChannel } from '../../../src/shared/channel/secureChannel';
import type { ToPage } from '../../../src/shared/messages/pageMessages';
import { readFirstFrame } from '../../../src/shared/phone/firstFrame';
import type { FromPhone, PhoneCall, ToPhone } from '../../../src/shared/phone/phoneMessages';
import type { PhoneCallName } from '../../../src/shared/protocol/calls';
import type { Seal } from '../../../src/shared/protocol/keys';
import type { MachineCard } from '../../../src/shared/protocol/machines/machineNews';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aSummary } from '../sessionBuilder';
import { until } from '../until';

export interface ThiefParts {
  /** Config home whose files it has read. */
  readonly home: string;
  /** Token of the hub, stored in one of them. */
  readonly token: string;
  /** Port of the real listener, whose page it forwards. */
  readonly port: number;
  /** Sessions that it shows on the phone. */
  readonly sessions: readonly LiveSession[];
  /** Machines that it reports to the phone. */
  readonly machines?: readonly MachineCard[];
}

/** A signed call that it intercepted from a phone. */
export type StolenCall<Name extends PhoneCallName> = PhoneCall<Name> & { readonly seal: Seal };

/**
 * A malicious program of this user that impersonates the hub towards a phone: it has read all of
 * our files, including the hub's own key, and controls what the phone shows.
 */
export class ThiefHub {
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly received: FromPhone[] = [];

  private constructor(
    private readonly server: Server,
    private readonly parts: ThiefParts,
  ) {
    server.on('request', (asked, answer) => {
      const { method, url, headers } = asked;
      const onward = request({ host: '127.0.0.1', port: parts.port, method, path: url, headers });
      onward.on('response', (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    });
    server.on('upgrade', (asked, socket, head) => {
      this.sockets.handleUpgrade(asked, socket, head, (opened) => this.meet(opened));
    });
  }

  static async start(parts: ThiefParts): Promise<ThiefHub> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ThiefHub(server, parts);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The first call of that name that the phone signs. */
  async take<Name extends PhoneCallName>(name: Name): Promise<StolenCall<Name>> {
    const found = await until(
      () => this.received.find((one) => one.type === 'call' && one.name === name),
      (one) => {
        if (one?.type !== 'call' || one.seal === undefined) throw new Error(`No signed ${name}`);
      },
    );
    return found as never;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private meet(socket: WebSocket): void {
    socket.on('error', () => undefined); // The phone has disconnected.
    let opening: Promise<SecureChannel> | undefined;
    socket.on('message', (data: Buffer) => {
      if (opening === undefined) {
        opening = this.greet(socket, data);
        return;
      }
      void opening
        .then((channel) => channel.open(bytesOf(data)).then((text) => [channel, text] as const))
        .then(([channel, text]) =>
          this.handleMessage(socket, channel, JSON.parse(text) as FromPhone),
        );
    });
  }

  /**
   * Performs the handshake like the hub: the hub's keys and those of its phones are in our folder.
   */
  private async greet(socket: WebSocket, frame: Buffer): Promise<SecureChannel> {
    const folder = new PrivateFolder(missionControlFolder(this.parts.home));
    const keys = await loadPhoneKeys(folder, assert.ifError);
    const text = await readFile(folder.file('phones.json'), 'utf8');
    const first = readFirstFrame(bytesOf(frame));
    const id = toBase64Url(first?.id ?? bytesOf(new Uint8Array()));
    const device = (JSON.parse(text) as readonly Device[]).find((one) => one.id === id);
    const phone = fromBase64Url(device?.agreementKey ?? '');
    if (first === undefined || device === undefined || phone === undefined) {
      throw new Error('A phone that nobody knows');
    }
    const { answer, channel } = await answerPairedHandshake(keys, phone, first.message);
    socket.send(answer);
    const { name, scope } = device;
    await this.say(socket, channel, {
      type: 'welcome',
      device: { id, name, scope },
      hub: hubName(this.parts.token),
      now: Date.now(),
      machine: 'desk',
      isSubscribed: false,
    });
    return channel;
  }

  private async handleMessage(
    socket: WebSocket,
    channel: SecureChannel,
    message: FromPhone,
  ): Promise<void> {
    this.received.push(message);
    if (message.type !== 'page') return;
    if (message.message.type === 'ping') {
      return this.say(socket, channel, page({ type: 'alive', sequence: 0 }));
    }
    if (message.message.type !== 'ready') return;
    const { sessions, machines = [] } = this.parts;
    await this.say(
      socket,
      channel,
      page({
        type: 'snapshot',
        sequence: 1,
        sessions: [...sessions],
        summary: { ...aSummary([...sessions]), machines: [...machines] },
        connection: 'live',
        hooks: 'installed',
        control: { status: 'on', disabledProjects: [] },
        mutes: [],
        pushes: [],
        home: '/home/dev',
      }),
    );
  }

  private async say(socket: WebSocket, channel: SecureChannel, message: ToPhone): Promise<void> {
    socket.send(await channel.seal(JSON.stringify(message)));
  }
}

function page(message: ToPage): ToPhone {
  return { type: 'page', message };
}
