import { t } from '../../../shared/words/l10n';
import { batchConfigHome, shellConfigHome } from '../../agents/claude/home/shellHome';

/** Values that are written into a launcher. */
export interface LauncherParts {
  /**
   * The editor's Node and the tool's bundle, which are used if our folder has no file that names
   * newer ones.
   */
  readonly node: string;
  readonly script: string;
  /** The environment that chooses the config home; empty for the default one. */
  readonly variables: Readonly<Record<string, string>>;
  /** The person's home folder; a `.cmd` file refers to it by a variable. */
  readonly home: string;
}

/** The word by which a launcher is recognized. */
const marker = 'mission-control-launcher/1';

/** True for a file that this product wrote. */
export function isLauncher(text: string): boolean {
  return text.split('\n', 4).some((line) => line.includes(marker));
}

export function launcherName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'mission-control.cmd' : 'mission-control';
}

/**
 * Returns the launcher's script. It starts the tool of the extension whose hub ran last, because an
 * update installs the extension in a new folder; without that, the tool of the extension that wrote
 * the launcher.
 */
export function launcherText(parts: LauncherParts, platform: NodeJS.Platform): string {
  return platform === 'win32' ? batchText(parts) : shellText(parts);
}

const about = 'Shows the sessions of Claude Code as the board of Mission Control does.';
const written = `Written by its command "Install Command Line Tool…", which also updates it (${marker}).`;
const removal = 'To remove the tool, delete this file.';

const gone = () =>
  t(
    'Mission Control was moved or removed. Open an editor that has it, or run its command “Install Command Line Tool…” again.',
  );

function shellText({ node, script, variables }: LauncherParts): string {
  const isMissing = 'if [ ! -x "$node" ] || [ ! -f "$cli" ]; then';
  const lines = [
    '#!/bin/sh',
    `# ${about}`,
    `# ${written}`,
    `# ${removal}`,
    'unset NODE_OPTIONS',
    ...Object.entries(variables).map(
      ([name, value]) =>
        `if [ -z "\${${name}-}" ]; then ${name}=${shellWord(value)}; export ${name}; fi`,
    ),
    `program="${shellConfigHome}/mission-control/program"`,
    'node= cli=',
    'if [ -f "$program" ] && [ -O "$program" ]; then',
    '  { IFS= read -r node; IFS= read -r cli; } <"$program"',
    '  cli=${cli%/*}/cli.js',
    'fi',
    `${isMissing} node=${shellWord(node)} cli=${shellWord(script)}; fi`,
    `${isMissing} echo ${shellWord(gone())} >&2; exit 2; fi`,
    'ELECTRON_RUN_AS_NODE=1',
    'export ELECTRON_RUN_AS_NODE',
    'exec "$node" "$cli" "$@"',
  ];
  return `${lines.join('\n')}\n`;
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function batchText({ node, script, variables, home }: LauncherParts): string {
  const place = (path: string): string => batchPlace(path, home);
  const lines = [
    '@echo off',
    `rem ${about}`,
    `rem ${written.replace('…', '...')}`,
    `rem ${removal}`,
    'setlocal',
    'set "NODE_OPTIONS="',
    ...Object.entries(variables).map(
      ([name, value]) => `if not defined ${name} set "${name}=${place(value)}"`,
    ),
    batchConfigHome('home'),
    'set "node="',
    'set "hub="',
    'set "cli="',
    'for /f "usebackq delims=" %%l in ("%home%\\mission-control\\program") do if not defined node (set "node=%%l") else (set "hub=%%l")',
    'for %%h in ("%hub%") do set "cli=%%~dphcli.js"',
    `if not exist "%cli%" set "node=${place(node)}"`,
    `if not exist "%cli%" set "cli=${place(script)}"`,
    'if not exist "%cli%" echo Mission Control was moved or removed. Open an editor that has it. 1>&2',
    'if not exist "%cli%" exit /b 2',
    'set "ELECTRON_RUN_AS_NODE=1"',
    '"%node%" "%cli%" %*',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/**
 * Writes a path for a `.cmd` file. The home folder is written as a variable, because the file is
 * decoded with the console's code page, which may garble its name.
 */
function batchPlace(path: string, home: string): string {
  const isInside = path.toLowerCase().startsWith(`${home.toLowerCase()}\\`);
  const rest = (isInside ? path.slice(home.length) : path).replaceAll('%', '%%');
  return isInside ? `%USERPROFILE%${rest}` : rest;
}
