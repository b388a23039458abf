import type { Event } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { isRunning } from '../../../shared/presentation';
import { requestCollisions } from '../../../shared/board/texts/collisionText';
import type { DecideAnswer } from '../../../shared/protocol/control';
import type { LiveSession, Summary } from '../../../shared/protocol/protocol';
import type { GrantCard, GrantEnding } from '../../../shared/protocol/work/grants';
import { isAlwaysAsked } from '../../../shared/request/grantChoices';
import type { ControlOffers } from '../control/controlOffers';
import type { RefusedDecision, WaitingCall } from '../control/waitingCall';
import type { WaitingCalls } from '../control/waitingCalls';
import { cardOf, usesLeft, describeRule, type Grant } from './grant';
import { hasGrantExpired, type GrantClock } from './grantClock';
import { isGrantableRequest, hasCallWarning, matchRule, namedByRule } from './grantMatch';
import type { GrantStore } from './grantStore';
import type { Ledger } from './ledger';
import { currentPath, isFolderUnmoved } from './place';

export interface GrantsParts {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly clock: GrantClock;
  readonly store: GrantStore;
  readonly ledger: Ledger;
  readonly calls: Pick<WaitingCalls, 'openCall' | 'allow'>;
  readonly offers: Pick<ControlOffers, 'isOffered' | 'isWanted' | 'onDidChange'>;
  readonly board: {
    get(sessionId: string): LiveSession | undefined;
    isLive(sessionId: string): boolean;
    touch(sessionId: string): void;
    touchAll(): void;
    readonly onDidChange: Event<{
      readonly changed: readonly LiveSession[];
      readonly removed: readonly string[];
    }>;
  };
  /** Returns whether the grant's seal is valid by the keys that are known now. */
  readonly isSealed: (grant: Grant) => boolean;
}

/** Interval in ms at which living grants are compared with the clocks. */
const tickMs = 500;
/** Interval in ms at which it is checked that the folders of living grants still exist. */
const folderCheckMs = 5_000;
/** Display time in ms of grants that ended without a person, and their maximum number. */
const endedShownMs = 10 * 60_000;
const maxShown = 20;
/** Maximum number of stored ids of calls that could not be recorded. */
const maxUnrecorded = 200;

interface EndedGrant {
  readonly grant: Grant;
  readonly ended: NonNullable<GrantCard['ended']>;
}

/**
 * Allows held requests by grants. Only grants in memory count: those given to this hub, and those
 * that it loaded once when it started.
 */
export class Grants implements Disposable {
  private readonly living = new Map<string, Grant>();
  private readonly ended = new Map<string, EndedGrant>();
  /** Running comparisons of calls with grants, by the ids of the calls. */
  private readonly examinations = new Map<string, Promise<void>>();
  /** Calls that could not be recorded; no grant allows them, so a person decides. */
  private readonly unrecordedCalls = new Set<string>();
  private readonly subscriptions: readonly Disposable[];
  private tickTimer: Disposable | undefined;
  private foldersCheckedAt = 0;
  private isReady = false;
  /** Number of times that a person ended all grants; a grant given meanwhile allows nothing. */
  endsOfAll = 0;
  private isDisposed = false;

  constructor(private readonly parts: GrantsParts) {
    const { board, offers } = parts;
    this.subscriptions = [
      board.onDidChange(({ changed, removed }) => {
        for (const { sessionId } of changed) this.onSession(sessionId);
        for (const sessionId of removed) this.onSession(sessionId);
      }),
      offers.onDidChange(() => this.endInvalid()),
    ];
  }

  /** Adds the previous hub's grants, and ends those that are no longer valid. */
  load(grants: readonly Grant[]): void {
    for (const grant of grants) this.living.set(grant.id, grant);
    this.endInvalid();
    this.onChange();
  }

  /** Called once all recent sessions are known; from then on a missing session counts as ended. */
  start(): void {
    this.isReady = true;
    for (const { sessionId } of this.living.values()) this.onSession(sessionId);
  }

