import type { MachineSetting } from '../../../shared/protocol/machines/setting';
import { exportConfigHome } from '../../agents/claude/home/shellHome';
import { noRemoteCommand } from '../../util/noRemoteCommand';
import { wslExec } from '../../util/wslExec';

/** A local program that opens a terminal on another machine. */
export interface RemoteTerminalProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** A line that the terminal shows before the program's output. */
  readonly hint?: string;
}

export interface RemoteTerminalRequest {
  /**
   * Start folder; may contain any characters. The terminal starts in the home folder if this is not
   * absolute or does not exist.
   */
  readonly folder: string;
  /** Command to run first; it must match `plainCommand`. */
  readonly command?: string;
  /**
   * Shown by the editor instead of printed, because output before the terminal is connected would
   * be lost.
   */
  readonly hint?: string;
}

/** Text without characters that a login shell would interpret. */
const plainCommand = /^[\w -]*$/u;

/**
 * Script that changes to the folder, runs the command in a login shell, whose PATH contains the
 * client, and then starts an interactive login shell. It is one line without single quotes and
 * backslashes, so that the login shells bash, zsh, fish and tcsh pass it on unchanged. If the
 * folder no longer exists, the command is skipped, because it would run in a different folder.
 */
const script = [
  's="${SHELL:-/bin/sh}"',
  'd="$(printf %b "$1x")"',
  'd="${d%x}"',
  'c="$(printf %b "$2x")"',
  'c="${c%x}"',
  exportConfigHome('c'),
  'if [ -n "$d" ]; then cd -- "$d" || exec "$s" -l; fi',
  'if [ -n "$3" ]; then "$s" -lic "$3"; fi',
  'exec "$s" -l',
].join('; ');

/**
 * A terminal on the machine of a setting's entry. No local shell interprets any part of it, and
 * remote shells receive only escaped words. Undefined if the command has other characters than
 * `plainCommand` allows, or the entry has no connection.
 */
export function remoteTerminal(
  { ssh, command = [], configHome = '' }: MachineSetting,
  wanted: RemoteTerminalRequest,
): RemoteTerminalProgram | undefined {
  const run = wanted.command ?? '';
  if (!plainCommand.test(run)) return undefined;
  const folder = wanted.folder.startsWith('/') ? wanted.folder : '';
  const words = [inOctal(folder), inOctal(configHome), run];
  const { hint } = wanted;
  const shown = hint === undefined ? {} : { hint };
  if (ssh !== undefined) {
    const quoted = [script, 'mission-control', ...words].map((word) => `'${word}'`);
    const remote = ['exec', 'sh', '-c', ...quoted].join(' ');
    return { file: 'ssh', args: ['-t', '-o', noRemoteCommand, '--', ssh, remote], ...shown };
  }
  const [file, ...args] = command;
  if (file === undefined) return undefined;
  const shell = ['sh', '-c', script, 'mission-control', ...words];
  const inTerminal = withTerminal(file, args);
  return { file, args: [...inTerminal, ...wslExec(file, inTerminal), ...shell], ...shown };
}

/**
 * Encodes a text for `printf %b`: every byte that a shell could interpret becomes an octal escape.
 */
function inOctal(text: string): string {
  return [...Buffer.from(text.replaceAll('\0', ''), 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w/.-]/u.test(character) && byte < 128
        ? character
        : `\\0${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');
}

/**
 * Programs that allocate a terminal only with the option `-t`, and the argument after which it has
 * to be inserted; without one, it is inserted first.
 */
const terminalPrograms: readonly (readonly [program: RegExp, after: string | undefined])[] = [
  [/(?:^|[\\/])(?:docker|podman|nerdctl|kubectl|oc)(?:\.exe)?$/iu, 'exec'],
  [/(?:^|[\\/])ssh(?:\.exe)?$/iu, undefined],
];

function withTerminal(file: string, args: readonly string[]): readonly string[] {
  const [, after] = terminalPrograms.find(([program]) => program.test(file)) ?? [];
  const needsOption = terminalPrograms.some(([program]) => program.test(file));
  if (!needsOption || args.some((arg) => /^-[a-z]*t|^--tty/u.test(arg))) return args;
  const at = after === undefined ? 0 : args.indexOf(after) + 1;
  return at === 0 && after !== undefined ? args : [...args.slice(0, at), '-t', ...args.slice(at)];
}
