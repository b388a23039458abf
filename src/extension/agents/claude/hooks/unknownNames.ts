import type { Disposable } from '../../../util/lifetime';
import type { Log } from '../../../util/log';
import type { HookPayload } from './hookPayload';
import { knownHookFields, knownHooks, unmeasuredHooks } from './knownNames';

/** Names that are listed at the most: whoever makes up more tells nothing by them. */
const mostNames = 200;
/** Longer names are cut, in characters. */
const maxLength = 60;

/**
 * Counts hook events, fields of known hooks and types of transcript entries that only a newer client has.
 * The log lists each once, by its name and the client's version alone, and their counts at the end.
 */
export class UnknownNames implements Disposable {
  private readonly counts = new Map<string, number>();

  constructor(private readonly log: Pick<Log, 'info'>) {}

  hook(payload: HookPayload, version: string | undefined): void {
    const { hook_event_name: event } = payload;
    if (!knownHooks.has(event)) return this.count(`hook ${shown(event)}`, version);
    if (unmeasuredHooks.has(event)) return;
    for (const field of Object.keys(payload)) {
      if (!knownHookFields.has(field)) this.count(`field ${shown(field)} of ${event}`, version);
    }
  }

  entry(type: string, version: string | undefined): void {
    this.count(`transcript entry ${shown(type)}`, version);
  }

  dispose(): void {
    const counted = [...this.counts].map(([name, count]) => `${name}: ${count}`);
    if (counted.length > 0) this.log.info(`Unknown names by their counts: ${counted.join(', ')}`);
  }

  private count(name: string, version = 'of unknown version'): void {
    const key = `${name} (Claude Code ${shown(version)})`;
    const before = this.counts.get(key);
    if (before === undefined && this.counts.size >= mostNames) return;
    this.counts.set(key, (before ?? 0) + 1);
    if (before === undefined) this.log.info(`Not known to this version of the extension: ${key}`);
  }
}

function shown(name: string): string {
  return name.slice(0, maxLength).replaceAll(/[^\w .:-]/gu, '?');
}