  get count(): number {
    return this.living.size;
  }

  /** Adds a grant that a person has just given and that is stored already. */
  add(grant: Grant): void {
    this.living.set(grant.id, grant);
    this.parts.log.info(`${describe(grant)} was given in ${grant.by}`);
    this.onChange(grant);
  }

  /** Ends a grant, or hides an ended one; false if unknown. Rejects with `NotSavedError`. */
  async end(id: string): Promise<boolean> {
    const grant = this.living.get(id);
    if (grant === undefined) return this.dismiss(id);
    await this.remove(grant, 'person');
    return true;
  }

  /** Ends all grants. Rejects with `NotSavedError`. */
  async endAll(): Promise<true> {
    this.endsOfAll += 1;
    this.ended.clear();
    const ends = [...this.living.values()].map((grant) => this.remove(grant, 'person'));
    this.onChange();
    await Promise.all(ends);
    return true;
  }

  /** Grants that apply to the session: the living ones, then those that have just ended. */
  fieldsOf({ sessionId, projectPath }: LiveSession): Partial<LiveSession> {
    const cards = this.cards((grant) =>
      grant.scope === 'session' ? grant.sessionId === sessionId : grant.project === projectPath,
    );
    return cards.length === 0 ? {} : { grants: cards };
  }

  summaryAt(): Partial<Summary> {
    const cards = this.cards(() => true);
    return cards.length === 0 ? {} : { grants: cards };
  }

  /**
   * Ends grants that are expired, used up or of an unknown key, or whose project is not controlled.
   */
  endInvalid(): void {
    for (const grant of this.living.values()) {
      const ending = this.endReason(grant);
      if (ending !== undefined) this.endAutomatically(grant, ending);
    }
  }

  /** Records a use before its answer is sent; false if the grant must not allow it any more. */
  async record(grant: Grant, held: WaitingCall, what: string): Promise<boolean> {
    const { ledger, clock, log, store } = this.parts;
    if (!this.isValid(grant)) return false;
    grant.used += 1;
    const { id, by, seal } = grant;
    const { id: call, sessionId, toolName, agentId } = held;
    try {
      await ledger.append({
        at: clock.now(),
        session: sessionId,
        call,
        grant: id,
        words: describeRule(grant),
        tool: toolName,
        what,
        by,
        key: seal.key,
        ...(agentId !== undefined && { agent: agentId }),
      });
    } catch (error) {
      grant.used -= 1;
      this.markUnrecorded(call);
      log.warn(`A request was not allowed, as it can't be recorded: ${String(error)}`);
      return false;
    }
    void store.saveUse(grant);
    this.onChange(grant);
    // The grant may have ended during the write; that no further use is left does not matter.
    const isStillValid = this.living.has(id) && this.endReason(grant, true) === undefined;
    if (!isStillValid) await this.recordLost(call);
    return isStillValid;
  }

  /** Records that the answer of a recorded use did not reach the client. */
  async recordLost(call: string): Promise<void> {
    await this.parts.ledger
      .appendLost(call)
      .catch((error: unknown) => this.parts.log.warn(`The ledger: ${String(error)}`));
  }

  /** Resolves when no call is being compared with grants. */
  async whenExamined(): Promise<void> {
    await Promise.all(this.examinations.values());
  }

  dispose(): void {
    this.isDisposed = true;
    this.tickTimer?.dispose();
    for (const one of this.subscriptions) one.dispose();
  }

  private cards(isShown: (grant: Grant) => boolean): GrantCard[] {
    const living = [...this.living.values()].filter(isShown).map((grant) => cardOf(grant));
    const ended = [...this.ended.values()].filter(({ grant }) => isShown(grant));
    return [...living, ...ended.map(({ grant, ended: how }) => cardOf(grant, how))];
  }

  /** Hides a grant that has ended without a person. */
  private dismiss(id: string): boolean {
    const isShown = this.ended.delete(id);
    if (isShown) this.onChange();
    return isShown;
  }

