import type { FromPage, PageReport, ToPage } from '../../shared/messages/pageMessages';
import type { PhoneCall, ToPhone } from '../../shared/phone/phoneMessages';
import type { Summary } from '../../shared/protocol/protocol';
import { fieldsOf } from '../../shared/text/fields';
import { t } from '../../shared/words/l10n';
import type { Host } from '../host';
import { applyMessage, emptyReplica, type Replica } from '../replica';
import type { StoredPage, Snapshot } from './keep/storedPage';
import { toPhoneCall, toFailureMessage } from './pageCalls';
import { PhoneRequests } from './phoneRequests';

type Answer = Extract<ToPhone, { readonly type: 'answer' }>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'sequence'> : never;

export interface PhoneHostParts {
  readonly kept: StoredPage;
  /** Version of this page. */
  readonly version: string;
  /** Sends a state report of the page; false if the phone is not connected. */
  readonly send: (message: PageReport) => boolean;
  /** Makes a call, whose answer has the same id; false if the phone is not connected. */
  readonly call: (id: string, call: PhoneCall) => boolean;
  /** Called after a message that the hub answers at once. */
  readonly onAsked: () => void;
  /** Shows the person why something failed. */
  readonly say: (problem: string) => void;
}

const requestChanged = () =>
  t('The request changed while you were looking at it; review it again.');
const answeredElsewhere = () => t('It was answered in its terminal first.');
const notConnected = () => t('Not sent: this phone is not connected to the computer.');
const unknownFate = () =>
  t(
    'The connection broke off: it is not known whether this arrived. Look before you send it again.',
  );

/**
 * Host of the phone's page. The board comes from the hub while connected, otherwise from this
 * phone's storage. The host numbers the messages itself, because the connection loses none. The
 * methods are fields, because the page copies its host's functions.
 */
export class PhoneHost implements Host {
  readonly place = 'phone';
  private readonly listeners = new Set<(message: ToPage) => void>();
  private sequence = 0;
  private replica: Replica = emptyReplica;
  private isLive = false;
  /** Time of the last update of the board, ms since 1970; undefined if there is no board. */
  private newestAt: number | undefined;
  /** The page's last report of visible cards, which is repeated on each new connection. */
  private seen: PageReport | undefined;
  /** Pings that the hub answers in order, each with the message sent before it. */
  private readonly pendingPings: (FromPage | undefined)[] = [];
  /** The page's messages by the ids of their pending calls. */
  private readonly calls = new Map<string, FromPage>();
  private readonly requests = new PhoneRequests();
  /**
   * Pending messages of this connection: one whose requests are being hashed, and those queued
   * behind it; undefined if there are none.
   */
  private pendingDigests: Promise<void> | undefined;
  /** Incremented with each connection, so that pending messages of the previous one are dropped. */
  private epoch = 0;

  constructor(private readonly parts: PhoneHostParts) {
    this.newestAt = parts.kept.board?.at;
  }

