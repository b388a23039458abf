import type { PushSubscription, ToPhone } from '../../../../shared/phone/phoneMessages';
import type { PhoneDevice, PhonesNews } from '../../../../shared/protocol/phones';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { mutesOf } from '../../../../shared/board/mutes';
import { needsYouCounts, type NeedsYouCounts } from '../../../../shared/board/needsYou';
import { deviceOfWindow } from '../../../../shared/protocol/phoneWindow';
import {
  message,
  createTranslator,
  type Translator,
  type Translations,
} from '../../../../shared/words/l10n';
import type { MutedSessions } from '../../../page/pageParts';
import type { Event } from '../../../util/emitter';
import type { PrivateFolder } from '../../../util/files/privateFolder';
import { DisposableStore } from '../../../util/lifetime';
import type { Log } from '../../../util/log';
import type { NotificationSchedule } from '../../attention/notificationSchedule';
import { HandledIncidents } from '../../attention/handledIncidents';
import type { GivenAnswer } from '../../control/control';
import type { Handlers } from '../../serve/callRouter';
import { refusals } from '../../serve/refusal';
import type { BoardUpdate } from '../../serve/liveStream';
import type { Losses } from '../../store/losses';
import type { Device, Devices } from '../devices';
import type { PhoneSession } from '../phoneSession';
import { CallRate, PhoneRates } from './callRate';
import { KeptSettings } from './keptSettings';
import { Outbox, type Mailing } from './outbox';
import { PhoneAlerts, type Alert, type AlertEnd } from './phoneAlerts';
import { PhoneWarnings, type WarningCall, type WarningSource } from './phoneWarnings';
import { Ping } from './ping';
import { pushKeysFile, loadPushSigner } from './pushKeys';
import { Pusher } from './pusher';
import { PushProgress } from './pushProgress';
import { readTranslations } from './words';
import {
  alertText,
  groupText,
  endedAlertText,
  sessionsOf,
  endedWarningText,
  warningText,
  type PushText,
} from './pushTexts';
import { Receipts } from './receipts';
import { TestPushes } from './testPushes';

/** Parts of the hub on which pushes depend. */
export interface PushSources {
  readonly board: {
    readonly onDidChange: Event<BoardUpdate>;
    get(sessionId: string): LiveSession | undefined;
    snapshot(): { readonly sessions: readonly LiveSession[] };
  };
  /** Returns the sessions at whose cards people are, in all focused windows. */
  readonly inHand: () => ReadonlySet<string>;
  readonly onDidChangePresence: Event<void>;
  readonly onDidAnswer: Event<GivenAnswer>;
  readonly muted: MutedSessions;
  readonly warnings: WarningSource;
  /** Accepts an additional push service in tests. */
  readonly isPushService?: (url: URL) => boolean;
  readonly calls: NotificationSchedule;
}

export interface PushesParts extends PushSources {
  readonly folder: PrivateFolder;
  /** Folder of the page, which contains the texts in other languages. */
  readonly pageFolder: string;
  readonly log: Log;
  readonly losses: Pick<Losses, 'errorHandler'>;
  readonly devices: Devices;
  /** Returns the address of the page for phones; undefined while no carrier is open. */
  readonly page: () => string | undefined;
  /** Returns the connections of a phone. */
  readonly sessionsOf: (device: string) => readonly Pick<PhoneSession, 'welcome' | 'send'>[];
  /** Called when the news about pushes changed. */
  readonly onChange: () => void;
}

/**
 * Maximum number of subscriptions that a phone may send in a minute, because each is written to the
 * disk and sent to all windows.
 */
const maxSubscriptions = 10;

type PushCall = 'testPush' | 'setPhoneSettings';

