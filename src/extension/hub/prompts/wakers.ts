import type { Disposable } from '../../util/lifetime';

/** The client's hook that waits for the next prompt of its session. */
export interface Waker {
  /** Settles once the prompt has left for the client: false when nobody was there to take it. */
  say(text: string): Promise<boolean>;
  /** Ends the hook with nothing said. */
  release(): void;
  /** Called at most once, when the client ends the hook itself. */
  onGone(listener: () => void): void;
}

interface Held {
  readonly waker: Waker;
  readonly pid: number;
  readonly project: string;
}

/** The hooks that wait, the newest of each session: it is the one of the turn that ended last. */
export class Wakers implements Disposable {
  private readonly bySession = new Map<string, Held>();

  constructor(
    private readonly onChange: (sessionId: string) => void,
    private readonly isThere: (pid: number) => boolean,
  ) {}

  hold(sessionId: string, held: Held): void {
    const before = this.bySession.get(sessionId);
    this.bySession.set(sessionId, held);
    before?.waker.release();
    held.waker.onGone(() => {
      if (this.bySession.get(sessionId) === held) this.forget(sessionId);
    });
    this.onChange(sessionId);
  }

  /** Whether that process of the session can be woken. */
  has(sessionId: string, pid: number | undefined): boolean {
    const held = this.bySession.get(sessionId);
    return held !== undefined && held.pid === pid;
  }

  /** Takes it out: what is said wakes a session once. */
  take(sessionId: string, pid: number | undefined): Waker | undefined {
    const held = this.bySession.get(sessionId);
    if (held === undefined || held.pid !== pid) return undefined;
    this.forget(sessionId);
    return held.waker;
  }

  release(sessionId: string): void {
    const held = this.bySession.get(sessionId);
    if (held === undefined) return;
    this.forget(sessionId);
    held.waker.release();
  }

  /** Old clients leave their hooks behind when they end. */
  releaseOfDead(sessionId: string): void {
    const held = this.bySession.get(sessionId);
    if (held !== undefined && !this.isThere(held.pid)) this.release(sessionId);
  }

  /** Lets all go for which nobody may write a prompt. */
  releaseWhere(isOff: (project: string) => boolean): void {
    for (const [sessionId, { project }] of this.bySession) {
      if (isOff(project)) this.release(sessionId);
    }
  }

  dispose(): void {
    this.bySession.clear(); // The server hangs up: the hooks ask the next hub.
  }

  private forget(sessionId: string): void {
    this.bySession.delete(sessionId);
    this.onChange(sessionId);
  }
}
