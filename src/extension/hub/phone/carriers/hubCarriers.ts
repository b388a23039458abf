import type { CarrierState, ConnectPhone } from '../../../../shared/protocol/phones';
import { Emitter } from '../../../util/emitter';
import { savedResult, type SavedResult } from '../../../util/files/savedResult';
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

/** Opens the carrier that a person chose, one at a time; the next hub reopens it. */
export class HubCarriers implements Carriers {
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  private readonly stored: StoredCarrier;
  private chosen: ConnectPhone | undefined;
  private run: CarrierRun | undefined;
  /** Resolves when earlier carriers are closed, so that their ports are free. */
  private previousClosed: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly parts: HubCarriersParts) {
    this.stored = new StoredCarrier(parts.folder, parts.onLoss);
  }

  get state(): CarrierState | undefined {
    if (this.run !== undefined) return this.run.state;
    return this.chosen === undefined ? undefined : { kind: this.chosen.kind, status: 'opening' };
  }

  get hosts(): readonly string[] {
    const url = this.run?.url;
    return url === undefined ? [] : [new URL(url).host];
  }

  async choose(choice: ConnectPhone, port: number): Promise<SavedResult> {
    await this.stored.load();
    const before = this.storedAddress(choice);
    // The stored choice includes the last address. It is retained for a carrier that determines its
    // address itself, so that the carrier tries to reopen there.
    const reusesAddress = before !== undefined && addressOf(choice) === '';
    if (!reusesAddress && !this.isChosen(choice)) await this.stored.choose(choice);
    if (this.isChosen(choice)) this.run?.retryNow();
    else this.startCarrier(choice, port, before);
    return savedResult;
  }

  resume(port: number): void {
    void this.stored.load().then(() => {
      const choice = this.stored.value;
      if (choice !== undefined && this.chosen === undefined) {
        this.startCarrier(choice, port, this.storedAddress(choice));
      }
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.changes.dispose();
    await this.run?.close();
    await this.previousClosed;
    await this.stored.flush();
  }

  private isChosen(choice: ConnectPhone): boolean {
    const { chosen } = this;
    return chosen?.kind === choice.kind && addressOf(chosen) === addressOf(choice);
  }

  /** Returns the stored address of a carrier of this kind, if any. */
  private storedAddress({ kind }: ConnectPhone): string | undefined {
    const { value } = this.stored;
    return value?.kind === kind && URL.canParse(value.url ?? '') ? value.url : undefined;
  }

  private startCarrier(
    choice: ConnectPhone,
    port: number,
    storedAddress: string | undefined,
  ): void {
    if (this.isClosed) return;
    this.chosen = choice;
    const last = this.run;
    this.run = undefined;
    this.previousClosed = this.previousClosed.then(async () => {
      await last?.close();
      if (this.isClosed || this.chosen !== choice) return;
      this.run = this.createRun(choice, port, storedAddress);
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
        if (status === 'open' && url !== undefined) this.stored.note({ kind: choice.kind, url });
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

/**
 * Returns the address that a person or a window gave; empty for carriers that determine their own.
 */
function addressOf({ kind, url }: ConnectPhone): string {
  return ['editor', 'ownUrl', 'forwarded'].includes(kind) ? (url ?? '') : '';
}
