import type { Log } from '../../util/log';

/** Logs files and folders that exist and cannot be read, each once. */
export class Unreadable {
  private readonly reported = new Set<string>();

  constructor(private readonly log: Log) {}

  report(file: string, reason: string): void {
    if (this.reported.has(file)) return;
    this.reported.add(file);
    this.log.warn(`Cannot read ${file}: ${reason}`);
  }
}
