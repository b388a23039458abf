import type { Log } from '../../util/log';

/** Logs existing files and folders that cannot be read, each once. */
export class Unreadable {
  private readonly told = new Set<string>();

  constructor(private readonly log: Log) {}

  report(file: string, reason: string): void {
    if (this.told.has(file)) return;
    this.told.add(file);
    this.log.warn(`Cannot read ${file}: ${reason}`);
  }
}
