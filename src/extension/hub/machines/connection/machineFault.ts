import type { machineFaults } from '../../../../shared/protocol/machines/machineNews';
import { missingGreeting } from '../../../util/hub/missingGreeting';

export type MachineFault = (typeof machineFaults)[number];

/** Reason why a connection ended, and the last line that its command printed. */
export interface MachineEnd {
  readonly fault: MachineFault;
  readonly detail?: string | undefined;
}

/** Messages of OpenSSH, which are not translated, with the faults that they mean. */
const sshFaults: readonly (readonly [RegExp, MachineFault])[] = [
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED|No \S+ host key is known/u,
    'hostKey',
  ],
  [/Permission denied|Too many authentication failures|No supported authentication/u, 'auth'],
  [
    /Could not resolve hostname|Connection (?:refused|timed out|reset|closed)|No route to host|Network is (?:unreachable|down)|Operation timed out|Host is down|kex_exchange_identification/u,
    'unreachable',
  ],
];

/** Faults that only a person can fix; the machine is retried rarely. */
export const lastingFaults: ReadonlySet<MachineFault> = new Set<MachineFault>([
  'auth',
  'hostKey',
  'command',
  'node',
  'missing',
  'version',
  'same',
  'home',
]);

/** Maximum length of a displayed detail, in characters. */
const maxDetail = 300;

/**
 * Derives the reason why a command ended from its standard output outside frames and its standard
 * error.
 */
export function machineEnd(output: string, errors: string): MachineEnd {
  const missing = `${output}\n${errors}`
    .split('\n')
    .find((line) => line.startsWith(missingGreeting));
  if (missing !== undefined) {
    const [, part, ...about] = missing.split(' ');
    const fault = part === 'node' || part === 'home' ? part : 'missing';
    return { fault, detail: lastLine(about.join(' ')) };
  }
  const [, fault = 'ended'] = sshFaults.find(([pattern]) => pattern.test(errors)) ?? [];
  return { fault, detail: lastLine(errors) };
}

/** Returns the last line without the log level with which lines of a hub's log start. */
function lastLine(text: string): string | undefined {
  const line = text.trim().split('\n').at(-1)?.trim();
  const detail = line?.replace(/^(?:warn|error): /u, '').slice(0, maxDetail);
  return detail === '' ? undefined : detail;
}
