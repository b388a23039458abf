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
  readonly store: StoredPage;
  /** Version of this page. */
  readonly version: string;
  /** Sends a state report of the page; false if the phone is not connected. */
  readonly send: (message: PageReport) => boolean;
  /** Makes a call, whose answer has the same id; false if the phone is not connected. */
  readonly call: (id: string, call: PhoneCall) => boolean;
  /** Called after a ping was sent, which the hub answers immediately. */
  readonly onPing: () => void;
  /** Shows the person why something failed. */
  readonly showProblem: (problem: string) => void;
}

const requestChangedText = () =>
  t('The request changed while you were looking at it; review it again.');
const answeredElsewhereText = () => t('It was answered in its terminal first.');
const notConnectedText = () => t('Not sent: this phone is not connected to the computer.');
const unknownOutcomeText = () =>
  t(
    'The connection broke off: it is not known whether this arrived. Look before you send it again.',
  );

/**
 * Host of the phone's page: the source of its messages. The board comes from the hub while
 * connected, otherwise from this phone's storage. The host assigns the sequence numbers itself,
 * because the connection loses no message. Some methods are fields, because the page copies the
 * functions of its host into a new object.
 */
export class PhoneHost implements Host {
  readonly place = 'phone';
  private readonly listeners = new Set<(message: ToPage) => void>();
  private sequence = 0;
  private replica: Replica = emptyReplica;
  private isLive = false;
  /** Time of the last update of the board, ms since 1970; undefined if there is no board. */
  private updatedAtMs: number | undefined;
  /** The page's last report of visible cards, which is repeated on each new connection. */
  private visibilityReport: PageReport | undefined;
  /** Pings that the hub answers in order, each with the message sent before it. */
  private readonly pendingPings: (FromPage | undefined)[] = [];
  /** The page's messages by the ids of their pending calls. */
  private readonly calls = new Map<string, FromPage>();
  private readonly requests = new PhoneRequests();
  /**
   * Resolves once all received messages were posted: hashing the requests of a message takes time,
   * and later messages wait for it. Undefined if none is pending.
   */
  private pendingDigests: Promise<void> | undefined;
  /** Number of the connection; pending messages of an earlier connection are dropped. */
  private epoch = 0;

  constructor(private readonly parts: PhoneHostParts) {
    this.updatedAtMs = parts.store.board?.at;
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
      return this.refuse(message, requestChangedText());
    }
    const id = crypto.randomUUID();
    if (!this.isLive || !this.parts.call(id, call)) return this.refuse(message, notConnectedText());
    this.calls.set(id, message);
    // The ping's answer confirms that the call has arrived; until then it may be lost with the
    // connection.
    if (isAnswer(message) || message.type === 'changePrompts') this.pingHub(message);
  };

  readonly readArrangement = (): unknown => this.parts.store.arrangement;
  readonly readDrafts = (): unknown => this.parts.store.drafts;

  readonly writeArrangement = (arrangement: unknown): void => {
    this.parts.store.storeArrangement(arrangement);
  };

  readonly writeDrafts = (drafts: unknown): void => {
    this.parts.store.storeDrafts(drafts);
  };

  /** Machines of the board, from the last summary. */
  get machines(): Summary['machines'] {
    return this.replica.summary.machines;
  }

  get boardAt(): number | undefined {
    return this.updatedAtMs;
  }

  /** Called when the connection is established; requests the board. */
  goLive(): void {
    this.isLive = true;
    this.dropPendingDigests();
    this.parts.send({ type: 'ready' });
    if (this.visibilityReport !== undefined) this.parts.send(this.visibilityReport);
  }

  /** Called when the connection is lost; the last board stays. */
  goOffline(): void {
    this.isLive = false;
    this.dropPendingDigests();
    this.calls.clear();
    for (const message of this.pendingPings.splice(0)) {
      if (message !== undefined) this.refuse(message, unknownOutcomeText());
    }
    if (this.replica.connection === 'live')
      this.postToPage({ type: 'connection', connection: 'offline' });
    this.parts.store.flush();
  }

  /** Shows an empty board, because this phone is no longer paired. */
  clear(): void {
    this.isLive = false;
    this.dropPendingDigests();
    this.calls.clear();
    this.pendingPings.length = 0;
    this.updatedAtMs = undefined;
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
    const refusal = isElsewhere ? answeredElsewhereText() : problem;
    if (refusal !== undefined) {
      const failure = toFailureMessage(message, refusal);
      // Passed through `handleMessage`, so that it keeps its order after the hub's earlier
      // messages.
      if (failure !== undefined) this.handleMessage({ ...failure, sequence: 0 });
      else if (message.type !== 'shown') this.parts.showProblem(t(refusal));
    } else if (message.type === 'ask') {
      const { name, request } = message;
      this.handleMessage({ type: 'answer', sequence: 0, name, request, answer } as ToPage);
    }
    return true;
  }

  /**
   * Handles a message of the hub. Messages are posted to the page in order, with the digests that
   * this phone computed of their requests.
   */
  handleMessage(message: ToPage): void {
    const withDigests = this.requests.withDigests(message);
    if (this.pendingDigests === undefined && !(withDigests instanceof Promise))
      return this.receive(withDigests);
    const next = this.receiveInOrder(withDigests, this.pendingDigests).then(() => {
      if (this.pendingDigests === next) this.pendingDigests = undefined;
    });
    this.pendingDigests = next;
  }

  private async receiveInOrder(
    withDigests: ToPage | Promise<ToPage>,
    previous: Promise<void> | undefined,
  ): Promise<void> {
    const { epoch } = this;
    await previous;
    const message = await withDigests;
    if (epoch === this.epoch) this.receive(message);
  }

  private receive(message: ToPage): void {
    this.updatedAtMs = Date.now();
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
    const board = this.parts.store.board;
    if (board === undefined || this.updatedAtMs === undefined) return;
    this.postToPage({ ...board.snapshot, connection: 'offline' });
  }

  /**
   * Pings the hub. Without a connection the ping is answered here, because the page then shows that
   * it is offline.
   */
  private pingHub(messageBefore: FromPage | undefined): void {
    if (!this.isLive || !this.parts.send({ type: 'ping' }))
      return this.postToPage({ type: 'alive' });
    this.pendingPings.push(messageBefore);
    this.parts.onPing();
  }

  private reportSeen(visibilityReport: PageReport): void {
    this.visibilityReport = visibilityReport;
    if (this.isLive) this.parts.send(visibilityReport);
  }

  private refuse(message: FromPage, problem: string): void {
    const failure = toFailureMessage(message, problem);
    if (failure !== undefined) this.postToPage(failure);
    else if (message.type !== 'shown') this.parts.showProblem(problem);
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
    const { store, version } = this.parts;
    store.storeBoard({ version, at: this.updatedAtMs ?? Date.now(), snapshot });
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
