import type { LiveSession, Summary } from '../../../shared/protocol/protocol';
import type { Event } from '../../util/emitter';
import { kept, type Kept } from '../../util/files/kept';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { whereOf, type Around } from '../attention/places';
import type { Window } from '../attention/windows';
import type { SummaryPart } from '../domain/card/cardPart';
import { isSameData } from '../domain/card/sameData';
import type { DomainEvent, ProcessRecord } from '../domain/facts/event';
import { isSameBoot, type Boot } from '../ingest/boot';
import type { RegistryEntry } from '../../agents/claude/registry/registryFile';
import { isInteractive } from '../prompts/deliveryRoutes';
import { KeptFile } from '../store/keptFile';
import { statusAtStart, isKept, isOffered, sameFallMs, wasStranded, type SessionRun } from './fate';
import { parseKept, serializeStranded, type KeptSessions } from './strandedFile';

export interface StrandedParts {
  readonly folder: PrivateFolder;
  readonly onError: (error: unknown) => void;
  /** The computer's current boot. */
  readonly boot: Boot;
  /** Id of this host, which stays the same over reboots. */
  readonly host: string;
  /**
   * True while hubs of other hosts use the config home: a session that is not known to be this
   * host's may run there.
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
  readonly ancestry: (pid: number) => Promise<readonly Around[]>;
  readonly clock?: () => number;
}

/**
 * Tracks the sessions that went down with the computer, an editor or everything at once. Stores
 * which sessions run, for the next hub, and offers those that went down until they are resumed or
 * dismissed.
 */
export class Stranded implements SummaryPart {
  private ran = new Map<string, SessionRun>();
  /** Time at which each stranded session went down, in ms since 1970. */
  private stranded = new Map<string, number>();
  /** Process that runs each session, as this hub saw it last, by session. */
  private readonly seen = new Map<string, number>();
  /** Processes from which a person ended a session, by session. */
  private readonly left = new Map<string, number>();
  /** Stranded sessions that may be another host's. */
  private readonly unsure = new Set<string>();
  private offered: readonly string[] = [];
  private readonly lines = new Map<number, readonly Around[]>();
  private before: KeptSessions | undefined;
  private isKept = true;
  private hasBegun = false;
  private isShown = false;
  private settling: NodeJS.Timeout | undefined;
  private readonly file: KeptFile<KeptSessions>;
  private readonly clock: () => number;

  constructor(private readonly parts: StrandedParts) {
    const { folder, onError, board, clock = Date.now } = parts;
    this.clock = clock;
    this.file = new KeptFile({
      folder,
      name: 'stranded.json',
      parse: parseKept,
      // No hub of another host writes the file while this hub runs.
      adopt: (kept, isFirst) => {
        if (isFirst) this.restore(kept);
      },
      value: () => this.toStored(),
      text: serializeStranded,
      onError,
    });
    board.onDidChange(() => this.show());
  }

  /** Loads the file; one that can't be read is set aside and counts as empty. */
  load(): Promise<void> {
    return this.file.load();
  }

  /** Called instead of `load` if the file belongs to another host's hub. */
  disableStorage(): void {
    this.isKept = false;
  }

  readonly applyEvent = (event: DomainEvent): void => {
    switch (event.type) {
      case 'processSeen':
        return this.recordRun(event.sessionId, event.process);
      case 'processGone':
        return this.recordEnd(event.sessionId, event);
      case 'hook': {
        const { moment, agentId, reason } = event.report;
        if (agentId !== undefined) return undefined;
        if (moment === 'sessionStart') this.left.delete(event.sessionId);
        // The client reports `other` after a signal, such as that of a terminal that closes.
        if (moment === 'sessionEnd' && reason !== 'other') this.recordPersonExit(event.sessionId);
        return undefined;
      }
      default:
        return undefined;
    }
  };

