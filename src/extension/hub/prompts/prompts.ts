import { isRunning } from '../../../shared/presentation';
import type {
  PromptAnswer,
  PromptChange,
  Prompting,
  WholePrompts,
} from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { SourceFollowUp } from '../../../shared/protocol/session/followUp';
import type { Log } from '../../util/log';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { StartClaims } from '../../util/hub/startClaims';
import type { SessionLine } from '../../agents/sources';
import type { SessionLocator } from '../attention/places';
import type { Windows } from '../attention/windows';
import type { ControlOffers } from '../control/controlOffers';
import type { HookReport } from '../domain/facts/event';
import type { RestingSession } from '../domain/claims/rest';
import type { Runners } from '../runners/runners';
import type { IsFromPerson } from './fromPerson';
import { ConditionWatch, type ConditionSources } from './conditionWatch';
import { PromptDelivery } from './promptDelivery';
import { PromptPoll } from './promptPoll';
import { closeAgainMs, updatedLimitWait, resetTimes } from './limitWait';
import {
  changeQueue,
  markUncertain,
  uncertainAfterMs,
  unconfirmedPrompt,
  markRead,
  sendsNow,
  ownQueue,
  type Prompt,
  type PromptQueue,
  type PromptSignature,
  type PromptChangeFault,
} from './promptQueue';
import { PromptQueues } from './promptQueues';
import { cardOfPrompt } from './promptCard';
import { Readiness } from './readiness';
import { SessionStarts } from './sessionStarts';
import { matchesPrompt } from './findReadTime';
import { Wakers, type Waker } from './wakers';
import { isReachable, DeliveryRoutes } from './deliveryRoutes';

export interface PromptsParts {
  readonly folder: PrivateFolder;
  readonly log: Log;
  /** Called with errors of `prompts.json`. */
  readonly onKeptError?: (error: unknown) => void;
  readonly board: {
    get(sessionId: string): LiveSession | undefined;
    snapshot(): { readonly sessions: readonly LiveSession[] };
    rest(sessionId: string): RestingSession | undefined;
    touch(sessionId: string): void;
  };
  readonly windows: Pick<Windows, 'sendOrder'>;
  readonly places: Pick<SessionLocator, 'terminalOf'>;
  readonly offers: Pick<ControlOffers, 'stateOf' | 'onDidChange'>;
  readonly runners: Pick<Runners, 'has' | 'sendOrder'>;
  readonly line: SessionLine;
  /** Returns the windows that offer control in the folder and can start sessions, best first. */
  readonly startersIn: (folder: string) => readonly string[];
  readonly isFolder: (folder: string) => Promise<boolean>;
  /** Returns whether text typed into the terminal of the process reaches the process. */
  readonly isInForeground: (pid: number) => Promise<boolean>;
  /** Returns whether a process is only assumed to run its session. */
  readonly isGuess: (pid: number) => boolean;
  readonly findReadTime: (transcript: string, prompt: Prompt) => Promise<number | undefined>;
  /** Returns whether a process with that id exists. */
  readonly isThere: (pid: number) => boolean;
  /** False if another hub now serves the config home. */
  readonly isOurs: () => Promise<boolean>;
  /** Id of this run of the hub. */
  readonly hub: string;
  readonly isFromPerson: IsFromPerson;
  /** Sources of the facts on which the conditions of follow-ups depend. */
  readonly conditions: ConditionSources;
  readonly clock?: () => number;
}

/** The window that requests a change, and its signature. */
export type ChangedBy = Pick<PromptSignature, 'window' | 'seal'>;

/** Tolerance in ms between the clocks of hooks and hub. */
const clockToleranceMs = 1_000;

/** Manages the prompts that people queue for sessions, and delivers them. */
export class Prompts {
  readonly wakers: Wakers;
  private readonly queues: PromptQueues;
  private readonly routes: DeliveryRoutes;
  private readonly conditions: ConditionWatch;
  private readonly readiness: Readiness;
  private readonly delivery: PromptDelivery;
  private readonly clock: () => number;
  /** Sessions whose queues are being processed. */
  private readonly deliveringIds = new Set<string>();
  /** When the dialog about a limit was last closed, by session id. */
  private readonly dialogClosedAt = new Map<string, number>();
  /** Sessions on which the conditions of a queue depend, by the session that owns it. */
  private readonly sources = new Map<string, readonly string[]>();
  private readonly starts: SessionStarts;
  private readonly poll: PromptPoll;
  private isClosed = false;

