import { parseArgs } from 'node:util';
import { plainLine } from '../../shared/text/plainText';
import { t } from '../../shared/words/l10n';

/** The form of the output: for a person, JSON, or one short line for a status bar. */
export type Format = 'text' | 'json' | 'line';

/** A command that shows the board or a part of it. */
export type BoardCommand = {
  readonly format: Format;
  /** Prints again at each change. */
  readonly watch: boolean;
} & (
  | { readonly name: 'status' | 'list' | 'next' }
  /** `session`: an id, or its beginning. */
  | { readonly name: 'show'; readonly session: string }
);

export type CliCommand = BoardCommand | { readonly name: 'help' | 'version' | 'mcp' };

/** Thrown for arguments that no command accepts; the message is for a person. */
export class UsageError extends Error {}

/** Options of each command. */
const optionNames = {
  status: ['json', 'line', 'watch'],
  list: ['json', 'watch'],
  show: ['json'],
  next: ['json'],
  mcp: [],
} as const;

/** Parses the arguments after the program's name. Throws a `UsageError`. */
export function parseCommand(args: readonly string[]): CliCommand {
  const { values, positionals } = parseArguments(args);
  if (values.help === true) return { name: 'help' };
  if (values.version === true) return { name: 'version' };
  const [name, ...rest] = positionals;
  if (name === undefined) throw new UsageError(t('A command is missing.'));
  if ((name === 'help' || name === 'mcp') && args.length === 1) return { name };
  if (!isCommand(name)) throw new UsageError(t('There is no command “{0}”.', plainLine(name, 60)));
  const { json = false, line = false, watch = false } = values;
  for (const [option, isSet] of Object.entries({ json, line, watch })) {
    const options: readonly string[] = optionNames[name];
    if (isSet && !options.includes(option))
      throw new UsageError(t('“{0}” has no option “{1}”.', name, `--${option}`));
  }
  if (json && line) throw new UsageError(t('Choose one of {0} and {1}.', '--json', '--line'));
  const [session, ...more] = name === 'show' ? rest : [undefined, ...rest];
  if (more[0] !== undefined)
    throw new UsageError(t('“{0}” is one argument too many.', plainLine(more[0], 60)));
  const form = { format: json ? 'json' : line ? 'line' : 'text', watch } as const;
  if (name === 'mcp') return { name };
  if (name !== 'show') return { name, ...form };
  if (session === undefined || session === '')
    throw new UsageError(t('“show” needs the id of a session, or its beginning.'));
  return { name, session, ...form };
}

function isCommand(name: string): name is keyof typeof optionNames {
  return Object.hasOwn(optionNames, name);
}

function parseArguments(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const help = { ...flag, short: 'h' } as const;
  const options = { json: flag, line: flag, watch: flag, help, version: flag } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Escaped, because the message quotes an argument, which may be untrusted input of a script.
    throw new UsageError(plainLine(error instanceof Error ? error.message : String(error)));
  }
}

/** Width of the column of commands and options. */
const nameWidth = 18;

export function helpText(): string {
  const row = (name: string, text: string): string => `  ${name.padEnd(nameWidth)}${text}`;
  return [
    t('Shows the sessions of Claude Code as the board of Mission Control does.'),
    '',
    t('Usage: {0}', 'mission-control <command> [options]'),
    '',
    row('status', t('Counts, and the sessions that need you')),
    row('list', t('All sessions, by group and in the order of the board')),
    row('show <session>', t('One session, by its id or the beginning of it')),
    row('next', t('The session that needs you most')),
    row('mcp', t('Serve the board to agents over the Model Context Protocol (read-only)')),
    '',
    row('--json', t('Print a JSON document')),
    row('--line', t('Print one short line for a status bar (status)')),
    row('--watch', t('Print again at each change until Ctrl+C (status, list)')),
    row('-h, --help', t('Print this text')),
    row('--version', t('Print the version')),
    '',
    t(
      'Exit codes: 0 no session needs you, 1 a session needs you, 2 Mission Control is not running, 64 wrong usage.',
    ),
    t('CLAUDE_CONFIG_DIR chooses the config home, as it does for Claude Code.'),
  ].join('\n');
}