  /** Decides about the sessions of the previous hub; `left` are the registry's entries of dead processes. */
  async resolvePreviousHub(left: readonly RegistryEntry[]): Promise<void> {
    const { boot, processes } = this.parts;
    const { before } = this;
    const now = this.clock();
    const isSame = before !== undefined && isSameBoot(before.boot, boot);
    const pids = new Set(this.seen.values());
    for (const one of this.ran.values()) {
      const { sessionId, pid, procStart } = one;
      if (this.seen.has(sessionId)) continue;
      const lives = isSame && procStart !== undefined && (await processes.isAlive(pid, procStart));
      const process = !lives ? 'none' : pids.has(pid) ? 'moved' : 'same';
      // A file of an earlier process of the session proves nothing about this one.
      const isLeft = left.some((each) => each.sessionId === sessionId && each.process.pid === pid);
      const fate = statusAtStart({ process, isSameBoot: isSame, isLeft });
      if (fate === 'runs' || this.seen.has(sessionId)) continue;
      if (fate === 'unclear') this.ran.set(sessionId, { ...one, gone: { at: now, how: 'exited' } });
      else this.ran.delete(sessionId);
      if (fate === 'stranded') {
        if (!isSame && before?.host !== this.parts.host) this.unsure.add(sessionId);
        this.stranded.set(sessionId, one.gone?.at ?? (isSame ? now : boot.at));
      }
    }
    for (const { sessionId, process } of left) {
      // Started and killed while no hub was running.
      if (before === undefined || process.startedAt <= before.at) continue;
      if (this.seen.has(sessionId) || !isInTerminal(process)) continue;
      this.unsure.add(sessionId);
      this.stranded.set(sessionId, process.startedAt < boot.at ? boot.at : now);
    }
    this.hasBegun = true;
    // Nothing is stored before any session has run.
    if (before !== undefined || this.ran.size + this.stranded.size > 0) this.changed();
    this.settleLater();
  }

  /** Returns the sessions that went down together and can be resumed. */
  summaryAt(): Pick<Summary, 'stranded'> {
    return this.offered.length > 0 ? { stranded: [...this.offered] } : {};
  }

  /** Starts to offer sessions, once the board has all recently active ones. */
  showFromNow(): void {
    this.isShown = true;
    this.show();
  }

  /** Called when a window connected, disconnected or changed its terminals. */
  onPresence(): void {
    for (const sessionId of this.ran.keys()) this.assignWindow(sessionId);
  }

  /**
   * Called when a runner connected or disconnected: its session has no terminal, and goes down with
   * the computer like others.
   */
  onRunner(sessionId: string): void {
    const pid = this.seen.get(sessionId);
    if (pid !== undefined && this.parts.runners.has(sessionId)) this.storeRun({ sessionId, pid });
  }

