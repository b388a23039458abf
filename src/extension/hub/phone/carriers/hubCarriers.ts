import type { CarrierState, ConnectPhone } from '../../../../shared/protocol/phones';
import { Emitter } from '../../../util/emitter';
import { kept, type Kept } from '../../../util/files/kept';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import type { Log } from '../../../util/log';
import type { Carriers } from './carriers';
import { CarrierRun } from './carrierRun';
import { GivenWay } from './givenWay';
import { KeptWay } from './keptWay';
import type { PageChallenge } from './pageChallenge';
import { QuickTunnelWay } from './quickTunnelWay';
import { TailscaleWay } from './tailscaleWay';
import type { CarrierHost, Way } from './way';

export interface HubCarriersParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  readonly onLoss: (error: unknown) => void;
  /** Challenge that identifies this hub's page. */
  readonly challenge: PageChallenge;
  readonly reach: CarrierHost;
}

/** Opens the carrier that a person chose, one at a time, and reopens it in the next hub. */
export class HubCarriers implements Carriers {
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  private readonly kept: KeptWay;
  private chosen: ConnectPhone | undefined;
  private run: CarrierRun | undefined;
  /** Resolves when the earlier carriers are closed, so that their ports are free. */
  private before: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly parts: HubCarriersParts) {
    this.kept = new KeptWay(parts.folder, parts.onLoss);
  }

  get state(): CarrierState | undefined {
    if (this.run !== undefined) return this.run.state;
    return this.chosen === undefined ? undefined : { kind: this.chosen.kind, status: 'opening' };
  }

  get hosts(): readonly string[] {
    const url = this.run?.url;
    return url === undefined ? [] : [new URL(url).host];
  }

  async choose(way: ConnectPhone, port: number): Promise<Kept> {
    await this.kept.load();
    const before = this.addressBefore(way);
    // A carrier that determines its address itself keeps the stored one, to reopen there.
    const isKept = before !== undefined && addressOf(way) === '';
    if (!isKept && !this.isChosen(way)) await this.kept.choose(way);
    if (this.isChosen(way)) this.run?.again();
    else this.startCarrier(way, port, before);
    return kept;
  }

  resume(port: number): void {
    void this.kept.load().then(() => {
      const way = this.kept.value;
      if (way !== undefined && this.chosen === undefined) {
        this.startCarrier(way, port, this.addressBefore(way));
      }
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.changes.dispose();
    await this.run?.close();
    await this.before;
    await this.kept.flush();
  }

  private isChosen(way: ConnectPhone): boolean {
    const { chosen } = this;
    return chosen?.kind === way.kind && addressOf(chosen) === addressOf(way);
  }

  /** Address at which the carrier was open last. */
  private addressBefore({ kind }: ConnectPhone): string | undefined {
    const { value } = this.kept;
    return value?.kind === kind && URL.canParse(value.url ?? '') ? value.url : undefined;
  }

  private startCarrier(way: ConnectPhone, port: number, addressBefore: string | undefined): void {
    if (this.isClosed) return;
    this.chosen = way;
    const last = this.run;
    this.run = undefined;
    this.before = this.before.then(async () => {
      await last?.close();
      if (this.isClosed || this.chosen !== way) return;
      this.run = this.runOf(way, port, addressBefore);
      this.changes.fire();
    });
    this.changes.fire();
  }

  private runOf(way: ConnectPhone, port: number, before: string | undefined): CarrierRun {
    const { challenge, reach, log } = this.parts;
    return new CarrierRun({
      kind: way.kind,
      way: this.wayOf(way),
      port,
      challenge,
      before,
      reach,
      log,
      onState: ({ status, url }) => {
        if (status === 'open' && url !== undefined) this.kept.note({ kind: way.kind, url });
        this.changes.fire();
      },
    });
  }

  private wayOf(way: ConnectPhone): Way {
    const { reach } = this.parts;
    switch (way.kind) {
      case 'tailscale':
        return new TailscaleWay('serve', reach);
      case 'funnel':
        return new TailscaleWay('funnel', reach);
      case 'quickTunnel':
        return new QuickTunnelWay(reach);
      case 'editor':
      case 'ownUrl':
      case 'forwarded':
        return new GivenWay(way);
    }
  }
}

/** Returns the address that a person or a window gave; the other carriers determine their own. */
function addressOf({ kind, url }: ConnectPhone): string {
  return ['editor', 'ownUrl', 'forwarded'].includes(kind) ? (url ?? '') : '';
}
