import { Random } from '../random';
import { MortalHubs } from './mortalHubs';
import { removeHome, tempHome } from './tempHome';

/** Number of successive hubs on one disk; more of them add files, not cases. */
const killsPerHome = 20;

/**
 * Kills hubs with follow-ups this many times, at points chosen by the seed; returns how many
 * follow-ups were sent. Rejects if one was sent twice or before its condition held.
 */
export async function playKills(seed: string, kills: number): Promise<{ readonly sent: number }> {
  let sent = 0;
  for (let done = 0; done < kills; done += killsPerHome) {
    const random = new Random(`${seed}/${done}`);
    const home = await tempHome();
    const hubs = new MortalHubs(home, ['one', 'two', 'three']);
    try {
      await hubs.start(random.between(1, 30));
      while (hubs.kills < Math.min(killsPerHome, kills - done)) {
        for (let step = 0; step < 60 && !hubs.isDead; step++) await hubs.live(random);
        await hubs.kill(random.between(1, 30));
      }
      await hubs.close();
    } catch (error) {
      throw new Error(`Seed ${seed}/${done}, after ${hubs.kills} kills`, { cause: error });
    } finally {
      await removeHome(home);
    }
    for (const one of hubs.written.values()) sent += one.sent;
  }
  return { sent };
}