  constructor(private readonly parts: PromptsParts) {
    const { folder, log, board, windows, places, offers, runners, line, isInForeground } = parts;
    this.clock = parts.clock ?? Date.now;
    const touch = (sessionId: string): void => this.touch(sessionId);
    this.queues = new PromptQueues({
      folder,
      onError: parts.onKeptError ?? ((error) => log.warn(`prompts.json: ${String(error)}`)),
      onChange: (sessionId) => {
        touch(sessionId);
        this.touchSources(sessionId);
      },
      isOurs: parts.isOurs,
    });
    this.wakers = new Wakers(touch, parts.isThere);
    this.routes = new DeliveryRoutes({
      sessions: () => board.snapshot().sessions,
      places,
      wakers: this.wakers,
      runners,
      line,
      isGuess: parts.isGuess,
      onChange: touch,
    });
    this.conditions = new ConditionWatch({
      queues: this.queues,
      sources: parts.conditions,
      isOnBoard: (sessionId) => board.get(sessionId) !== undefined,
      isFromPerson: parts.isFromPerson,
      startReason: (prompt) => this.starts.reasonOf(prompt),
      clock: this.clock,
    });
    this.readiness = new Readiness({
      queues: this.queues,
      routes: this.routes,
      offers,
      board,
      isFromPerson: parts.isFromPerson,
      isHeldBack: (sessionId, prompt) => this.conditions.isHeldBack(sessionId, prompt),
      clock: this.clock,
    });
    this.delivery = new PromptDelivery({
      queues: this.queues,
      windows,
      places,
      wakers: this.wakers,
      runners,
      line,
      isInForeground,
      isFree: (sessionId, pid) => !this.isClosed && this.readiness.isFree(sessionId, pid),
      next: (sessionId) => this.readiness.next(board.get(sessionId)),
      textOf: (sessionId, prompt) => this.conditions.textOf(sessionId, prompt),
      isAtRest: (sessionId, pid) => board.rest(sessionId)?.pid === pid,
      isFromPerson: parts.isFromPerson,
      onAccepted: (sessionId, { id }) => this.recordRead(sessionId, id, this.clock()),
      clock: this.clock,
    });
    this.starts = new SessionStarts({
      ...parts,
      queues: this.queues,
      session: (sessionId) => board.get(sessionId),
      claims: new StartClaims(folder),
      isHeldBack: (sessionId, prompt) => this.conditions.isHeldBack(sessionId, prompt),
      textOf: (sessionId, prompt) => this.conditions.textOf(sessionId, prompt),
      touch: (sessionId) => board.touch(sessionId),
      isClosed: () => this.isClosed,
      clock: this.clock,
    });
    this.poll = new PromptPoll({
      queues: this.queues,
      isAsleep: (sessionId) =>
        this.readiness.isAsleep(sessionId) &&
        !this.conditions.isSoon(sessionId) &&
        !this.starts.isActive(sessionId),
      timesOf: (sessionId) => [
        ...this.conditions.timesOf(sessionId),
        ...resetTimes(this.queues.get(sessionId), board.get(sessionId) ?? {}),
      ],
      poll: (sessionId) => this.examine(sessionId),
      clock: this.clock,
    });
    offers.onDidChange(() => {
      this.routes.refresh();
      this.wakers.releaseWhere((project) => offers.stateOf(project) === 'off');
      for (const sessionId of this.queues.sessionIds) touch(sessionId);
    });
  }

  async load(): Promise<void> {
    if (await this.queues.load()) await this.starts.deleteOldClaims();
    this.poll.schedule();
  }

