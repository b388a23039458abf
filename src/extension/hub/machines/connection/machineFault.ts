import type { machineFaults } from '../../../../shared/protocol/machines/machineNews';
import { missingGreeting } from './shellProgram';

export type MachineFault = (typeof machineFaults)[number];

/** Why a connection ended, and the last words of its command. */
export interface MachineEnd {
  readonly fault: MachineFault;
  readonly detail?: string | undefined;
}

/** Words of OpenSSH in its own language, which is not translated. */
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

/** Faults that only a person mends: the machine is tried again seldom. */
export const lastingFaults: ReadonlySet<MachineFault> = new Set<MachineFault>([
  'auth',
  'hostKey',
  'command',
  'node',
  'missing',
  'version',
  'same',
]);

/** Longest detail that is shown, in characters. */
const maxDetail = 300;

/** Reads why a command ended from what it wrote beside frames. */
export function machineEnd(said: string, errors: string): MachineEnd {
  const missing = said.split('\n').find((line) => line.startsWith(missingGreeting));
  if (missing !== undefined) {
    const [, part, ...about] = missing.split(' ');
    return { fault: part === 'node' ? 'node' : 'missing', detail: detailOf(about.join(' ')) };
  }
  const [, fault = 'ended'] = sshFaults.find(([words]) => words.test(errors)) ?? [];
  return { fault, detail: detailOf(errors) };
}

/** The last line, without the level that a hub's own log begins its lines with. */
function detailOf(text: string): string | undefined {
  const line = text.trim().split('\n').at(-1)?.trim();
  const words = line?.replace(/^(?:warn|error): /u, '').slice(0, maxDetail);
  return words === '' ? undefined : words;
}