  /** Drops sessions that a person has resumed or does not want offered. Rejects with `NotKept`. */
  async forget(sessionIds: readonly string[]): Promise<Kept> {
    const ids = new Set(sessionIds);
    const apply = (): void => {
      for (const id of ids) this.stranded.delete(id);
      this.show();
    };
    if (this.isKept && sessionIds.some((id) => this.stranded.has(id))) {
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
    return kept;
  }

  /** Resolves when everything is on the disk. */
  async close(): Promise<void> {
    clearTimeout(this.settling);
    await this.file.flush();
  }

  private recordRun(sessionId: string, process: ProcessRecord): void {
    const { pid, procStart } = process;
    this.seen.set(sessionId, pid);
    if (this.stranded.delete(sessionId)) this.changed();
    if (this.left.get(sessionId) === pid) return;
    this.left.delete(sessionId);
    if (!isInTerminal(process) && !this.parts.runners.has(sessionId)) return;
    this.storeRun({ sessionId, pid, ...(procStart !== undefined && { procStart }) });
  }

  private storeRun(one: SessionRun): void {
    const { sessionId, pid } = one;
    const known = this.ran.get(sessionId);
    if (known?.pid === pid && known.gone === undefined) {
      if (known.procStart === one.procStart || one.procStart === undefined) return;
    }
    const window = known?.pid === pid ? known.window : undefined;
    this.ran.set(sessionId, { ...one, ...(window !== undefined && { window }) });
    this.changed();
    void this.locate(sessionId, pid);
  }

  private recordEnd(
    sessionId: string,
    { at, pid, how }: Extract<DomainEvent, { type: 'processGone' }>,
  ): void {
    if (this.seen.get(sessionId) === pid) this.seen.delete(sessionId);
    this.lines.delete(pid);
    const one = this.ran.get(sessionId);
    if (one === undefined || one.pid !== pid) return;
    if (how === 'moved') this.ran.delete(sessionId);
    else this.ran.set(sessionId, { ...one, gone: { at, how } });
    this.changed();
    this.settleLater();
  }

  private recordPersonExit(sessionId: string): void {
    const one = this.ran.get(sessionId);
    if (one === undefined) return;
    this.left.set(sessionId, one.pid);
    this.ran.delete(sessionId);
    this.changed();
  }

  private async locate(sessionId: string, pid: number): Promise<void> {
    // A session whose ancestors are unknown counts as outside of windows.
    const line = await this.parts.ancestry(pid).catch(() => []);
    if (this.ran.get(sessionId)?.pid !== pid) return;
    this.lines.set(pid, line);
    this.assignWindow(sessionId);
  }

  private assignWindow(sessionId: string): void {
    const one = this.ran.get(sessionId);
    const line = one === undefined ? undefined : this.lines.get(one.pid);
    if (one === undefined || line === undefined || one.gone !== undefined) return;
    const { present } = this.parts.windows;
    const window = whereOf({ entrypoint: undefined }, line, present).window?.name;
    // The window of a session stays recorded after it closed, since its terminals close with it.
    if (window === undefined || window === one.window) return;
    this.ran.set(sessionId, { ...one, window });
    this.changed();
  }

  private settleLater(): void {
    if (!this.hasBegun || this.settling !== undefined) return;
    const ends = [...this.ran.values()].flatMap(({ gone }) => gone?.at ?? []);
    if (ends.length === 0) return;
    const wait = Math.max(1, Math.min(...ends) + sameFallMs - this.clock());
    this.settling = setTimeout(() => this.decideEnded(), wait).unref();
  }

  /** Decides about the sessions that ended some time ago while this hub kept running. */
  private decideEnded(): void {
    this.settling = undefined;
    const now = this.clock();
    const all = [...this.ran.values()];
    const strandedAt = [...this.stranded.values()];
    const isOpen = (window: string): boolean =>
      this.parts.windows.present.some(({ name }) => name === window);
    for (const one of all) {
      if (one.gone === undefined || one.gone.at + sameFallMs > now) continue;
      this.ran.delete(one.sessionId);
      if (wasStranded(one, { all, strandedAt, isOpen })) {
        this.stranded.set(one.sessionId, one.gone.at);
      }
      this.changed();
    }
    this.settleLater();
  }

  /**
   * Recomputes the offered sessions, after those that can be offered or the hosts of the config
   * home changed.
   */
  show(): void {
    if (!this.isShown) return;
    const { board, hasOthers } = this.parts;
    const now = this.clock();
    const mayBeElsewhere = hasOthers() ? this.unsure : nobody;
    const offered = [...this.stranded].flatMap(([sessionId, downAt]) =>
      !mayBeElsewhere.has(sessionId) && isOffered(board.get(sessionId), downAt, now)
        ? sessionId
        : [],
    );
    if (isSameData(offered, this.offered)) return;
    this.offered = offered;
    board.flushSoon();
  }

  private changed(): void {
    if (this.isKept) void this.file.note();
    this.show();
  }

  private restore(kept: KeptSessions): void {
    this.before ??= kept;
    const now = this.clock();
    const others = kept.ran.filter(({ sessionId }) => !this.seen.has(sessionId));
    this.ran = new Map([...others.map((one) => [one.sessionId, one] as const), ...this.ran]);
    const stranded = kept.stranded.filter(
      ({ sessionId, downAt }) => !this.seen.has(sessionId) && isKept(downAt, now),
    );
    if (kept.host !== this.parts.host) {
      for (const { sessionId } of stranded) this.unsure.add(sessionId);
    }
    this.stranded = new Map([
      ...stranded.map(({ sessionId, downAt }) => [sessionId, downAt] as const),
      ...this.stranded,
    ]);
  }

  private toStored(): KeptSessions {
    // Boot, host and time are the previous hub's until its sessions are decided.
    const { boot, host, at } = (this.hasBegun ? undefined : this.before) ?? {
      boot: this.parts.boot,
      host: this.parts.host,
      at: this.clock(),
    };
    const stranded = Array.from(this.stranded, ([sessionId, downAt]) => ({ sessionId, downAt }));
    return { boot, host, at, ran: [...this.ran.values()], stranded };
  }
}

const nobody: ReadonlySet<string> = new Set();

/**
 * True for sessions in terminals; others are scripts, or sessions of the client's editor extension
 * and of its daemon.
 */
function isInTerminal({ entrypoint, kind }: ProcessRecord): boolean {
  return isInteractive(entrypoint) && kind !== 'bg';
}
