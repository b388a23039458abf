import type { LiveSession, Summary } from '../../../shared/protocol/protocol';
import type { Event } from '../../util/emitter';
import { savedResult, type SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { locateSession, type AncestorProcess } from '../attention/places';
import type { Window } from '../attention/windows';
import type { SummaryPart } from '../domain/card/cardPart';
import { isSameData } from '../domain/card/sameData';
import type { DomainEvent, ProcessRecord } from '../domain/facts/event';
import { isSameBoot, type Boot } from '../ingest/boot';
import type { RegistryEntry } from '../../agents/sources';
import { isInteractive } from '../prompts/deliveryRoutes';
import { KeptFile } from '../store/keptFile';
import {
  statusAtStart,
  isRecentlyEnded,
  isOffered,
  sameEndMs,
  wasStranded,
  type SessionRun,
} from './fate';
import { parseStranded, serializeStranded, type StrandedFileContent } from './strandedFile';

export interface StrandedParts {
  readonly folder: PrivateFolder;
  readonly onError: (error: unknown) => void;
  /** The computer's current boot. */
  readonly boot: Boot;
  /** Id of this host, which stays the same over reboots. */
  readonly host: string;
  /**
   * True while hubs of other hosts use the config home. A session that is not known to be this
   * host's may then run on another one.
   */
  readonly hasOthers: () => boolean;
  readonly board: {
    get(sessionId: string): LiveSession | undefined;
    readonly onDidChange: Event<unknown>;
    /** Recomputes the summary. */
    flushSoon(): void;
  };
  readonly windows: { readonly present: readonly Window[] };
  readonly runners: { has(sessionId: string): boolean };
  readonly processes: { isAlive(pid: number, procStart: string | undefined): Promise<boolean> };
  readonly ancestry: (pid: number) => Promise<readonly AncestorProcess[]>;
  readonly clock?: () => number;
}

/**
 * Tracks stranded sessions: those that ended because the computer, an editor or all sessions
 * stopped. Stores for the next hub which sessions run, and offers the stranded ones until they are
 * resumed or dismissed.
 */
export class Stranded implements SummaryPart {
  /** Running sessions, and ended ones until it is decided whether they were stranded. */
  private runs = new Map<string, SessionRun>();
  /** Time at which each stranded session ended, in ms since 1970. */
  private stranded = new Map<string, number>();
  /** Ids of the processes that run sessions, by session. */
  private readonly runningPids = new Map<string, number>();
  /** Ids of the processes in which a person ended a session, by session. */
  private readonly endedByPerson = new Map<string, number>();
  /** Ids of stranded sessions that may have run on another host. */
  private readonly possiblyForeign = new Set<string>();
  private offered: readonly string[] = [];
  /** Ancestors of the sessions' processes, by process id. */
  private readonly ancestors = new Map<number, readonly AncestorProcess[]>();
  /** Content of the file that the previous hub wrote. */
  private previous: StrandedFileContent | undefined;
  /** False if the file belongs to a hub of another host, so that this hub must not write it. */
  private isStorageEnabled = true;
  /** True after `resolvePreviousHub`. */
  private isPreviousResolved = false;
  private isOffering = false;
  private decideTimer: NodeJS.Timeout | undefined;
  private readonly file: KeptFile<StrandedFileContent>;
  private readonly clock: () => number;

  constructor(private readonly parts: StrandedParts) {
    const { folder, onError, board, clock = Date.now } = parts;
    this.clock = clock;
    this.file = new KeptFile({
      folder,
      name: 'stranded.json',
      parse: parseStranded,
      // No hub of another host writes the file while this hub runs.
      adopt: (kept, isFirst) => {
        if (isFirst) this.restore(kept);
      },
      value: () => this.toStored(),
      text: serializeStranded,
      onError,
    });
    board.onDidChange(() => this.updateOffer());
  }

  /** Loads the file; one that can't be read is set aside and counts as empty. */
  load(): Promise<void> {
    return this.file.load();
  }

  /** Called instead of `load` if the file belongs to another host's hub. */
  disableStorage(): void {
    this.isStorageEnabled = false;
  }

  readonly applyEvent = (event: DomainEvent): void => {
    switch (event.type) {
      case 'processSeen':
        return this.recordRun(event.sessionId, event.process);
      case 'processGone':
        if (event.isDeliberate === true) this.recordPersonExit(event.sessionId);
        return this.recordEnd(event.sessionId, event);
      case 'hook': {
        const { moment, agentId, reason } = event.report;
        if (agentId !== undefined) return undefined;
        if (moment === 'sessionStart') this.endedByPerson.delete(event.sessionId);
        // The client reports `other` after a signal, such as that of a terminal that closes.
        if (moment === 'sessionEnd' && reason !== 'other') this.recordPersonExit(event.sessionId);
        return undefined;
      }
      default:
        return undefined;
    }
  };

  /**
   * Decides which sessions of the previous hub were stranded; `left` are the registry's entries of
   * dead processes.
   */
  async resolvePreviousHub(left: readonly RegistryEntry[]): Promise<void> {
    const { boot, processes } = this.parts;
    const { previous } = this;
    const now = this.clock();
    const isBootUnchanged = previous !== undefined && isSameBoot(previous.boot, boot);
    const pids = new Set(this.runningPids.values());
    for (const one of this.runs.values()) {
      const { sessionId, pid, procStart } = one;
      if (this.runningPids.has(sessionId)) continue;
      const isAlive =
        isBootUnchanged && procStart !== undefined && (await processes.isAlive(pid, procStart));
      const process = !isAlive ? 'none' : pids.has(pid) ? 'moved' : 'same';
      // A registry file of an earlier process of the session proves nothing about this process.
      const hasRegistryFile = left.some(
        (each) => each.sessionId === sessionId && each.process.pid === pid,
      );
      const status = statusAtStart({
        process,
        isSameBoot: isBootUnchanged,
        hasRegistryFile,
      });
      if (status === 'runs' || this.runningPids.has(sessionId)) continue;
      if (status === 'unclear')
        this.runs.set(sessionId, { ...one, gone: { at: now, how: 'exited' } });
      else this.runs.delete(sessionId);
      if (status === 'stranded') {
        if (!isBootUnchanged && previous?.host !== this.parts.host)
          this.possiblyForeign.add(sessionId);
        this.stranded.set(sessionId, one.gone?.at ?? (isBootUnchanged ? now : boot.at));
      }
    }
    for (const { sessionId, process } of left) {
      // Only sessions that were started and killed while no hub was running.
      if (previous === undefined || process.startedAt <= previous.at) continue;
      if (this.runningPids.has(sessionId) || !isInTerminal(process)) continue;
      this.possiblyForeign.add(sessionId);
      this.stranded.set(sessionId, process.startedAt < boot.at ? boot.at : now);
    }
    this.isPreviousResolved = true;
    // Nothing is stored before any session has run.
    if (previous !== undefined || this.runs.size + this.stranded.size > 0) this.onChanged();
    this.scheduleDecision();
  }

  /** Returns the sessions that ended together and can be resumed. */
  summaryAt(): Pick<Summary, 'stranded'> {
    return this.offered.length > 0 ? { stranded: [...this.offered] } : {};
  }

  /** Starts to offer sessions; called once the board has all recently active ones. */
  startOffering(): void {
    this.isOffering = true;
    this.updateOffer();
  }

  /** Called when a window connected, disconnected or changed its terminals. */
  onWindowsChanged(): void {
    for (const sessionId of this.runs.keys()) this.assignWindow(sessionId);
  }

  /**
   * Called when a runner connected or disconnected. The session of a runner has no terminal, but is
   * stored too, since it ends if the computer stops.
   */
  onRunnersChanged(sessionId: string): void {
    const pid = this.runningPids.get(sessionId);
    if (pid !== undefined && this.parts.runners.has(sessionId)) this.storeRun({ sessionId, pid });
  }

  /** Removes sessions that a person has resumed or does not want offered. Rejects with `NotSavedError`. */
  async stopOffering(sessionIds: readonly string[]): Promise<SavedResult> {
    const ids = new Set(sessionIds);
    const apply = (): void => {
      for (const id of ids) this.stranded.delete(id);
      this.updateOffer();
    };
    if (this.isStorageEnabled && sessionIds.some((id) => this.stranded.has(id))) {
      return this.file.change(
        (before) => ({
          ...before,
          stranded: before.stranded.filter(({ sessionId }) => !ids.has(sessionId)),
        }),
        apply,
      );
    }
    // Nothing has to be stored: none of these sessions is stranded, or this hub stores nothing,
    // since the file belongs to another host's hub.
    apply();
    return savedResult;
  }

  /** Resolves when everything is on the disk. */
  async close(): Promise<void> {
    clearTimeout(this.decideTimer);
    await this.file.flush();
  }

  private recordRun(sessionId: string, process: ProcessRecord): void {
    const { pid, procStart } = process;
    this.runningPids.set(sessionId, pid);
    if (this.stranded.delete(sessionId)) this.onChanged();
    if (this.endedByPerson.get(sessionId) === pid) return;
    this.endedByPerson.delete(sessionId);
    if (!isInTerminal(process) && !this.parts.runners.has(sessionId)) return;
    this.storeRun({ sessionId, pid, ...(procStart !== undefined && { procStart }) });
  }

  private storeRun(one: SessionRun): void {
    const { sessionId, pid } = one;
    const known = this.runs.get(sessionId);
    if (known?.pid === pid && known.gone === undefined) {
      if (known.procStart === one.procStart || one.procStart === undefined) return;
    }
    const window = known?.pid === pid ? known.window : undefined;
    this.runs.set(sessionId, { ...one, ...(window !== undefined && { window }) });
    this.onChanged();
    void this.locate(sessionId, pid);
  }

  private recordEnd(
    sessionId: string,
    { at, pid, how }: Extract<DomainEvent, { type: 'processGone' }>,
  ): void {
    if (this.runningPids.get(sessionId) === pid) this.runningPids.delete(sessionId);
    this.ancestors.delete(pid);
    const one = this.runs.get(sessionId);
    if (one === undefined || one.pid !== pid) return;
    if (how === 'moved') this.runs.delete(sessionId);
    else this.runs.set(sessionId, { ...one, gone: { at, how } });
    this.onChanged();
    this.scheduleDecision();
  }

  private recordPersonExit(sessionId: string): void {
    const one = this.runs.get(sessionId);
    if (one === undefined) return;
    this.endedByPerson.set(sessionId, one.pid);
    this.runs.delete(sessionId);
    this.onChanged();
  }

  private async locate(sessionId: string, pid: number): Promise<void> {
    // A session whose ancestors are unknown counts as outside of windows.
    const ancestors = await this.parts.ancestry(pid).catch(() => []);
    if (this.runs.get(sessionId)?.pid !== pid) return;
    this.ancestors.set(pid, ancestors);
    this.assignWindow(sessionId);
  }

  private assignWindow(sessionId: string): void {
    const one = this.runs.get(sessionId);
    const ancestors = one === undefined ? undefined : this.ancestors.get(one.pid);
    if (one === undefined || ancestors === undefined || one.gone !== undefined) return;
    const { present } = this.parts.windows;
    const window = locateSession({ entrypoint: undefined }, ancestors, present).window?.name;
    // The window of a session stays recorded after it closed, since its terminals close with it.
    if (window === undefined || window === one.window) return;
    this.runs.set(sessionId, { ...one, window });
    this.onChanged();
  }

  private scheduleDecision(): void {
    if (!this.isPreviousResolved || this.decideTimer !== undefined) return;
    const ends = [...this.runs.values()].flatMap(({ gone }) => gone?.at ?? []);
    if (ends.length === 0) return;
    const wait = Math.max(1, Math.min(...ends) + sameEndMs - this.clock());
    this.decideTimer = setTimeout(() => this.decideEnded(), wait).unref();
  }

  /** Decides which of the sessions that ended at least `sameEndMs` ago were stranded. */
  private decideEnded(): void {
    this.decideTimer = undefined;
    const now = this.clock();
    const all = [...this.runs.values()];
    const strandedAt = [...this.stranded.values()];
    const isWindowOpen = (window: string): boolean =>
      this.parts.windows.present.some(({ name }) => name === window);
    for (const one of all) {
      if (one.gone === undefined || one.gone.at + sameEndMs > now) continue;
      this.runs.delete(one.sessionId);
      if (wasStranded(one, { all, strandedAt, isWindowOpen })) {
        this.stranded.set(one.sessionId, one.gone.at);
      }
      this.onChanged();
    }
    this.scheduleDecision();
  }

  /**
   * Recomputes the offered sessions. Called after the stranded sessions, the board or the hosts that
   * use the config home changed.
   */
  updateOffer(): void {
    if (!this.isOffering) return;
    const { board, hasOthers } = this.parts;
    const now = this.clock();
    const mayBeElsewhere = hasOthers() ? this.possiblyForeign : noSessions;
    const offered = [...this.stranded].flatMap(([sessionId, downAt]) =>
      !mayBeElsewhere.has(sessionId) && isOffered(board.get(sessionId), downAt, now)
        ? sessionId
        : [],
    );
    if (isSameData(offered, this.offered)) return;
    this.offered = offered;
    board.flushSoon();
  }

  private onChanged(): void {
    if (this.isStorageEnabled) void this.file.saveObservation();
    this.updateOffer();
  }

  private restore(stored: StrandedFileContent): void {
    this.previous ??= stored;
    const now = this.clock();
    const others = stored.ran.filter(({ sessionId }) => !this.runningPids.has(sessionId));
    this.runs = new Map([...others.map((one) => [one.sessionId, one] as const), ...this.runs]);
    const stranded = stored.stranded.filter(
      ({ sessionId, downAt }) => !this.runningPids.has(sessionId) && isRecentlyEnded(downAt, now),
    );
    if (stored.host !== this.parts.host) {
      for (const { sessionId } of stranded) this.possiblyForeign.add(sessionId);
    }
    this.stranded = new Map([
      ...stranded.map(({ sessionId, downAt }) => [sessionId, downAt] as const),
      ...this.stranded,
    ]);
  }

  private toStored(): StrandedFileContent {
    // Boot, host and time are the previous hub's until its sessions are decided.
    const { boot, host, at } = (this.isPreviousResolved ? undefined : this.previous) ?? {
      boot: this.parts.boot,
      host: this.parts.host,
      at: this.clock(),
    };
    const stranded = Array.from(this.stranded, ([sessionId, downAt]) => ({ sessionId, downAt }));
    return { boot, host, at, ran: [...this.runs.values()], stranded };
  }
}

const noSessions: ReadonlySet<string> = new Set();

/**
 * True for sessions in terminals; others are scripts, or sessions of the client's editor extension
 * and of its daemon.
 */
function isInTerminal({ entrypoint, kind, isShared }: ProcessRecord): boolean {
  return isInteractive(entrypoint) && kind !== 'bg' && isShared !== true;
}