  private isValid(grant: Grant): boolean {
    return (
      !this.isDisposed && this.living.get(grant.id) === grant && this.endReason(grant) === undefined
    );
  }

  /** The reason why a grant must end; undefined if none. `isInUse` ignores that no use is left. */
  private endReason(grant: Grant, isInUse = false): GrantEnding | undefined {
    const { clock, offers, isSealed } = this.parts;
    if (hasGrantExpired(grant, clock)) return 'time';
    if (!isInUse && usesLeft(grant) === 0) return 'uses';
    if (!isSealed(grant)) return 'key';
    return offers.isWanted(grant.project) ? undefined : 'control';
  }

  /** Ends the session's grants if it has ended, and examines its open request. */
  private onSession(sessionId: string): void {
    if (this.living.size === 0) return;
    const session = this.parts.board.get(sessionId);
    this.endGrantsOfEndedSession(sessionId, session);
    const { call } = session?.pendingRequest ?? {};
    if (session === undefined || call?.answerable !== true || call.handsBackAt !== undefined)
      return;
    if (this.examinations.has(call.id) || this.unrecordedCalls.has(call.id)) return;
    const grants = [...this.living.values()].filter(
      (grant) => grant.scope === 'project' || grant.sessionId === sessionId,
    );
    if (grants.length === 0) return;
    const examination = this.examine(sessionId, call.id, grants)
      .catch((error: unknown) => this.parts.log.warn(`Grants: ${String(error)}`))
      .finally(() => this.examinations.delete(call.id));
    this.examinations.set(call.id, examination);
  }

  private endGrantsOfEndedSession(sessionId: string, session: LiveSession | undefined): void {
    if (!this.isReady) return;
    const isAlive = session === undefined ? this.parts.board.isLive(sessionId) : isRunning(session);
    for (const grant of this.living.values()) {
      if (grant.scope !== 'session' || grant.sessionId !== sessionId) continue;
      if (!isAlive || isOtherProcess(grant, session)) this.endAutomatically(grant, 'session');
    }
  }

  /** Allows a call by the first grant that covers it. */
  private async examine(
    sessionId: string,
    callId: string,
    grants: readonly Grant[],
  ): Promise<void> {
    const { calls } = this.parts;
    const openCall = calls.openCall(sessionId, callId);
    if (openCall === undefined) return;
    for (const grant of grants) {
      if (namedByRule(grant.rule, openCall) === undefined) continue;
      const held = this.grantableCall(grant, sessionId, callId);
      if (held === undefined) continue;
      const match = await this.match(grant, held);
      if (match === 'moved') this.endAutomatically(grant, 'folder');
      // Everything else may have changed while paths were resolved, so it is checked again.
      const isSame = this.grantableCall(grant, sessionId, callId) === held;
      if (typeof match !== 'object' || !isSame) continue;
      let isRecorded = false;
      const outcome = await calls.allow(sessionId, callId, grant.by, async () => {
        isRecorded =
          this.grantableCall(grant, sessionId, callId, true) !== undefined &&
          (await this.record(grant, held, match.allowed));
        return isRecorded;
      });
      if (isRecorded && !isEffective(outcome)) await this.recordLost(callId);
      return;
    }
  }

  private async match(grant: Grant, held: WaitingCall): ReturnType<typeof matchRule> {
    const { scope, projectPlace, rule, place } = grant;
    if (scope === 'project') {
      if ((await currentPath(held.project)) !== projectPlace.real) return undefined;
      if (!(await isFolderUnmoved(projectPlace))) return 'moved';
    }
    return matchRule(rule, place, held);
  }