/** Notifies people on their phones, and tracks the pushes. */
export class Pushes {
  readonly calls: Handlers<PushCall>;
  private readonly lifetime = new DisposableStore();
  private readonly settings: KeptSettings;
  private readonly handled: HandledIncidents;
  private readonly progress: PushProgress;
  private readonly outbox: Outbox;
  private readonly receipts: Receipts;
  private readonly alerts: PhoneAlerts;
  private readonly warnings: PhoneWarnings;
  private readonly ping: Ping;
  private readonly tests: TestPushes;
  private readonly subscriptionRates: PhoneRates;
  private pusher: Pusher | undefined;
  private words: ReadonlyMap<string, Translations> = new Map();
  private lastPage: string | undefined;
  /** Public key for the subscriptions of phones; undefined until it is loaded. */
  key: string | undefined;

  constructor(private readonly parts: PushesParts) {
    const { folder, log, devices, board, calls } = parts;
    const { clock } = calls;
    // These files have no content of a person, so their loss is only logged.
    const onLoss = (error: unknown): void => log.warn(String(error));
    this.settings = new KeptSettings(folder, onLoss);
    this.handled = new HandledIncidents(folder, onLoss, 'pushed.json');
    this.progress = this.lifetime.add(new PushProgress(clock));
    this.ping = new Ping(log, parts.onChange, () => clock.now());
    this.outbox = new Outbox({
      devices,
      progress: this.progress,
      pusher: () => this.pusher,
      page: () => this.page,
      badge: () => this.needsYou.blocked,
      onGone: (device) => this.unsubscribe(device),
      speech: (device) => this.speechOf(device),
      log,
    });
    this.subscriptionRates = new PhoneRates(maxSubscriptions, () => clock.now());
    this.tests = new TestPushes({
      device: (id) => devices.get(id),
      outbox: this.outbox,
      progress: this.progress,
      send: (device, toPhone) => this.send(device, toPhone),
      now: () => clock.now(),
    });
    this.receipts = new Receipts({
      device: (id) => devices.get(id),
      progress: this.progress,
      onRenewed: (device, subscription) => this.subscribe(device, subscription),
      now: () => clock.now(),
    });
    const callParts = {
      session: (sessionId: string) => board.get(sessionId),
      isPersonAtCard: (sessionId: string) => parts.inHand().has(sessionId),
      isMuted: (session: LiveSession) =>
        mutesOf(parts.muted.mutes, session, clock.now()).length > 0,
      canCallPhone: () => this.canNotify,
      delayMs: () => this.settings.current.pushAfterSeconds * 1_000,
      rate: new CallRate(),
      calls,
    };
    this.alerts = new PhoneAlerts({
      ...callParts,
      told: this.handled,
      call: (alert) => this.call(alert),
      onOver: (alert, left, ending) => this.endAlert(alert, left, ending),
    });
    this.warnings = new PhoneWarnings({
      ...callParts,
      stands: (collision) => parts.warnings.stands(collision),
      call: (call) => this.warn(call),
      onOver: (call) =>
        this.outbox.replace(
          this.warningMailing(call, (speech) => endedWarningText(call, speech)),
          true,
        ),
      onError: (error) => log.warn(`A warning did not reach the phones: ${String(error)}`),
    });
    this.lifetime.add(calls.add(this.alerts, callParts.rate));
    this.lifetime.add(calls.add(this.warnings, callParts.rate));
    this.calls = {
      testPush: ({ device }) => this.tests.test(device),
      setPhoneSettings: (settings) => {
        const kept = this.settings.set(settings);
        this.check();
        return kept;
      },
    };
  }

  /** Starts to track the board, including the sessions that are already on it. */
  async load(): Promise<void> {
    const { board, onDidChangePresence, onDidAnswer, onChange, warnings, calls } = this.parts;
    await Promise.all([this.settings.load(), this.handled.load()]);
    this.lifetime.add(this.progress.onDidChange(() => onChange()));
    this.lifetime.add(
      board.onDidChange(({ changed, removed }) => {
        this.alerts.update(changed, removed);
        calls.check(this.warnings);
      }),
    );
    this.lifetime.add(onDidChangePresence(() => this.check()));
    this.lifetime.add(warnings.onDidFind(this.warnings.addWarning));
    this.lifetime.add(onDidAnswer((answer) => this.onAnswer(answer)));
    this.alerts.update(board.snapshot().sessions, []);
  }

