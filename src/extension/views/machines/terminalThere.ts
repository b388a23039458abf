import type { MachineSetting } from '../../../shared/protocol/machines/setting';
import { exportConfigHome } from '../../agents/claude/home/shellHome';
import { noRemoteCommand } from '../../util/noRemoteCommand';
import { wslExec } from '../../util/wslExec';

/** A program of this computer whose terminal is one on another machine. */
export interface TerminalThere {
  readonly file: string;
  readonly args: readonly string[];
  /** A line that the terminal shows before the program says anything. */
  readonly hint?: string;
}

export interface WantedThere {
  /** Folder to begin in, whatever its name; the home folder where it is no absolute path or gone. */
  readonly folder: string;
  /** Plain words that are run there first: letters, digits, dashes and spaces alone. */
  readonly command?: string;
  /** The editor shows it: what the program itself prints before the editor listens is lost. */
  readonly hint?: string;
}

/** Words that every login shell takes for words and nothing else. */
const plainCommand = /^[\w -]*$/u;

/**
 * Begins in the folder and runs the command in a login shell, which knows where the client is; stays in
 * that shell afterwards. It is one line without single quotes and backslashes, so that the login shell
 * of a host hands it on as it is: bash, zsh, fish and tcsh alike. Where the folder is gone, the
 * command would run in another one: only the shell comes.
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
 * A terminal on the machine of a line of the setting. No shell of this computer reads any of it, and
 * those there read words that were made plain. Undefined for a line that leads nowhere.
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

/** The bytes of a text as `printf %b` reads them: whatever a shell could act on is a number. */
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

/** Programs that make a terminal there only when they are asked to, by the word after which they are. */
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
