import type { CarrierState, ConnectPhone } from '../../../../shared/protocol/phones';
import { Emitter } from '../../../util/emitter';
import { kept, type Kept } from '../../../util/files/kept';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import type { Log } from '../../../util/log';
import type { Carriers } from './carriers';
import { CarrierRun } from './carrierRun';
import { GivenCarrier } from './givenCarrier';
import { StoredCarrier } from './storedCarrier';
import type { PageChallenge } from './pageChallenge';
import { QuickTunnelCarrier } from './quickTunnelCarrier';
import { TailscaleCarrier } from './tailscaleCarrier';
import type { CarrierHost, Carrier } from './carrier';

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
  private readonly kept: StoredCarrier;
  private chosen: ConnectPhone | undefined;
  private run: CarrierRun | undefined;
  /** Resolves when the earlier carriers are closed, so that their ports are free. */
  private before: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly parts: HubCarriersParts) {
    this.kept = new StoredCarrier(parts.folder, parts.onLoss);
  }

  get state(): CarrierState | undefined {
    if (this.run !== undefined) return this.run.state;
    return this.chosen === undefined ? undefined : { kind: this.chosen.kind, status: 'opening' };
  }

  get hosts(): readonly string[] {
    const url = this.run?.url;
    return url === undefined ? [] : [new URL(url).host];
  }

  async choose(choice: ConnectPhone, port: number): Promise<Kept> {
    await this.kept.load();
    const before = this.addressBefore(choice);
    // A carrier that determines its address itself keeps the stored one, to reopen there.
    const isKept = before !== undefined && addressOf(choice) === '';
    if (!isKept && !this.isChosen(choice)) await this.kept.choose(choice);
    if (this.isChosen(choice)) this.run?.retryNow();
    else this.startCarrier(choice, port, before);
    return kept;
  }

  resume(port: number): void {
    void this.kept.load().then(() => {
      const choice = this.kept.value;
      if (choice !== undefined && this.chosen === undefined) {
        this.startCarrier(choice, port, this.addressBefore(choice));
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

  private isChosen(choice: ConnectPhone): boolean {
    const { chosen } = this;
    return chosen?.kind === choice.kind && addressOf(chosen) === addressOf(choice);
  }

  /** Address at which the carrier was open last. */
  private addressBefore({ kind }: ConnectPhone): string | undefined {
    const { value } = this.kept;
    return value?.kind === kind && URL.canParse(value.url ?? '') ? value.url : undefined;
  }

  private startCarrier(
    choice: ConnectPhone,
    port: number,
    addressBefore: string | undefined,
  ): void {
    if (this.isClosed) return;
    this.chosen = choice;
    const last = this.run;
    this.run = undefined;
    this.before = this.before.then(async () => {
      await last?.close();
      if (this.isClosed || this.chosen !== choice) return;
      this.run = this.createRun(choice, port, addressBefore);
      this.changes.fire();
    });
    this.changes.fire();
  }

  private createRun(choice: ConnectPhone, port: number, before: string | undefined): CarrierRun {
    const { challenge, reach, log } = this.parts;
    return new CarrierRun({
      kind: choice.kind,
      carrier: this.createCarrier(choice),
      port,
      challenge,
      before,
      reach,
      log,
      onState: ({ status, url }) => {
        if (status === 'open' && url !== undefined) this.kept.note({ kind: choice.kind, url });
        this.changes.fire();
      },
    });
  }

  private createCarrier(choice: ConnectPhone): Carrier {
    const { reach } = this.parts;
    switch (choice.kind) {
      case 'tailscale':
        return new TailscaleCarrier('serve', reach);
      case 'funnel':
        return new TailscaleCarrier('funnel', reach);
      case 'quickTunnel':
        return new QuickTunnelCarrier(reach);
      case 'editor':
      case 'ownUrl':
      case 'forwarded':
        return new GivenCarrier(choice);
    }
  }
}

/** Returns the address that a person or a window gave; the other carriers determine their own. */
function addressOf({ kind, url }: ConnectPhone): string {
  return ['editor', 'ownUrl', 'forwarded'].includes(kind) ? (url ?? '') : '';
}
