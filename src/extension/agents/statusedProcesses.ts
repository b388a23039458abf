import type {
  ProcessGoneEvent,
  ProcessRecord,
  ProcessSeenEvent,
  RegistryStatus,
} from '../hub/domain/facts/event';

/** A session's status in the words of a registry. */
export interface SessionStatus {
  readonly status: RegistryStatus;
  readonly waitingFor?: string | undefined;
  readonly retry?: ProcessRecord['retry'];
  readonly hasFailed?: boolean;
  readonly cwd?: string | undefined;
  readonly version?: string | undefined;
}

type ProcessEvent = ProcessSeenEvent | ProcessGoneEvent;

interface Known {
  /** The session's process according to another source. */
  readonly process?: ProcessRecord | undefined;
  readonly status?: SessionStatus | undefined;
  /** When the status began, in ms since 1970. */
  readonly statusAt: number;
  /** The process that was reported, and that nothing has ended. */
  readonly shown?: ProcessRecord | undefined;
}

/**
 * Adds the status that a server of several sessions reports of one to the record of its process. Where
 * no other source knows the process, it is the server's.
 */
export class StatusedProcesses {
  private readonly sessions = new Map<string, Known>();
  /** Id of the server's process, if its own file names it. */
  serverPid: number | undefined;

  constructor(
    private readonly emit: (event: ProcessEvent) => void,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Applies an event of another source. */
  readonly apply = (event: ProcessEvent): void => {
    const { sessionId } = event;
    const known = this.sessions.get(sessionId) ?? { statusAt: event.at };
    if (event.type === 'processSeen') {
      this.report(sessionId, { ...known, process: event.process }, event.at);
    } else {
      const isKnown = known.process?.pid === event.pid;
      this.sessions.set(sessionId, isKnown ? { statusAt: known.statusAt } : known);
      this.emit(event);
    }
  };

  /** Sets what the server reports; undefined if it reports nothing about the session any more. */
  setStatus(sessionId: string, status: SessionStatus | undefined): void {
    const at = this.clock();
    const known = this.sessions.get(sessionId) ?? { statusAt: at };
    const { status: before, statusAt } = known;
    const isSame = before?.status === status?.status && before?.waitingFor === status?.waitingFor;
    const isEqual =
      isSame && before?.retry === status?.retry && before?.hasFailed === status?.hasFailed;
    if (isEqual && (known.shown !== undefined || status === undefined)) return;
    this.report(sessionId, { ...known, status, statusAt: isSame ? statusAt : at }, at);
  }

  private report(sessionId: string, known: Known, at: number): void {
    const { status, statusAt, process, shown } = known;
    const base = process ?? (status && this.serverProcess(shown, at));
    if (base === undefined) {
      if (shown !== undefined)
        this.emit({ type: 'processGone', sessionId, at, pid: shown.pid, how: 'exited' });
      this.sessions.set(sessionId, { statusAt });
      return;
    }
    const { cwd = status?.cwd, version = status?.version } = base;
    const next = { ...base, ...status, ...(status && { statusAt }), cwd, version };
    this.sessions.set(sessionId, { ...known, shown: next });
    this.emit({ type: 'processSeen', sessionId, at, process: next });
  }

  private serverProcess(shown: ProcessRecord | undefined, at: number): ProcessRecord | undefined {
    const { serverPid: pid } = this;
    return (
      shown ??
      (pid === undefined ? undefined : { pid, startedAt: at, statusAt: at, isShared: true })
    );
  }
}
