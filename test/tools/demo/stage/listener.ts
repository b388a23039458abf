import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * The hub that hears the hooks of a config home, by words that no other hub has; undefined where none
 * does. A hub writes this file last, and one that was killed leaves it behind.
 */
export function listenerOf(configHome: string): string | undefined {
  try {
    const file = path.join(configHome, 'mission-control', 'relay-rewake.conf');
    const text = fs.readFileSync(file, 'utf8');
    process.kill(Number(/^# pid (\d+) /m.exec(text)?.[1]), 0);
    return text;
  } catch {
    return undefined;
  }
}
