import { exportConfigHome, shellConfigHome } from '../../../agents/claude/home/shellHome';
import { missingGreeting } from '../../../util/hub/missingGreeting';

/**
 * Shell commands that find Node and the hub's program on a machine, or report what is missing. A
 * copy that a person put there is preferred to the path that the editor on the machine stored. Each
 * candidate for Node is asked for its version without standard input, which belongs to the hub's
 * program.
 */
const findPrograms = [
  exportConfigHome('1'),
  `d="${shellConfigHome}/mission-control"`,
  'n=; h=; o=',
  'if [ -r "$d/program" ]; then { read -r n; read -r h; } < "$d/program"; fi',
  'if [ -f "$d/copied/dist/hub.js" ]; then h="$d/copied/dist/hub.js"; fi',
  'if [ ! -x "$n" ]; then n=; for c in "$(command -v node)" "$HOME"/.nvm/versions/node/*/bin/node "$HOME/.volta/bin/node" "$HOME/.local/share/mise/shims/node" "$HOME/.asdf/shims/node" "$HOME/.local/bin/node" /usr/local/bin/node /opt/homebrew/bin/node /usr/bin/node "$HOME"/.vscode-server/bin/*/node "$HOME"/.vscode-server/cli/servers/*/server/node "$HOME"/.cursor-server/bin/*/node; do if [ -z "$n" ] && [ -x "$c" ]; then v="$("$c" -v 2>/dev/null </dev/null)"; case "$v" in v2[0-9].*|v[3-9][0-9].*) n="$c";; *) o="${o:-$v}";; esac; fi; done; fi',
  `if [ -z "$n" ]; then echo ${missingGreeting} node "$(uname -sm)" "$o"; exit 3; fi`,
];

/**
 * Joins commands to one line without single quotes and backslashes, which every login shell passes
 * on unchanged: bash, zsh, fish and tcsh.
 */
const joinScript = (last: readonly string[]): string => [...findPrograms, ...last].join('; ');

/** Shell script that runs the hub's program on the machine. */
export const hubScript = joinScript([
  `if [ ! -f "$h" ]; then echo ${missingGreeting} hub "$(uname -sm)"; exit 3; fi`,
  'exec env ELECTRON_RUN_AS_NODE=1 "$n" "$h" --stdio',
]);

/**
 * Shell script that runs the JavaScript in the first line of standard input; the JavaScript reads
 * the rest of the input. Its argument is our folder on the machine.
 */
export const javaScriptRunner = joinScript([
  'IFS= read -r p',
  'exec env ELECTRON_RUN_AS_NODE=1 "$n" -e "$p" "$d"',
]);
