import type { Disposable } from '../../util/lifetime';

/** A hook process of the client that waits for the next prompt of its session. */
export interface Waker {
  /** Sends the prompt to the client; resolves with false if the client had disconnected. */
  deliver(text: string): Promise<boolean>;
  /** Ends the hook without a prompt. */
  release(): void;
  /** Calls the listener at most once, when the client ends the hook itself. */
  onGone(listener: () => void): void;
}

interface HeldWaker {
  readonly waker: Waker;
  readonly pid: number;
  readonly project: string;
}

/**
 * Stores the waiting hook of each session. A new hook replaces the previous one, because it belongs
 * to the turn that ended last.
 */
export class Wakers implements Disposable {
  private readonly bySession = new Map<string, HeldWaker>();

  constructor(
    private readonly onChange: (sessionId: string) => void,
    private readonly isThere: (pid: number) => boolean,
  ) {}

  hold(sessionId: string, held: HeldWaker): void {
    const before = this.bySession.get(sessionId);
    this.bySession.set(sessionId, held);
    before?.waker.release();
    held.waker.onGone(() => {
      if (this.bySession.get(sessionId) === held) this.remove(sessionId);
    });
    this.onChange(sessionId);
  }

  /** Returns whether that process of the session has a waiting hook. */
  has(sessionId: string, pid: number | undefined): boolean {
    const held = this.bySession.get(sessionId);
    return held !== undefined && held.pid === pid;
  }

  /** Returns and removes the waiting hook, because it can deliver only one prompt. */
  claim(sessionId: string, pid: number | undefined): Waker | undefined {
    const held = this.bySession.get(sessionId);
    if (held === undefined || held.pid !== pid) return undefined;
    this.remove(sessionId);
    return held.waker;
  }

  release(sessionId: string): void {
    const held = this.bySession.get(sessionId);
    if (held === undefined) return;
    this.remove(sessionId);
    held.waker.release();
  }

  /**
   * Releases the hook of a process that no longer exists; old clients leave hooks running when they
   * exit.
   */
  releaseDead(sessionId: string): void {
    const held = this.bySession.get(sessionId);
    if (held !== undefined && !this.isThere(held.pid)) this.release(sessionId);
  }

  /** Releases the hooks of all projects for which prompts are turned off. */
  releaseWhere(isOff: (project: string) => boolean): void {
    for (const [sessionId, { project }] of this.bySession) {
      if (isOff(project)) this.release(sessionId);
    }
  }

  dispose(): void {
    // The server closes the connections, so that the hooks connect to the next hub.
    this.bySession.clear();
  }

  private remove(sessionId: string): void {
    this.bySession.delete(sessionId);
    this.onChange(sessionId);
  }
}
