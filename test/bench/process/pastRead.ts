import * as fs from 'node:fs';
import * as path from 'node:path';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { until } from '../../support/until';

/**
 * Resolves when the hub has read the past sessions, which completes its start some seconds after
 * the board.
 */
export async function untilPastIsRead(configHome: string): Promise<void> {
  const index = path.join(missionControlFolder(configHome), 'cache', 'sessions.jsonl');
  await until(
    () => fs.statSync(index),
    () => undefined,
    60_000,
  );
}
