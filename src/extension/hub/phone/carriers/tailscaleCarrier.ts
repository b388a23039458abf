import { setTimeout as delay } from 'node:timers/promises';
import type { Attempt } from './attempt';
import { CarrierFault } from './carrierFault';
import { runProgram, installedProgram, tetherPlace, type ProgramOutput } from './programs';
import {
  parseTailscaleFault,
  parseMachineName,
  parsePortHolders,
  tailscaleDownload,
  type PortHolder,
} from './tailscaleAnswers';
import { TetheredProgram } from '../../../util/tether/tethered';
import type { RunningCarrier, CarrierHost, Carrier } from './carrier';

/**
 * Ports that are tried, in order; Funnel supports only three. 443 comes late, because mappings of
 * people mostly use it.
 */
const ports = { serve: [8443, 10_000, 443, 9443, 10_443], funnel: [8443, 10_000, 443] } as const;
/**
 * Time in ms after which a carrier without a reported fault counts as open; fetching the page then
 * verifies it.
 */
const silenceMs = 5_000;
/**
 * Maximum number of checks, one per second, whether a previous program of ours has released its
 * port.
 */
const maxPortChecks = 8;
const macApp = '/Applications/Tailscale.app/Contents/MacOS/Tailscale';

/**
 * Tailscale Serve, for the person's own devices, or Funnel, for the whole internet. TLS ends on
 * this machine.
 */
export class TailscaleCarrier implements Carrier {
  constructor(
    private readonly subcommand: 'serve' | 'funnel',
    private readonly reach: CarrierHost,
  ) {}

  async open(attempt: Attempt): Promise<RunningCarrier> {
    const silentFault = (): CarrierFault => new CarrierFault('programSilent');
    const file = await attempt.step('program', silentFault, () =>
      installedProgram('tailscale', this.reach, tailscaleDownload, [macApp]),
    );
    const { name, holders } = await attempt.step('status', silentFault, (signal) =>
      this.status(file, attempt, signal),
    );
    const free = this.candidates(attempt.before).filter((port) => !holders.has(port));
    for (const port of free) {
      const args = [this.subcommand, '--yes', `--https=${port}`, attempt.target];
      const program = new TetheredProgram(file, args, tetherPlace(this.reach));
      try {
        const result = await attempt.step('opening', silentFault, (signal) =>
          waitUntilOpen(program, signal),
        );
        if (result === 'open') return runningCarrier(program, `https://${name}:${port}/`);
      } catch (error) {
        await program.end();
        throw error;
      }
      await program.end();
    }
    throw new CarrierFault('portsTaken', { command: `tailscale ${this.subcommand} status` });
  }

  /**
   * Returns the ports to try, the previous one first, because phones identify the page by its
   * address.
   */
  private candidates(before: string | undefined): readonly number[] {
    const known: readonly number[] = ports[this.subcommand];
    const last = before === undefined ? 0 : Number(new URL(before).port || 443);
    return known.includes(last) ? [last, ...known.filter((port) => port !== last)] : known;
  }

  private async status(
    file: string,
    { target, before }: Attempt,
    signal: AbortSignal,
  ): Promise<{ readonly name: string; readonly holders: ReadonlyMap<number, PortHolder> }> {
    const query = (...args: string[]): Promise<ProgramOutput> =>
      runProgram(file, args, this.reach.env, signal);
    const name = parseMachineName(standardOutput(await query('status', '--json')));
    const [wanted = 0] = this.candidates(before);
    for (let checks = 0; ; checks += 1) {
      const holders = parsePortHolders(
        standardOutput(await query('serve', 'status', '--json')),
        target,
      );
      if (holders.get(wanted) !== 'ours' || checks >= maxPortChecks) return { name, holders };
      await delay(1_000, undefined, { signal });
    }
  }
}

/** Resolves once the carrier is open or its port is taken. Rejects with a `CarrierFault`. */
async function waitUntilOpen(
  program: TetheredProgram,
  signal: AbortSignal,
): Promise<'open' | 'portTaken'> {
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    program.recheckOutput();
  }, silenceMs);
  const parseResult = (output: string): 'open' | 'portTaken' | undefined => {
    const fault = parseTailscaleFault(output);
    if (fault === 'portTaken') return fault;
    if (fault !== undefined) throw fault;
    if (program.hasEnded) throw new CarrierFault('programFailed', { detail: output });
    return isSilent || /Press Ctrl\+C|Available (?:within|on)/iu.test(output) ? 'open' : undefined;
  };
  try {
    return await program.waitForOutput(parseResult, signal);
  } finally {
    clearTimeout(timer);
  }
}

function runningCarrier(program: TetheredProgram, url: string): RunningCarrier {
  const { ended } = program;
  return { url: new URL(url).href, isNew: true, ended, close: () => program.end() };
}

/** Returns the standard output of a finished command. Throws a `CarrierFault`. */
function standardOutput({ isDone, output, stderr }: ProgramOutput): string {
  // A logged-out program reports its state as JSON, but exits with an error.
  if (isDone || output.trim().startsWith('{')) return output;
  const fault = parseTailscaleFault(`${stderr}\n${output}`);
  if (fault instanceof CarrierFault) throw fault;
  throw new CarrierFault('programFailed', { detail: stderr.trim() === '' ? output : stderr });
}