  /** Stops sending prompts; resolves after pending changes have been written. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.poll.close();
    this.wakers.dispose();
    await this.queues.close();
  }

  /** Holds the hook at the end of a turn until there is a prompt; false if none is needed. */
  holdWaker(report: HookReport, pid: number | undefined, waker: Waker): boolean {
    const { sessionId } = report;
    const project = this.parts.board.get(sessionId)?.projectPath ?? report.cwd ?? '';
    if (pid === undefined || this.parts.offers.stateOf(project) === 'off') return false;
    this.wakers.hold(sessionId, { waker, pid, project });
    return true;
  }

  /** Marks a delivered prompt as read when its hook reports it; `at` is when the hook ran. */
  onHook(report: HookReport, at: number): void {
    const { sessionId, moment, prompt: text, promptBy, agentId } = report;
    if (moment === 'sessionEnd') this.wakers.release(sessionId);
    if (moment !== 'prompt' || text === undefined || agentId !== undefined) return;
    const unconfirmed = unconfirmedPrompt(ownQueue(this.queues.get(sessionId)));
    if (unconfirmed?.handedAt === undefined || at < unconfirmed.handedAt - clockToleranceMs) return;
    const received = { text, isNotification: promptBy === 'notification' };
    if (matchesPrompt(received, unconfirmed)) void this.recordRead(sessionId, unconfirmed.id, at);
  }

  update(sessions: readonly LiveSession[], removed: readonly string[]): void {
    for (const session of sessions) {
      this.routes.recordProcess(session);
      this.wakers.releaseDead(session.sessionId);
      if (this.queues.has(session.sessionId)) void this.deliverNext(session.sessionId);
      else this.dialogClosedAt.delete(session.sessionId);
      this.examineDependents(session.sessionId);
      const startingQueue = this.starts.queueOf(session.sessionId);
      if (startingQueue !== undefined) void this.deliverNext(startingQueue);
    }
    for (const sessionId of removed) {
      this.routes.recordProcess({ sessionId });
      this.wakers.releaseDead(sessionId);
      this.examineDependents(sessionId);
      this.touchSources(sessionId);
    }
  }

  /** Examines all conditions; called when the sessions that they depend on were read. */
  examineAll(): void {
    for (const sessionId of this.queues.sessionIds) this.examine(sessionId);
  }

  /** Returns the follow-ups in queues of other sessions that depend on this session. */
  followUpsOf(sessionId: string): readonly SourceFollowUp[] {
    return this.conditions.followUpsOf(sessionId);
  }

  onPresence(): void {
    this.routes.refresh();
  }

  onRunner(sessionId: string): void {
    this.touch(sessionId);
  }

  onKeys(): void {
    for (const sessionId of this.queues.sessionIds) this.touch(sessionId);
  }

  cardOf(session: LiveSession): Prompting | undefined {
    const queue = this.queues.get(session.sessionId);
    const way = this.routes.routeOf(session);
    if (queue.prompts.length === 0 && way === undefined && !isReachable(session)) return undefined;
    const waitsFor = this.readiness.waitReason(session);
    return {
      ...(way !== undefined && { way }),
      ...(this.parts.line.has(session.sessionId) && { interrupts: true, steers: true }),
      ...(waitsFor !== undefined && { waitsFor }),
      followUps: true,
      newSessions: true,
      prompts: queue.prompts.map((prompt) =>
        cardOfPrompt(
          prompt,
          session,
          this.readiness.isForeign(session, prompt),
          this.conditions.reasonOf(session.sessionId, prompt),
        ),
      ),
    };
  }

  fullPrompts(sessionId: string): WholePrompts {
    return { prompts: this.queues.get(sessionId).prompts.map(({ id, text }) => ({ id, text })) };
  }

  /** Changes a queue; rejects if the write fails. Without `by`, the prompt is never sent. */
  async change(
    sessionId: string,
    change: PromptChange,
    by?: ChangedBy,
  ): Promise<PromptChangeFault | PromptAnswer> {
    if (change.kind === 'steer' && !this.isClosed)
      return (await this.delivery.steer(sessionId, change.id)) ? { resume: false } : 'gone';
    const signature = by && { hub: this.parts.hub, ...by };
    const fault = await this.queues.change(sessionId, (queue) =>
      changeQueue(queue, change, this.clock(), signature),
    );
    if (fault !== undefined) return fault;
    void this.deliverNext(sessionId);
    const session = this.parts.board.get(sessionId);
    // A session that is known only from hooks may still be running.
    const hasEnded = session && !isRunning(session) && !this.parts.line.has(sessionId);
    return { resume: hasEnded === true && sendsNow(this.queues.get(sessionId), change) };
  }

