import { parseJson } from '../../../../shared/text/boundedJson';
import { fieldsOf, textOf } from '../../../../shared/text/fields';
import { CarrierFault } from './carrierFault';

export const tailscaleDownload = 'https://tailscale.com/download';
const dnsSettings = 'https://login.tailscale.com/admin/dns';
const machineSettings = 'https://login.tailscale.com/admin/machines';

/** Returns the fault for a backend state of Tailscale; undefined for `Running`. */
function stateFault(state: string): CarrierFault | undefined {
  switch (state) {
    case 'Running':
      return undefined;
    case 'NeedsLogin':
      return new CarrierFault('loggedOut', { command: 'tailscale up' });
    case 'NeedsMachineAuth':
      return new CarrierFault('needsApproval', { link: machineSettings });
    case 'Stopped':
      return new CarrierFault('stopped', { command: 'tailscale up' });
    default: // The program is starting: `NoState`, `Starting`.
      return new CarrierFault('notRunning');
  }
}

/**
 * Returns the name of the machine, such as `box.tail1.ts.net`, from the output of `tailscale status
 * --json`. Throws a `CarrierFault`.
 */
export function parseMachineName(output: string): string {
  const status = parseOutput(output);
  const fault = stateFault(textOf(status['BackendState']));
  if (fault !== undefined) throw fault;
  const name = textOf(fieldsOf(status['Self'])['DNSName']).replace(/\.$/u, '').toLowerCase();
  if (!/^(?:[a-z\d-]+\.)+[a-z\d-]+$/u.test(name)) {
    throw new CarrierFault('noName', { link: dnsSettings });
  }
  const domains = status['CertDomains'];
  if (!Array.isArray(domains) || domains.length === 0) {
    throw new CarrierFault('httpsOff', { link: dnsSettings });
  }
  return name;
}

/**
 * Holder of a port of Tailscale Serve: the person, or a program of ours that still leads to our
 * listener and is about to end.
 */
export type PortHolder = 'person' | 'ours';

/** Returns the ports in use, from the output of `tailscale serve status --json`. */
export function parsePortHolders(output: string, target: string): ReadonlyMap<number, PortHolder> {
  const config = parseOutput(output.trim() === '' ? '{}' : output);
  const holders = new Map<number, PortHolder>();
  const foreground = Object.values(fieldsOf(config['Foreground'])).map(fieldsOf);
  for (const part of foreground) {
    const isOurs = JSON.stringify(part['Web'] ?? {}).includes(`"Proxy":${JSON.stringify(target)}`);
    for (const port of tcpPorts(part)) holders.set(port, isOurs ? 'ours' : 'person');
  }
  for (const port of tcpPorts(config)) holders.set(port, 'person');
  return holders;
}

function tcpPorts(config: Readonly<Record<string, unknown>>): readonly number[] {
  return Object.keys(fieldsOf(config['TCP'])).map(Number);
}

/** Derives the fault from the output of the program; undefined if the output reports none. */
export function parseTailscaleFault(output: string): CarrierFault | 'portTaken' | undefined {
  const link = /https:\/\/login\.tailscale\.com\/f\/(?:serve|funnel)\?[\w=&.-]{1,200}(?=\s)/u.exec(
    output,
  );
  const disabledFeature = /\b(Serve|Funnel) is not enabled on your tailnet/iu
    .exec(output)?.[1]
    ?.toLowerCase();
  // The program waits until the feature is enabled, and prints the link immediately afterwards.
  if (disabledFeature !== undefined && link !== null) {
    return new CarrierFault(disabledFeature === 'serve' ? 'serveOff' : 'funnelOff', {
      link: link[0],
    });
  }
  if (/access denied|must be root|permission denied/iu.test(output)) {
    return new CarrierFault('serveDenied', { command: 'sudo tailscale set --operator=$USER' });
  }
  if (/already exists|already serving|already being served|not allowed for funnel/iu.test(output)) {
    return 'portTaken';
  }
  if (/node attribute not set|no-funnel/iu.test(output)) {
    return new CarrierFault('funnelNotAllowed', { link: 'https://tailscale.com/s/no-funnel' });
  }
  if (/HTTPS must be enabled|HTTPS is (?:not enabled|disabled)/iu.test(output)) {
    return new CarrierFault('httpsOff', { link: dnsSettings });
  }
  if (
    /failed to connect to local|doesn't appear to be running|is Tailscale running/iu.test(output)
  ) {
    const command = process.platform === 'linux' ? 'sudo systemctl start tailscaled' : undefined;
    return new CarrierFault('notRunning', command === undefined ? {} : { command });
  }
  if (/Tailscale is stopped/iu.test(output)) return stateFault('Stopped');
  if (/logged out|not logged in/iu.test(output)) return stateFault('NeedsLogin');
  if (/flag provided but not defined|unknown (?:flag|subcommand)|invalid argument/iu.test(output)) {
    return new CarrierFault('tooOld', { link: tailscaleDownload });
  }
  return undefined;
}

function parseOutput(output: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(parseJson(output));
  } catch {
    throw new CarrierFault('tooOld', { link: tailscaleDownload });
  }
}
