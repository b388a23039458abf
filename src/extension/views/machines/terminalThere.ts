import type { MachineSetting } from '../../../shared/protocol/machines/setting';
import { exportConfigHome } from '../../agents/claude/home/shellHome';
import { noRemoteCommand } from '../../util/noRemoteCommand';
import { wslExec } from '../../util/wslExec';

/** A local program that opens a terminal on another machine. */
export interface TerminalThere {
  readonly file: string;
  readonly args: readonly string[];
  /** A line that the terminal shows before the program's output. */
  readonly hint?: string;
}

export interface WantedThere {
  /** Start folder, with any name; the home folder if it is not absolute or no longer exists. */
  readonly folder: string;
  /** Command to run first: only letters, digits, dashes and spaces. */
  readonly command?: string;
  /** Shown by the editor, because output before the editor listens would be lost. */
  readonly hint?: string;
}

/** Text in which no login shell interprets anything. */
const plainCommand = /^[\w -]*$/u;

/**
 * Script that changes to the folder, runs the command in a login shell, which has the client in its
 * PATH, and then stays in that shell. It is one line without single quotes and backslashes, so that
 * bash, zsh, fish and tcsh as a host's login shell pass it on unchanged. If the folder is gone, the
 * command is skipped, because it would run in a different folder.
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
 * A terminal on the machine of a setting's line. No local shell interprets any part of it, and
 * remote shells receive only escaped words. Undefined for a line without a connection.
 */
export function terminalThere(
  { ssh, command = [], configHome = '' }: MachineSetting,
  wanted: WantedThere,
): TerminalThere | undefined {
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
 * The bytes of a text for `printf %b`: every character that a shell could interpret is written as a
 * number.
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
 * Programs that create a terminal only with an option, and the word after which the option has to
 * be inserted.
 */
const asked: readonly (readonly [program: RegExp, after: string | undefined])[] = [
  [/(?:^|[\\/])(?:docker|podman|nerdctl|kubectl|oc)(?:\.exe)?$/iu, 'exec'],
  [/(?:^|[\\/])ssh(?:\.exe)?$/iu, undefined],
];

function withTerminal(file: string, args: readonly string[]): readonly string[] {
  const [, after] = asked.find(([program]) => program.test(file)) ?? [];
  const isAsked = asked.some(([program]) => program.test(file));
  if (!isAsked || args.some((arg) => /^-[a-z]*t|^--tty/u.test(arg))) return args;
  const at = after === undefined ? 0 : args.indexOf(after) + 1;
  return at === 0 && after !== undefined ? args : [...args.slice(0, at), '-t', ...args.slice(at)];
}
