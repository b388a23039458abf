import { toBase64Url } from '../../shared/channel/bytes';
import type { PairingTicket } from '../../shared/phone/pairingLink';
import type { FromPhone, PhoneCall, ToPhone } from '../../shared/phone/phoneMessages';
import { signedCallOf } from '../../shared/phone/signedCall';
// oxlint-disable-next-line no-restricted-imports -- the imported module contains no schema
import { windowOfPhone } from '../../shared/protocol/phoneWindow';
import type { PhoneScope } from '../../shared/protocol/phones';
import { t } from '../../shared/words/l10n';
import { createStore } from '../store';
import { clearAddress, parsePairingLink, parseTicketFragment } from './address';
import { clockText } from './clockText';
import { dropIdentity, storeIdentity, type Identity } from './keep/identity';
import type { PhoneStore } from './keep/kept';
import type { StoredPage } from './keep/storedPage';
import { closingText, signInText } from './link/closingText';
import { PhoneConnection } from './link/connection';
import { createSeal, type HubTime } from './link/signer';
import { clearSignInQuery, signIn, requiresSignIn } from './link/signIn';
import type { PhoneModel, PhoneState } from './model';
import { deviceName } from './pairing/deviceName';
import { installAtTicket, mustInstallFirst } from './pairing/installFirst';
import { pair } from './pairing/pair';
import { PhoneProblem } from './pairing/problem';
import { PhoneHost } from './phoneHost';
import type { ReaderWire } from './readerCarrier';
import type { ReviewWire } from './review/reviewCalls';
import { Notifications } from './subscribe';

export interface PhoneParts {
  /** Storage of this phone. */
  readonly store: PhoneStore;
  /** The page's state from the storage. */
  readonly page: StoredPage;
  /** Absent if this phone is not paired. */
  readonly identity: Identity | undefined;
  /** Version of this page. */
  readonly version: string;
}

/**
 * Storage key for the id of the ticket that was redeemed last. An installed app on iOS opens its
 * link each time, and must not redeem its ticket again.
 */
const redeemedKey = 'redeemed';
/** Duration in ms for which a failure of a single action is shown. */
const problemMs = 10_000;

type Welcome = Extract<ToPhone, { readonly type: 'welcome' }>;

