import * as path from 'node:path';
import { textOf } from '../../../../src/extension/hub/looks/looksFile';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { spentBefore } from './spentBefore';

/** How long the person was away when the demo begins, in ms. */
const awayMs = 3_600_000;

/** Leaves what a hub would have kept whose person looked at everything and left. */
export async function writeAbsence(configHome: string, now: number): Promise<void> {
  const since = now - awayMs;
  const own = new PrivateFolder(path.join(configHome, 'mission-control'));
  await own.ensure();
  const kept = {
    allSeenAt: since,
    absence: { since, usd: spentBefore(configHome, since), isTold: false },
    sessions: [],
  };
  await own.write('looks.json', textOf(kept));
}