  readonly onMessage = (listener: (message: ToPage) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly post = (message: FromPage): void => {
    if (message.type === 'ready') return this.postBoard();
    if (message.type === 'ping') return this.pingHub(undefined);
    if (message.type === 'inSight') return this.reportSeen(message);
    const call = toPhoneCall(message);
    // A message without a call is handled only by an editor, or stored by this phone itself.
    if (call === undefined) return;
    if (isAnswer(message) && this.isLive && !this.requests.has(message.shown)) {
      return this.refuse(message, requestChanged());
    }
    const id = crypto.randomUUID();
    if (!this.isLive || !this.parts.call(id, call)) return this.refuse(message, notConnected());
    this.calls.set(id, message);
    // The ping's answer confirms that the call has arrived; until then it may be lost with the
    // connection.
    if (isAnswer(message) || message.type === 'changePrompts') this.pingHub(message);
  };

  readonly readArrangement = (): unknown => this.parts.kept.arrangement;
  readonly readDrafts = (): unknown => this.parts.kept.drafts;

  readonly writeArrangement = (arrangement: unknown): void => {
    this.parts.kept.storeArrangement(arrangement);
  };

  readonly writeDrafts = (drafts: unknown): void => {
    this.parts.kept.storeDrafts(drafts);
  };

  /** Machines of the board, from the last summary. */
  get machines(): Summary['machines'] {
    return this.replica.summary.machines;
  }

  get boardAt(): number | undefined {
    return this.newestAt;
  }

  /** Called when the connection is established; requests the board. */
  goLive(): void {
    this.isLive = true;
    this.dropPendingDigests();
    this.parts.send({ type: 'ready' });
    if (this.seen !== undefined) this.parts.send(this.seen);
  }

  /** Called when the connection is lost; the last board stays. */
  goOffline(): void {
    this.isLive = false;
    this.dropPendingDigests();
    this.calls.clear();
    for (const message of this.pendingPings.splice(0)) {
      if (message !== undefined) this.refuse(message, unknownFate());
    }
    if (this.replica.connection === 'live')
      this.postToPage({ type: 'connection', connection: 'offline' });
    this.parts.kept.flush();
  }

  /** Shows an empty board, because this phone is no longer paired. */
  clear(): void {
    this.isLive = false;
    this.dropPendingDigests();
    this.calls.clear();
    this.pendingPings.length = 0;
    this.newestAt = undefined;
    const { home, hooks, control, mutes, pushes, summary } = emptyReplica;
    this.postToPage({
      type: 'snapshot',
      sessions: [],
      connection: 'offline',
      home,
      hooks,
      control,
      mutes,
      pushes,
      summary,
    });
  }

  /** Handles the answer to a call; false if the page made no such call. */
  answer({ id, answer, problem }: Answer): boolean {
    const message = this.calls.get(id);
    if (message === undefined) return false;
    this.calls.delete(id);
    const isElsewhere = isAnswer(message) && fieldsOf(answer)['outcome'] === 'elsewhere';
    const refusal = isElsewhere ? answeredElsewhere() : problem;
    if (refusal !== undefined) {
      const failure = toFailureMessage(message, refusal);
      // Passed through `handleMessage`, so that it keeps its order after the hub's earlier
      // messages.
      if (failure !== undefined) this.handleMessage({ ...failure, sequence: 0 });
      else if (message.type !== 'shown') this.parts.say(t(refusal));
    } else if (message.type === 'ask') {
      const { name, request } = message;
      this.handleMessage({ type: 'answer', sequence: 0, name, request, answer } as ToPage);
    }
    return true;
  }

  /**
   * Handles a message of the hub. The message reaches the page in order, after its requests
   * received this phone's digests.
   */
  handleMessage(message: ToPage): void {
    const named = this.requests.withDigests(message);
    if (this.pendingDigests === undefined && !(named instanceof Promise))
      return this.receive(named);
    const next = this.receiveInOrder(named, this.pendingDigests).then(() => {
      if (this.pendingDigests === next) this.pendingDigests = undefined;
    });
    this.pendingDigests = next;
  }

  private async receiveInOrder(
    named: ToPage | Promise<ToPage>,
    before: Promise<void> | undefined,
  ): Promise<void> {
    const { epoch } = this;
    await before;
    const message = await named;
    if (epoch === this.epoch) this.receive(message);
  }

  private receive(message: ToPage): void {
    this.newestAt = Date.now();
    if (message.type === 'alive') this.pendingPings.shift();
    this.postToPage(translateProblem(message));
    if (message.type === 'snapshot' || message.type === 'update') this.storeState();
  }

  private dropPendingDigests(): void {
    this.epoch += 1;
    this.pendingDigests = undefined;
  }

  private postBoard(): void {
    if (this.isLive && this.parts.send({ type: 'ready' })) return;
    const board = this.parts.kept.board;
    if (board === undefined || this.newestAt === undefined) return;
    this.postToPage({ ...board.snapshot, connection: 'offline' });
  }

  /**
   * Pings the hub. Without a connection the ping is answered here, because the page then shows that
   * it is offline.
   */
  private pingHub(about: FromPage | undefined): void {
    if (!this.isLive || !this.parts.send({ type: 'ping' }))
      return this.postToPage({ type: 'alive' });
    this.pendingPings.push(about);
    this.parts.onAsked();
  }

  private reportSeen(seen: PageReport): void {
    this.seen = seen;
    if (this.isLive) this.parts.send(seen);
  }

  private refuse(message: FromPage, problem: string): void {
    const failure = toFailureMessage(message, problem);
    if (failure !== undefined) this.postToPage(failure);
    else if (message.type !== 'shown') this.parts.say(problem);
  }

  private postToPage(message: Unnumbered<ToPage>): void {
    if (message.type !== 'alive') this.sequence += 1;
    const numbered = { ...message, sequence: this.sequence } as ToPage;
    const next = applyMessage(this.replica, numbered);
    if (next !== 'missed') this.replica = next;
    for (const listener of this.listeners) listener(numbered);
  }

  private storeState(): void {
    const { sessions, connection: _connection, sequence: _sequence, ...rest } = this.replica;
    const snapshot: Snapshot = {
      type: 'snapshot',
      sequence: 0,
      connection: 'offline',
      sessions: [...sessions.values()],
      ...rest,
    };
    const { kept, version } = this.parts;
    kept.storeBoard({ version, at: this.newestAt ?? Date.now(), snapshot });
  }
}

function isAnswer(
  message: FromPage,
): message is Extract<FromPage, { type: 'decide' | 'giveGrant' }> {
  return message.type === 'decide' || message.type === 'giveGrant';
}

/** Translates the hub's sentences, which are English and serve as keys. */
function translateProblem(message: ToPage): ToPage {
  if (message.type === 'undecided' || message.type === 'promptProblem') {
    return { ...message, problem: t(message.problem) };
  }
  return message.type === 'unanswered' ? { ...message, reason: t(message.reason) } : message;
}
