import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';

/** Tracks the sessions for which a dialog or an input box of the editor is open. */
export class OpenDialogs implements Disposable {
  private readonly open: string[] = [];
  private readonly changes = new Emitter<void>();
  readonly onDidChangeShown = this.changes.event;

  get shownSessions(): readonly string[] {
    return [...new Set(this.open)];
  }

  dispose(): void {
    this.changes.dispose();
  }

  /** Lists the session in `shownSessions` until `ask` settles. */
  async listWhileOpen<T>(sessionId: string, ask: () => Thenable<T>): Promise<T> {
    this.open.push(sessionId);
    this.changes.fire();
    try {
      return await ask();
    } finally {
      this.open.splice(this.open.lastIndexOf(sessionId), 1);
      this.changes.fire();
    }
  }
}
