import type { Disposable } from '../util/lifetime';
import type { Log } from '../util/log';

/** Maximum number of counted names, in case a program sends made-up ones. */
const maxNames = 200;
/** Maximum length of a name, in characters. */
const maxNameLength = 80;

/** Program that used a name; its version is undefined if unknown. */
export interface NamingProgram {
  readonly program: string;
  readonly version: string | undefined;
}

/**
 * Counts hook events, fields of known hooks and types of transcript entries that only a newer
 * program has. The log lists each once, only with its name and the program's version, and the
 * counts at the end.
 */
export class UnknownNames implements Disposable {
  private readonly counts = new Map<string, number>();

  constructor(private readonly log: Pick<Log, 'info'>) {}

  /** Counts a name, such as `hook PreHologram`. */
  count(name: string, { program, version = 'of unknown version' }: NamingProgram): void {
    const key = `${shownName(name)} (${program} ${shownName(version)})`;
    const before = this.counts.get(key);
    if (before === undefined && this.counts.size >= maxNames) return;
    this.counts.set(key, (before ?? 0) + 1);
    if (before === undefined) this.log.info(`Not known to this version of the extension: ${key}`);
  }

  dispose(): void {
    const counted = [...this.counts].map(([name, count]) => `${name}: ${count}`);
    if (counted.length > 0) this.log.info(`Unknown names by their counts: ${counted.join(', ')}`);
  }
}

function shownName(name: string): string {
  return name.slice(0, maxNameLength).replaceAll(/[^\w .:-]/gu, '?');
}