  private async deliverNext(sessionId: string): Promise<void> {
    if (this.isClosed || this.deliveringIds.has(sessionId)) return;
    this.deliveringIds.add(sessionId);
    try {
      await this.checkDelivery(sessionId);
      await this.starts.checkStarts(sessionId);
      const session = this.parts.board.get(sessionId);
      if (session === undefined) return;
      await this.updateLimitWait(session);
      await this.conditions.record(sessionId);
      await this.starts.start(sessionId);
      const next = this.readiness.next(session);
      if (next === undefined) return;
      if (this.readiness.waitReason(session) === 'dialog') await this.closeDialog(session);
      if (this.isClosed || !this.readiness.isFree(sessionId, session.pid)) return;
      await this.delivery.deliver(session, next);
    } catch (error) {
      this.parts.log.error(`A prompt was not sent: ${String(error)}`);
    } finally {
      this.deliveringIds.delete(sessionId);
      this.poll.schedule();
    }
  }

  /** Looks for the prompt in the transcript: marks it as read, or, after a while, as uncertain. */
  private async checkDelivery(sessionId: string): Promise<void> {
    const unconfirmed = unconfirmedPrompt(ownQueue(this.queues.get(sessionId)));
    if (unconfirmed === undefined) return;
    const transcript = this.parts.board.get(sessionId)?.transcriptPath ?? '';
    const at =
      transcript === '' ? undefined : await this.parts.findReadTime(transcript, unconfirmed);
    const now = this.clock();
    if (at !== undefined) await this.recordRead(sessionId, unconfirmed.id, at);
    else if (unconfirmed.state === 'handedOver' && now - unconfirmed.at >= uncertainAfterMs)
      await this.queues.change(sessionId, (queue) => markUncertain(queue, unconfirmed.id, now));
  }

  /** Updates the prompt that waits for a limit's reset after a change of its session. */
  private async updateLimitWait(session: LiveSession): Promise<void> {
    const rest = this.parts.board.rest(session.sessionId);
    const update = (queue: PromptQueue) => updatedLimitWait(queue, session, rest, this.clock());
    if (update(this.queues.get(session.sessionId)) === undefined) return;
    await this.queues.change(session.sessionId, (queue) => update(queue) ?? queue);
  }

  /** Closes the dialog in which the client asks about a limit, so that a prompt can be sent. */
  private async closeDialog(session: LiveSession): Promise<void> {
    const { sessionId } = session;
    const now = this.clock();
    if (now - (this.dialogClosedAt.get(sessionId) ?? 0) < closeAgainMs) return;
    this.dialogClosedAt.set(sessionId, now);
    await this.delivery.escape(session);
  }

  private touch(sessionId: string): void {
    this.parts.board.touch(sessionId);
    this.poll.schedule();
  }

  private examine(sessionId: string): void {
    this.parts.board.touch(sessionId);
    void this.deliverNext(sessionId);
  }

  /** Examines the queues whose follow-ups depend on the session. */
  private examineDependents(sessionId: string): void {
    for (const target of this.conditions.targetsOf(sessionId)) {
      this.parts.board.touch(target);
      if (target !== sessionId) void this.deliverNext(target);
    }
  }

  /** Refreshes the cards of the sessions on which the queue depends, or depended before. */
  private touchSources(target: string): void {
    const before = this.sources.get(target) ?? [];
    const sources = this.conditions.sourcesOf(target);
    this.sources.set(target, sources);
    for (const source of new Set([...before, ...sources]))
      if (source !== target) this.parts.board.touch(source);
  }

  private async recordRead(sessionId: string, id: string, at: number): Promise<void> {
    await this.queues
      .change(sessionId, (queue) => markRead(queue, id, at))
      .catch((error: unknown) => this.parts.log.warn(`prompts.json: ${String(error)}`));
  }
}
