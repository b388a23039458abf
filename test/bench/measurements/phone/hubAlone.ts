import { forgetCache } from '../../process/forgetCache';
import { ensureHistory } from '../../history/history';
import { reviveSessions } from '../../process/livingSessions';
import { verdict, type Measurement } from '../../measurement';
import { untilPastIsRead } from '../../process/pastRead';
import { PhoneHost } from '../../phone/phoneHost';
import { leastResident, residentBytes, untilQuiet } from '../../process/processFigures';
import { megabytes } from '../../statistics';

const budgetBytes = 70e6;
const restMs = 30_000;

/**
 * Measures the memory of the hub that keeps running for a paired phone after all windows were
 * closed.
 */
export const hubAlone: Measurement = {
  name: 'phone hub alone',
  async measure({ bundles, cacheFolder }) {
    const history = ensureHistory(cacheFolder, 'small');
    const { folder, parameters, summary } = history;
    using living = reviveSessions(history);
    forgetCache(folder);
    await using hub = await PhoneHost.start(bundles, folder);
    await untilPastIsRead(folder);
    const phone = await hub.desk.phone(`http://localhost:${await hub.desk.listen()}/`);
    await phone.hangUp();
    hub.desk.close();
    await untilQuiet(hub.pid);
    const least = await leastResident(hub.pid, restMs);
    const { own, peak } = residentBytes(hub.pid);
    return [
      {
        figure: 'hub with no window and a paired phone in a pocket: memory',
        measured: megabytes(least),
        budget: `< ${megabytes(budgetBytes)}`,
        verdict: verdict(least < budgetBytes),
        notes: [
          `an ordinary small home: ${parameters.sessions} sessions, ${megabytes(summary.bytes)}, ${living.sessionIds.size} of them living`,
          `${megabytes(own)} of it are the process's own, the rest is the program's file; at its peak ${megabytes(peak)}`,
        ],
      },
    ];
  },
};
