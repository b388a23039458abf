import type {
  FromPhonePanel,
  OfferedCarrier,
  PairingStep,
  PhonePanelState,
} from '../../../shared/messages/phonePanelMessages';
import { offeredCarriers } from '../../../shared/phone/carrierText';
import type { CarrierKind, PhoneScope } from '../../../shared/protocol/phones';
import { t } from '../../../shared/words/l10n';
import type { WindowPhones } from '../../link/windowPhones';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { type EditorAddress, ownAddressIn } from './editorAddress';
import { type StartedPairing, pairingStep, shownName } from './pairingStep';
import { PushTests } from './pushTests';

/** Port of the hub's phone listener until the hub reports another one. */
const defaultPort = 47_911;

/** The part of the editor that the desk uses. */
export interface DeskEditor {
  /** URL by which the editor forwards a port of this machine; undefined if it does not. */
  addressOf(port: number): Promise<EditorAddress | undefined>;
  /** True if the editor forwards ports automatically. */
  readonly forwardsPorts: boolean;
  ownUrl(): string;
  keepOwnUrl(url: string): PromiseLike<void>;
  copy(text: string): PromiseLike<void>;
  open(url: string): PromiseLike<unknown>;
  showPorts(): PromiseLike<unknown>;
  /** Asks for confirmation; false if the person declines. */
  confirmRemoval(name: string): Promise<boolean>;
}

export interface PhoneDeskParts {
  readonly phones: Pick<
    WindowPhones,
    | 'news'
    | 'onDidChange'
    | 'standingOf'
    | 'listen'
    | 'connect'
    | 'endPairing'
    | 'setScope'
    | 'remove'
    | 'testPush'
  >;
  readonly editor: DeskEditor;
  readonly clock?: () => number;
}

/**
 * State and actions of the phone panel: connecting a phone, accepting or refusing it, and the list
 * of phones.
 */