/** This phone: its pairing, its connection, and the host of its page. */
export class Phone implements PhoneModel {
  readonly state = createStore<PhoneState>({ phase: 'starting', notifications: 'unsupported' });
  readonly host: PhoneHost;
  /** Connection for transcripts and reviews. */
  readonly wire: ReaderWire & ReviewWire = {
    send: (message: FromPhone) => void this.send(message),
    onMessage: (listener) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
  };
  private readonly listeners = new Set<(message: ToPhone) => void>();
  private readonly notifications: Notifications;
  private identity: Identity | undefined;
  private connection: PhoneConnection | undefined;
  private hubTime: HubTime = { hub: '', aheadMs: 0 };
  private pairing: AbortController | undefined;
  /** Ticket that was not used and can be retried. */
  private ticket: PairingTicket | undefined;
  /** True if the carrier requires a sign-in. */
  private mustSignIn = false;
  /** Problem that is shown until `PhoneState.phase` changes. */
  private phaseProblem: string | undefined;
  /** Problem that is shown for a limited time, in any phase. */
  private temporaryProblem: string | undefined;
  private problemTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: PhoneParts) {
    this.identity = parts.identity;
    this.host = new PhoneHost({
      store: parts.page,
      version: parts.version,
      send: (message) => this.send({ type: 'page', message }),
      call: (id, call) => this.call(id, call),
      onPing: () => this.connection?.expectAnswer(),
      showProblem: (problem) => this.showProblem(problem),
    });
    this.notifications = new Notifications({
      send: (message) => this.send(message),
      onChange: (change) => this.change(change),
      showProblem: (problem) => this.showProblem(problem),
      installFirst: mustInstallFirst,
      store: () => Promise.resolve(parts.store),
    });
  }

  /**
   * Pairs with the ticket in the page's address, or connects if the phone is paired. To be called
   * once.
   */
  async start(): Promise<void> {
    clearSignInQuery();
    this.notifications.reportState();
    window.addEventListener('hashchange', () => void this.handleAddress());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.parts.page.flush();
    });
    if (!(await this.handleAddress())) this.connectIfPaired();
  }

  /** Sends a message that does not come from the page; false if the phone is not connected. */
  send(message: FromPhone): boolean {
    return this.connection?.send(message) ?? false;
  }

  enableNotifications(): Promise<void> {
    return this.notifications.enable();
  }

  testPush(): void {
    const { shownAfterMs: _before, ...state } = this.state.get();
    this.state.set(state);
    if (!this.send({ type: 'testPush' })) this.showProblem(closingText(0));
  }

  pairBy(link: string): void {
    const ticket = parsePairingLink(link, location.href);
    if (ticket === undefined) {
      return this.reportFailedPairing(
        t(
          'This is no link to connect a phone. Copy the whole link that the computer shows below its code.',
        ),
      );
    }
    if (ticket === 'elsewhere') {
      return this.reportFailedPairing(
        t('This link leads to another address. Open it in the browser of this phone instead.'),
      );
    }
    void this.pairWith(ticket);
  }

  async forget(): Promise<void> {
    this.pairing?.abort();
    this.connection?.stop();
    this.connection = undefined;
    this.identity = undefined;
    this.host.clear();
    const { store, page } = this.parts;
    // Fails without storage, where nothing was stored.
    await Promise.all([dropIdentity(store), page.clear()]).catch(() => undefined);
    // The phone is unpaired even if unsubscribing fails.
    await this.notifications.unsubscribe().catch(() => undefined);
    const { notifications } = this.state.get();
    this.state.set({ phase: 'unpaired', notifications });
  }

  reconnect(): void {
    if (this.mustSignIn) return signIn();
    if (this.ticket !== undefined && this.pairing === undefined) void this.pairWith(this.ticket);
    else this.connection?.retry();
  }

  closeProblem(): void {
    clearTimeout(this.problemTimer);
    this.temporaryProblem = undefined;
    this.phaseProblem = undefined;
    this.change({ problem: undefined });
  }

  /**
   * Pairs with the ticket in the address, or shows why that is impossible. False if the address has
   * no ticket, or one that was redeemed before.
   */
  private async handleAddress(): Promise<boolean> {
    const ticket = parseTicketFragment(location.hash);
    if (ticket === undefined) return false;
    if (ticket === 'unreadable') {
      clearAddress();
      this.reportFailedPairing(
        t(
          'This code could not be read. Choose Connect Phone at the computer and scan the new code.',
        ),
      );
      return true;
    }
    if (this.identity === undefined && mustInstallFirst()) {
      installAtTicket();
      this.reportFailedPairing(
        t(
          'Add this page to the Home Screen first: choose Share, then Add to Home Screen, and open Mission Control there. The code is kept for it.',
        ),
      );
      return true;
    }
    clearAddress();
    const redeemed = await this.parts.store.get<string>(redeemedKey).catch(() => undefined);
    const isRedeemed = this.identity !== undefined && redeemed === toBase64Url(ticket.id);
    if (isRedeemed) return false;
    await this.pairWith(ticket);
    return true;
  }

  /** Pairs this phone; a previous pairing stays until the new one was accepted at the computer. */
  private async pairWith(ticket: PairingTicket): Promise<void> {
    this.pairing?.abort();
    const pairing = new AbortController();
    this.pairing = pairing;
    this.ticket = undefined;
    this.disconnect();
    this.setPhase('pairing', undefined);
    try {
      const identity = await pair({
        ticket,
        name: await deviceName(navigator),
        onWaiting: (code, machine) => {
          if (this.pairing === pairing) this.change({ phase: 'waiting', code, machine });
        },
        signal: pairing.signal,
      });
      if (this.pairing !== pairing) return;
      const { store, page } = this.parts;
      await page.clear();
      await storeIdentity(store, identity);
      await store.set(redeemedKey, toBase64Url(ticket.id));
      // If this is refused, the browser may delete the storage.
      void navigator.storage.persist().catch(() => false);
      this.identity = identity;
      this.pairing = undefined;
      this.connectIfPaired();
    } catch (error) {
      if (this.pairing !== pairing) return;
      this.pairing = undefined;
      const isPhoneProblem = error instanceof PhoneProblem;
      if (isPhoneProblem && error.canPairAgain) this.ticket = ticket;
      this.reportFailedPairing(isPhoneProblem ? error.message : noStorageText());
    } finally {
      pairing.abort();
    }
  }

  /** Connects if the phone is paired. */
  private connectIfPaired(): void {
    const { identity } = this;
    if (identity === undefined) return this.setPhase('unpaired', undefined);
    const { id, name, machine, scope = 'watch' } = identity;
    this.change({
      machine,
      ...(this.state.get().device?.id !== id && { device: { id, name, scope } }),
    });
    this.connection = new PhoneConnection({
      identity,
      onTrying: () => {
        if (this.state.get().phase !== 'offline') this.setPhase('connecting', undefined);
      },
      onWelcome: (welcome, isNew) => this.onWelcome(welcome, isNew),
      onMessage: (message) => this.handleMessage(message),
      onDown: (code, wasLive) => this.onDown(code, wasLive),
    });
    this.connection.start();
  }

  private disconnect(): void {
    this.connection?.stop();
    this.connection = undefined;
    this.host.goOffline();
  }

  private onWelcome(welcome: Welcome, isNew: boolean): void {
    const { device, hub, now, machine } = welcome;
    this.hubTime = { hub, aheadMs: now - Date.now() };
    this.storeScope(device.scope);
    this.setPhase('live', clockText(-this.hubTime.aheadMs));
    const mustConfirm = welcome.isConfirmed === false ? true : undefined;
    this.change({ device, machine, code: this.connection?.code, mustConfirm });
    this.notifications.compareSubscription(welcome);
    if (!isNew) return;
    this.host.goLive();
    this.notifyListeners(welcome);
  }

  /**
   * Stores the phone's scope, so that the next start without a connection shows the same
   * permissions.
   */
  private storeScope(scope: PhoneScope): void {
    const { identity } = this;
    if (identity === undefined || identity.scope === scope) return;
    this.identity = { ...identity, scope };
    // If this fails, the hub sends the scope again at the next connection.
    void storeIdentity(this.parts.store, this.identity).catch(() => undefined);
  }

  private handleMessage(message: Exclude<ToPhone, Welcome>): void {
    switch (message.type) {
      case 'page':
        return this.host.handleMessage(message.message);
      case 'problem':
        return this.showProblem(t(message.problem));
      case 'push': {
        const { shownAfterMs, problem } = message;
        if (shownAfterMs !== undefined) this.change({ shownAfterMs });
        return problem === undefined ? undefined : this.showProblem(t(problem));
      }
      case 'answer':
        if (this.host.answer(message)) return undefined;
        return this.notifyListeners(message);
      case 'reader':
        return this.notifyListeners(message);
      case 'waiting':
        return undefined; // Only sent during pairing, which handles it.
    }
  }

  private notifyListeners(message: ToPhone): void {
    for (const listener of this.listeners) listener(message);
  }

  private onDown(code: number, wasLive: boolean): void {
    if (wasLive) this.host.goOffline();
    const { boardAt } = this.host;
    if (boardAt !== undefined) this.change({ boardAt });
    this.mustSignIn = false;
    // The first attempt after a working connection usually succeeds.
    if (wasLive && code < 4_000) return this.setPhase('connecting', undefined);
    this.setPhase('offline', closingText(code));
    if (code < 4_000) void this.checkSignIn();
  }

  /** Shows the sign-in text if the carrier blocks the connection until the person signs in. */
  private async checkSignIn(): Promise<void> {
    if (!(await requiresSignIn()) || this.state.get().phase !== 'offline') return;
    this.mustSignIn = true;
    this.setPhase('offline', signInText());
  }

  /** Makes a call, with this phone's seal if required; false if the phone is not connected. */
  private call(id: string, call: PhoneCall): boolean {
    const { connection, identity } = this;
    if (connection === undefined || identity === undefined) return false;
    // A program that impersonates the hub could list the hub's own machine as another machine, to
    // receive calls that are signed for the hub.
    const otherMachines = this.host.machines?.filter((one) => one.machineId !== identity.machineId);
    const statement = signedCallOf(call, windowOfPhone(identity.id), otherMachines);
    const message = { type: 'call', id, ...call } as const;
    if (statement === undefined) return connection.send(message);
    const { signing } = identity;
    const { channel } = connection;
    const sealMessage = async (): Promise<FromPhone> => {
      const seal = await createSeal(statement, signing, this.hubTime, channel);
      return { ...message, seal };
    };
    return connection.isLive && connection.send(sealMessage());
  }

  /** Shows why pairing failed; a phone that was paired before stays paired and connects again. */
  private reportFailedPairing(problem: string): void {
    if (this.identity === undefined) return this.setPhase('unpaired', problem);
    if (this.connection === undefined) this.connectIfPaired();
    this.showProblem(problem);
  }

  private setPhase(phase: PhoneState['phase'], problem: string | undefined): void {
    this.phaseProblem = problem;
    this.change({ phase, problem: this.temporaryProblem ?? problem });
  }

  /** Shows for a limited time why something failed. */
  private showProblem(problem: string): void {
    this.temporaryProblem = problem;
    this.change({ problem });
    clearTimeout(this.problemTimer);
    this.problemTimer = setTimeout(() => {
      this.temporaryProblem = undefined;
      this.change({ problem: this.phaseProblem });
    }, problemMs);
  }

  private change(part: { readonly [Key in keyof PhoneState]?: PhoneState[Key] | undefined }): void {
    const state = { ...this.state.get(), ...part };
    if (state.phase !== 'waiting' && state.phase !== 'live') {
      state.code = undefined;
      state.mustConfirm = undefined;
    }
    const definedFields = Object.entries(state).filter(([, value]) => value !== undefined);
    this.state.set(Object.fromEntries(definedFields) as unknown as PhoneState);
  }
}

export function noStorageText(): string {
  return t(
    'This browser keeps nothing of this page, as in a private window. Open the link in an ordinary window.',
  );
}
