import { access } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from '../../../../shared/text/boundedJson';
import { fieldsOf, textOf } from '../../../../shared/text/fields';
import type { Attempt } from './attempt';
import { CarrierFault } from './carrierFault';
import { fetchSmall } from './fetchSmall';
import { waitForHostName } from './pageProbe';
import { installedProgram, tetherPlace } from './programs';
import { TetheredProgram } from '../../../util/tether/tethered';
import type { RunningCarrier, CarrierHost, Carrier } from './carrier';

const download =
  'https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads/';
/** Faults that a configuration file of the person for `cloudflared` can cause. */
const configFaults: ReadonlySet<string> = new Set(['programSilent', 'programFailed', 'notFound']);
/** Poll interval for the host name of the tunnel, in ms. */
const pollMs = 500;

/**
 * Cloudflare's quick tunnel: it needs no account and has a different address each time. TLS ends at
 * Cloudflare.
 */
export class QuickTunnelCarrier implements Carrier {
  readonly notice = 'temporary';

  constructor(private readonly reach: CarrierHost) {}

  async open(attempt: Attempt): Promise<RunningCarrier> {
    const silentFault = (): CarrierFault => new CarrierFault('programSilent');
    const file = await attempt.step('program', silentFault, () =>
      installedProgram('cloudflared', this.reach, download),
    );
    const metricsPort = await freePort();
    const command = `tunnel --no-autoupdate --url ${attempt.target} --metrics 127.0.0.1:${metricsPort}`;
    const program = new TetheredProgram(file, command.split(' '), tetherPlace(this.reach));
    try {
      const url = await attempt.step(
        'opening',
        () => programFault(program),
        async (signal) => {
          for (;;) {
            if (program.hasEnded) throw programFault(program);
            const name = await fetchTunnelName(metricsPort, signal);
            if (name !== undefined) return `https://${name}/`;
            await Promise.race([delay(pollMs, undefined, { signal }), program.ended]);
          }
        },
      );
      const unknownNameFault = (): CarrierFault => new CarrierFault('nameUnknown');
      await attempt.step('name', unknownNameFault, (signal) =>
        waitForHostName(url, this.reach, signal, async (ms) => delay(ms, undefined, { signal })),
      );
      const { ended } = program;
      const explain = (fault: CarrierFault): Promise<CarrierFault> => this.explain(fault);
      return { url, isNew: true, isTemporary: true, ended, explain, close: () => program.end() };
    } catch (error) {
      await program.end();
      throw error instanceof CarrierFault ? await this.explain(error) : error;
    }
  }

  /**
   * Replaces a fault if the person has a configuration file, because the program then follows the
   * rules in that file instead of serving our page.
   */
  private async explain(fault: CarrierFault): Promise<CarrierFault> {
    if (!configFaults.has(fault.code)) return fault;
    for (const file of this.configFiles()) {
      const exists = await access(file).then(
        () => true,
        () => false,
      );
      if (exists) return new CarrierFault('tunnelConfig', { detail: file });
    }
    return fault;
  }

  /** Returns the default paths of the configuration of the program. */
  private configFiles(): readonly string[] {
    const home = this.reach.env['HOME'] ?? homedir();
    const folders = ['.cloudflared', '.cloudflare-warp', 'cloudflare-warp'].map((folder) =>
      path.join(home, folder),
    );
    if (process.platform !== 'win32')
      folders.push('/etc/cloudflared', '/usr/local/etc/cloudflared');
    return folders.flatMap((folder) =>
      ['config.yml', 'config.yaml'].map((name) => path.join(folder, name)),
    );
  }
}

/**
 * Returns the host name of the tunnel; undefined until it has one. Any program could answer on this
 * loopback port, so the format of the name is checked.
 */
async function fetchTunnelName(
  metricsPort: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { text } = await fetchSmall(new URL(`http://127.0.0.1:${metricsPort}/quicktunnel`), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]),
    });
    const name = textOf(fieldsOf(parseJson(text))['hostname']).toLowerCase();
    return /^[a-z\d-]{1,63}\.trycloudflare\.com$/u.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function programFault({ lastOutput, hasEnded }: TetheredProgram): CarrierFault {
  if (/429|too many requests|1015|failed to unmarshal quick tunnel/iu.test(lastOutput)) {
    return new CarrierFault('tunnelRefused');
  }
  const offlinePattern =
    /failed to request quick tunnel|no such host|connection refused|network is unreachable|i\/o timeout|failed to dial/iu;
  if (offlinePattern.test(lastOutput)) return new CarrierFault('tunnelOffline');
  return hasEnded
    ? new CarrierFault('programFailed', { detail: lastOutput })
    : new CarrierFault('programSilent');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