  /** Loads or creates the keys, which the `welcome` message to phones contains. */
  async open(): Promise<void> {
    const { folder, pageFolder, losses, isPushService } = this.parts;
    this.words = await readTranslations(pageFolder);
    if (this.pusher !== undefined) return;
    const signer = await loadPushSigner(folder, losses.errorHandler(pushKeysFile));
    this.pusher = this.lifetime.add(
      new Pusher({ signer, ...(isPushService !== undefined && { isAlsoService: isPushService }) }),
    );
    this.key = signer.publicKey;
  }

  /** Resolves when all data is on the disk. */
  async close(): Promise<void> {
    this.outbox.dispose();
    this.lifetime.dispose();
    await Promise.all([this.settings.flush(), this.handled.flush()]);
  }

  /** Handles a receipt of a phone's service worker; resolves with the HTTP status of the answer. */
  receive(body: unknown): Promise<number> {
    return this.receipts.handle(body);
  }

  /**
   * Stores or removes the subscription of a phone. Resolves with false if the phone sent too many.
   * Rejects with `NotSavedError`; pushes use the subscription nevertheless.
   */
  async subscribe(device: string, subscription: PushSubscription | undefined): Promise<boolean> {
    const { devices } = this.parts;
    const before = devices.get(device)?.subscription;
    if (subscription === undefined) {
      if (before !== undefined) await devices.subscribe(device, undefined);
      return true;
    }
    if (this.pusher?.serviceOf(subscription) === undefined) {
      const problem = message(
        'This browser’s notifications come by a service that isn’t known here.',
      );
      this.send(device, { type: 'push', problem });
      return true;
    }
    if (!this.subscriptionRates.countIfAllowed(device)) {
      // A phone that reconnects often sends the same subscription each time.
      if (before?.endpoint === subscription.endpoint) return true;
      this.send(device, { type: 'push', problem: refusals.subscribeSoon.message });
      return false;
    }
    await devices.subscribe(device, subscription);
    return true;
  }

  /** Sends a phone the test that it requested, or the reason why it is refused. */
  testFrom(device: string): void {
    const refused = this.tests.test(device);
    if (refused !== undefined) this.send(device, { type: 'push', problem: refused.message });
  }

  /** Returns the push state for the list of devices. */
  stateOf({ id, subscription }: Device): Pick<PhoneDevice, 'push'> {
    const push = this.progress.ofDevice(id);
    return subscription === undefined && push.stage !== 'failed' ? {} : { push };
  }

  get news(): Pick<PhonesNews, 'pushes' | 'pingProblem'> {
    const pushes = this.progress.ofSessions;
    const { problem } = this.ping;
    return {
      ...(pushes.length > 0 && { pushes: [...pushes] }),
      ...(problem !== undefined && { pingProblem: problem }),
    };
  }

  forget(device: string): void {
    this.tests.forget(device);
    this.subscriptionRates.forget(device);
    this.progress.forgetDevice(device);
  }

  /** Last known address of the page; its carrier may be closed at the moment. */
  private get page(): string {
    this.lastPage = this.parts.page() ?? this.lastPage;
    return this.lastPage ?? 'http://localhost/';
  }

  /** Current counts of the whole board. */
  private get needsYou(): NeedsYouCounts {
    return needsYouCounts(this.parts.board.snapshot().sessions);
  }

  private get canNotify(): boolean {
    const { devices } = this.parts;
    const isSubscribed = devices.list.some(({ subscription }) => subscription !== undefined);
    return isSubscribed || this.settings.current.pingUrl !== '';
  }