export class PhoneDesk implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly tests = new PushTests();
  private view: PhonePanelState['view'] = 'connect';
  private address: EditorAddress | undefined;
  private begun: StartedPairing | undefined;
  private judged: { readonly device: string; readonly isRefused: boolean } | undefined;
  private step: PairingStep = { type: 'choose' };
  private problem: string | undefined;
  /**
   * True after the person left a pairing that the hub still reports; the step is then not updated.
   */
  private isLeft = false;
  /** Incremented when a pairing starts or ends, so that results for an earlier one are ignored. */
  private epoch = 0;

  constructor(private readonly parts: PhoneDeskParts) {
    this.lifetime.add(parts.phones.onDidChange(() => this.onNews()));
    this.updateStep();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Called when the panel is shown. */
  show(view: PhonePanelState['view']): void {
    this.isLeft = false;
    this.view = this.isPairing ? 'connect' : view;
    this.notifyChange();
    void this.findAddress(this.port);
  }

  /**
   * Called when the panel was closed. Ends the pairing of this window, because no phone can be
   * accepted here any more.
   */
  async leave(): Promise<void> {
    const wasBegun = this.begun !== undefined;
    this.reset();
    // Errors are ignored, because the pairing ticket expires anyway.
    if (wasBegun) await this.parts.phones.endPairing().catch(() => undefined);
  }

  get state(): PhonePanelState {
    const { news } = this.parts.phones;
    const devices = news?.devices ?? [];
    return {
      view: this.view,
      now: this.now,
      isLive: news !== undefined,
      ways: this.ways,
      ownUrl: this.parts.editor.ownUrl(),
      port: this.port,
      step: this.step,
      devices: devices.map((device) => {
        const { signingKey: _signing, agreementKey: _agreement, ...shown } = device;
        const standing = this.parts.phones.standingOf(device);
        const isKeyChanged = device.isKeyChanged === true || standing === 'changed';
        return {
          ...shown,
          name: shownName(device.name),
          isKeyChanged,
          mustCompare: standing !== 'vouched',
        };
      }),
      tests: this.tests.resultsOf(devices),
      ...(news?.pingProblem !== undefined && { pingProblem: news.pingProblem }),
      ...(this.problem !== undefined && { problem: this.problem }),
    };
  }

  /** Handles a message of the page; a message that does not fit the hub's state is ignored. */
  async handleMessage(message: FromPhonePanel): Promise<void> {
    const { editor } = this.parts;
    switch (message.type) {
      case 'ready':
        return this.notifyChange();
      case 'begin':
        return this.show('connect');
      case 'connect':
        return this.connect(message.way, message.url);
      case 'renew':
        return this.renew();
      case 'cancel':
        return this.cancel();
      case 'judge':
        return this.answerAsking(message.device, message.verdict);
      case 'manage':
        this.view = 'manage';
        return this.cancel();
      case 'setScope':
        return this.setScope(message.device, message.scope, message.code);
      case 'testPush':
        return this.testPush(message.device);
      case 'remove':
        return this.remove(message.device);
      case 'copyLink':
        if (this.step.type === 'scan') await editor.copy(this.step.link);
        return;
      case 'copyCommand': {
        const command = this.step.type === 'faulty' ? this.step.fault.command : undefined;
        if (command !== undefined) await editor.copy(command);
        return;
      }
      case 'openHelp': {
        const link = this.step.type === 'faulty' ? this.step.fault.link : undefined;
        if (link?.startsWith('https://') === true) await editor.open(link);
        return;
      }
      case 'showPorts':
        return this.runAction(async () => void (await editor.showPorts()));
    }
  }

  private get now(): number {
    return (this.parts.clock ?? Date.now)();
  }

  private get port(): number {
    return this.parts.phones.news?.port ?? defaultPort;
  }

  private get isPairing(): boolean {
    const { type } = this.step;
    return type !== 'choose' && type !== 'connected';
  }

  private get ways(): readonly OfferedCarrier[] {
    const { address } = this;
    const { forwardsPorts } = this.parts.editor;
    const offered = offeredCarriers
      .filter((way) => way !== 'editor' && (way !== 'forwarded' || forwardsPorts))
      .map((way) => ({ way }));
    if (address === undefined) return offered;
    const { host, limit } = address;
    const own = { way: 'editor' as const, ...(host !== undefined && { host }) };
    return limit === undefined ? [own, ...offered] : [...offered, { ...own, limit }];
  }

  private async connect(way: CarrierKind, url: string | undefined): Promise<void> {
    const { phones, editor } = this.parts;
    this.epoch += 1;
    const { epoch } = this;
    this.view = 'connect';
    this.judged = undefined;
    this.isLeft = false;
    this.begun = { way, isKnown: false };
    await this.runAction(async () => {
      if (way === 'editor') {
        const address = await this.findAddress(await phones.listen());
        if (address === undefined) {
          throw new Error(t('This editor gives no address that a phone can reach.'));
        }
        await phones.connect({ kind: 'editor', url: address.url });
      } else if (way === 'ownUrl' || way === 'forwarded') {
        const address = ownAddressIn(url ?? editor.ownUrl());
        if (address === undefined) throw new Error(t('The address has to begin with https://.'));
        await editor.keepOwnUrl(address);
        await phones.connect({ kind: way, url: address });
      } else {
        await phones.connect({ kind: way });
      }
      // Ends a pairing that was cancelled while it was being started.
      if (epoch !== this.epoch && this.begun === undefined) await phones.endPairing();
    });
    if (this.problem !== undefined && epoch === this.epoch) this.reset(this.problem);
  }

  private renew(): Promise<void> {
    const { step } = this;
    const way = 'way' in step ? step.way : undefined;
    return way === undefined ? this.cancel() : this.connect(way, undefined);
  }

  private async cancel(): Promise<void> {
    const isOpen = this.begun !== undefined || this.parts.phones.news?.pairing !== undefined;
    this.reset();
    if (isOpen) await this.runAction(() => this.parts.phones.endPairing());
  }

  private async answerAsking(device: string, verdict: PhoneScope | 'refuse'): Promise<void> {
    const asking = this.parts.phones.news?.pairing?.asking;
    if (asking?.device !== device) return;
    const before = this.judged;
    this.judged = { device, isRefused: verdict === 'refuse' };
    await this.runAction(() => this.parts.phones.setScope(asking, verdict, true));
    if (this.problem === undefined) {
      if (verdict !== 'refuse') this.begun = undefined;
    } else {
      this.judged = before;
    }
    this.notifyChange();
  }

  /**
   * Changes what a phone is allowed to do. `code` is the code that the person has just compared
   * with the phone's.
   */
  private async setScope(id: string, scope: PhoneScope, code: string | undefined): Promise<void> {
    const { phones } = this.parts;
    const known = phones.news?.devices.find((one) => one.id === id);
    if (known === undefined) return;
    const { signingKey, agreementKey } = known;
    const isCompared = code !== undefined && code === known.code;
    await this.runAction(async () => {
      if (scope === 'answer' && !isCompared && phones.standingOf(known) !== 'vouched') {
        throw new Error(
          t('Compare the code with the phone first. It has another one on each connection.'),
        );
      }
      await phones.setScope({ device: id, signingKey, agreementKey }, scope, isCompared);
    });
  }

  private async remove(id: string): Promise<void> {
    const known = this.parts.phones.news?.devices.find((one) => one.id === id);
    if (known === undefined) return;
    if (!(await this.parts.editor.confirmRemoval(shownName(known.name)))) return;
    await this.runAction(() => this.parts.phones.remove(id));
  }

  private async testPush(device: string): Promise<void> {
    this.tests.begin(device, this.now);
    await this.runAction(async () => {
      try {
        await this.parts.phones.testPush(device);
      } catch (error) {
        this.tests.fail(device, sentenceOf(error));
      }
    });
  }

  /** Performs an action; the message of a failure is stored in `problem`. */
  private async runAction(act: () => Promise<void>): Promise<void> {
    this.problem = undefined;
    this.notifyChange();
    try {
      await act();
    } catch (error) {
      this.problem = sentenceOf(error);
    }
    this.notifyChange();
  }

  private async findAddress(port: number): Promise<EditorAddress | undefined> {
    this.address = await this.parts.editor.addressOf(port).catch(() => undefined);
    this.notifyChange();
    return this.address;
  }

  private reset(problem?: string): void {
    this.epoch += 1;
    this.begun = undefined;
    this.judged = undefined;
    this.problem = problem;
    this.isLeft = this.parts.phones.news?.pairing !== undefined;
    this.step = { type: 'choose' };
    this.notifyChange();
  }

  private onNews(): void {
    const { news } = this.parts.phones;
    if (news?.pairing === undefined) this.isLeft = false;
    if (this.begun !== undefined && news?.pairing !== undefined) {
      this.begun = { ...this.begun, isKnown: true };
    }
    this.notifyChange();
  }

  private updateStep(): void {
    const { begun, judged, step } = this;
    if (this.isLeft) return;
    this.step = pairingStep({ news: this.parts.phones.news, begun, judged, before: step });
    if (this.isPairing) this.view = 'connect';
  }

  private notifyChange(): void {
    this.updateStep();
    this.changes.fire();
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
