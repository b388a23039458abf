import type { Log } from '../../util/log';

/** Files and folders that are there and cannot be read: said once for each. */
export class Unreadable {
  private readonly told = new Set<string>();

  constructor(private readonly log: Log) {}

  tell(file: string, reason: string): void {
    if (this.told.has(file)) return;
    this.told.add(file);
    this.log.warn(`Cannot read ${file}: ${reason}`);
  }
}