  /**
   * Returns the open call if everything except the grant's rule permits the grant to allow it.
   * `isClaimed` is true once the call is reserved for this decision.
   */
  private grantableCall(
    grant: Grant,
    sessionId: string,
    callId: string,
    isClaimed = false,
  ): WaitingCall | undefined {
    const { calls, offers, board } = this.parts;
    const session = board.get(sessionId);
    const request = session?.pendingRequest;
    if (session === undefined || request?.call?.id !== callId || !this.isValid(grant))
      return undefined;
    const held = calls.openCall(sessionId, callId, isClaimed);
    if (held === undefined || held.pendingHandBack !== undefined) return undefined;
    if (held.agentId !== undefined && grant.subagents !== true) return undefined;
    if (!isGrantableRequest(held)) return undefined;
    if (!offers.isOffered(held.project) || !offers.isOffered(session.projectPath)) return undefined;
    if (isAlwaysAsked(request) || hasCallWarning(held)) return undefined;
    if (requestCollisions(session).length > 0 || isOtherProcess(grant, session)) return undefined;
    return held;
  }

  private endAutomatically(grant: Grant, ending: GrantEnding): void {
    void this.remove(grant, ending).catch((error: unknown) =>
      this.parts.log.warn(`grants.json: ${String(error)}`),
    );
  }

  private remove(grant: Grant, reason: GrantEnding): Promise<unknown> {
    if (!this.living.delete(grant.id)) return Promise.resolve();
    if (reason !== 'person') {
      this.ended.set(grant.id, { grant, ended: { at: this.parts.clock.now(), reason } });
      const [oldest] = this.ended.keys();
      if (this.ended.size > maxShown && oldest !== undefined) this.ended.delete(oldest);
    }
    this.parts.log.info(`${describe(grant)} ended (${reason}) after ${grant.used} uses`);
    this.onChange(grant);
    return this.parts.store.remove(grant.id);
  }

  private markUnrecorded(call: string): void {
    this.unrecordedCalls.add(call);
    const [oldest] = this.unrecordedCalls;
    if (this.unrecordedCalls.size > maxUnrecorded && oldest !== undefined)
      this.unrecordedCalls.delete(oldest);
  }

  private onChange(grant?: Grant): void {
    const { board, clock } = this.parts;
    if (grant?.scope === 'session') board.touch(grant.sessionId);
    else board.touchAll();
    if (this.isDisposed || (this.living.size === 0 && this.ended.size === 0)) return;
    this.tickTimer ??= clock.after(tickMs, () => this.onTick());
  }

  private onTick(): void {
    this.tickTimer = undefined;
    this.endInvalid();
    const now = this.parts.clock.now();
    for (const [id, { ended }] of this.ended) {
      // The absolute value, because the clock may have been set back.
      if (Math.abs(now - ended.at) < endedShownMs) continue;
      this.ended.delete(id);
      this.parts.board.touchAll();
    }
    if (Math.abs(now - this.foldersCheckedAt) >= folderCheckMs) {
      this.foldersCheckedAt = now;
      void this.endMoved();
    }
    if (this.isDisposed || (this.living.size === 0 && this.ended.size === 0)) return;
    this.tickTimer ??= this.parts.clock.after(tickMs, () => this.onTick());
  }

  /** Ends the grants whose folder was moved or replaced. */
  private async endMoved(): Promise<void> {
    for (const grant of this.living.values()) {
      const { place, scope, projectPlace } = grant;
      const isUnmoved =
        (await isFolderUnmoved(place)) &&
        (scope === 'session' || (await isFolderUnmoved(projectPlace)));
      if (!isUnmoved && this.living.has(grant.id)) this.endAutomatically(grant, 'folder');
    }
  }
}

/** True if the session now has a different process than when the grant was given. */
function isOtherProcess({ scope, pid }: Grant, session: LiveSession | undefined): boolean {
  return (
    scope === 'session' && pid !== undefined && session?.pid !== undefined && session.pid !== pid
  );
}

/** True if the answer reached the client and nobody had answered elsewhere before. */
export function isEffective(outcome: DecideAnswer | RefusedDecision): outcome is DecideAnswer {
  return !('refused' in outcome) && outcome.outcome !== 'elsewhere';
}

function describe({ id, scope, sessionId, rule }: Grant): string {
  return `Grant ${id.slice(0, 8)} (${rule.kind}, ${scope}) of ${sessionId.slice(0, 8)}`;
}
