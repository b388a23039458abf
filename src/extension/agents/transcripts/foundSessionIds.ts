import type { SessionIds } from './transcriptHome';

/** Session ids by the file whose content has them, which never changes. */
export class FoundSessionIds implements SessionIds {
  private readonly ids = new Map<string, string>();

  /** Returns the id that was stored; empty for a file that is known to have none. */
  find(file: string): string | undefined {
    return this.ids.get(file);
  }

  store(file: string, sessionId: string): void {
    this.ids.set(file, sessionId);
  }

  get(file: string): string {
    return this.ids.get(file) ?? '';
  }

  restore(file: string, sessionId: string): void {
    if (sessionId !== '') this.ids.set(file, sessionId);
  }
}