  /**
   * Checks for due notifications; called after a change of the settings, or when a person came to a
   * card or left it.
   */
  private check(): void {
    const { calls } = this.parts;
    calls.check(this.alerts);
    calls.check(this.warnings);
  }

  private call(alert: Alert): void {
    const { pushText } = this.settings.current;
    const [only] = alert.sessions;
    this.outbox.sendToAll({
      tag: alert.tag,
      text: (speech) => alertText(alert, pushText, this.needsYou, speech),
      sessions: alert.sessions.map(({ sessionId }) => sessionId),
      ...(alert.sessions.length === 1 && only !== undefined && { session: only.sessionId }),
    });
    this.sendPing(({ t }) => t('A session needs you.'));
  }

  private warn(call: WarningCall): void {
    const { pushText } = this.settings.current;
    this.outbox.sendToAll(
      this.warningMailing(call, (speech) => warningText(call, pushText, speech)),
    );
    this.sendPing(({ t }) => t('Something happened to a session’s work.'));
  }

  /**
   * Creates the mailing of a warning. It lists no sessions, because cards show only which phone was
   * notified of a request.
   */
  private warningMailing({ tag, all }: WarningCall, text: Mailing['text']): Mailing {
    const sessions = sessionsOf(all);
    const [only] = sessions;
    return {
      tag,
      text,
      sessions: [],
      ...(sessions.length === 1 && only !== undefined && { session: only.sessionId }),
    };
  }

  private sendPing(sentence: (speech: Translator) => string): void {
    const { pingUrl } = this.settings.current;
    const [first] = this.parts.devices.list;
    void this.ping.send(pingUrl, sentence(this.speechOf(first)), this.parts.page());
  }

  private endAlert(alert: Alert, left: readonly LiveSession[], ending: AlertEnd): void {
    const [only] = alert.sessions;
    const mailing = {
      tag: alert.tag,
      text: (speech: Translator): PushText =>
        left.length > 0
          ? { ...groupText(left, this.needsYou, speech), silent: true }
          : endedAlertText(alert, this.endingText(ending, speech), speech),
      sessions: [],
      ...(alert.sessions.length === 1 && only !== undefined && { session: only.sessionId }),
    };
    this.outbox.replace(mailing, left.length === 0);
  }

  private endingText({ session, by }: AlertEnd, { t }: Translator): string {
    const phone = by === undefined ? undefined : this.deviceIn(by);
    if (phone !== undefined) return t('Answered on {0}', phone.name);
    const isGoingOn = this.parts.board.get(session)?.agentState.group === 'autonomous';
    return by !== undefined || isGoingOn ? t('Answered at the desk') : t('No longer needs you');
  }

  private onAnswer({ sessionId, window }: GivenAnswer): void {
    this.alerts.answered(sessionId, window);
    const phone = this.deviceIn(window);
    if (phone !== undefined) this.progress.answered(phone.id, sessionId);
  }

  private speechOf(device: Device | undefined): Translator {
    const language =
      /^[a-z]{2}/u.exec(device?.subscription?.language?.toLowerCase() ?? '')?.[0] ?? 'en';
    return createTranslator(this.words.get(language) ?? {});
  }

  private deviceIn(window: string): Device | undefined {
    const id = deviceOfWindow(window);
    return id === undefined ? undefined : this.parts.devices.get(id);
  }

  private send(device: string, message: ToPhone): void {
    for (const one of this.parts.sessionsOf(device)) one.send(message);
  }

  /**
   * Removes a subscription that has ended. A failed write is not retried, because the push service
   * reports the end to the next hub, too.
   */
  private unsubscribe(device: string): void {
    const { devices, log } = this.parts;
    devices
      .subscribe(device, undefined)
      .catch((error: unknown) => log.warn(`A subscription is over: ${String(error)}`));
    for (const one of this.parts.sessionsOf(device)) one.welcome();
  }
}
