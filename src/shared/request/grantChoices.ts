import { commandIn, grantableFile } from '../agents/inputs';
import { isFileEdit, isPosixShell } from '../agents/tools';
import type { GrantRule } from '../protocol/work/grants';
import type { PendingRequest } from '../protocol/protocol';
import { fieldsOf } from '../text/fields';
import { grantLimits } from '../text/grantLimits';
import { t } from '../words/l10n';
import { commandRisk, isHarmlessProgram, isSimpleCommand } from './commandRisk';
import { isDelicatePath, pathRisk } from './pathRisk';
import { plainSteps, type PlainStep } from './plainCommand';
import { canRedirect } from './redirection';
import { requestKind } from './requestKind';
import { requestParts } from './requestParts';
import { folderWarning } from './ruleWords';
import { isUnambiguousText } from './toldWhole';

/** Rules by which a request can be allowed for a while, or a sentence that says why there are none. */
export type GrantChoices =
  | { readonly rules: readonly [GrantRule, ...GrantRule[]]; readonly none?: undefined }
  | { readonly rules: readonly []; readonly none: string };

/** The fields of a request on which its choices depend. */
export type GrantableRequest = Pick<
  PendingRequest,
  'toolName' | 'toolInput' | 'whole' | 'cwd' | 'mcpServer' | 'blocked' | 'deadline'
>;

/** Maximum number of beginnings that are offered for a command. */
const maxBeginnings = 3;
/** Longest text of a field, in characters. */
const maxText = 200_000;
/** Longest path that is offered, in characters. */
const maxPath = 1_000;

/**
 * Commands whose arguments decide too much: builtins, which change the shell or evaluate their
 * arguments, and git commands that take back work.
 */
const openEnded =
  /^(?:alias|autoload|bg|bind|bindkey|break|builtin|caller|cd|chdir|command|compgen|complete|compopt|continue|declare|dirs|disable|disown|emulate|enable|exit|export|fc|fg|float|functions|getopts|hash|help|history|integer|jobs|kill|let|limit|local|logout|mapfile|popd|print|printf|pushd|pushln|read|readarray|readonly|rehash|return|sched|set|setopt|shift|shopt|suspend|test|times|trap|type|typeset|ulimit|umask|unalias|unfunction|unhash|unlimit|unset|unsetopt|vared|wait|whence|where|which|zcompile|zle|zmodload|zstyle|git (?:am|branch|checkout|cherry-pick|clean|merge|mv|reflog|reset|restore|revert|rm|stash|switch|tag))(?: |$)/;

const none = (sentence: string): GrantChoices => ({ rules: [], none: sentence });

/**
 * Rules for a complete request, the narrowest first. `projectPath` is the folder of the session.
 * The hub accepts a grant only if its rule is one of these.
 */
export function grantChoices(request: GrantableRequest, projectPath: string): GrantChoices {
  const { toolName, toolInput, cwd } = request;
  if (!request.whole || cwd === undefined) return none(t('Not all of this request is known here.'));
  if (requestKind(toolName) !== 'tool') return none(t('Questions and plans are always asked.'));
  if (isLong(toolInput)) return none(t('Very long requests are always asked.'));
  if (isAlwaysAsked(request) || hasWarning(toolName, toolInput))
    return none(t('A request with a warning is always asked.'));
  const isShell = isPosixShell(toolName);
  const file = grantableFile(toolName, toolInput);
  if (!isShell && file === undefined)
    return none(t('Only commands and files can be allowed for a while.'));
  const rules =
    file === undefined ? commandRules(toolInput, cwd) : fileRules(toolName, file, projectPath);
  const [first, ...others] = rules;
  if (first !== undefined) return { rules: [first, ...others] };
  return isShell
    ? none(
        t(
          'Only plain commands can be allowed for a while: no variables, patterns or redirections, nothing in the background and nothing that deletes.',
        ),
      )
    : none(t('Files here are always asked for.'));
}

/** True for a request of an MCP server, after blocked calls, or with a deadline. */
export function isAlwaysAsked({
  mcpServer,
  blocked,
  deadline,
}: Pick<GrantableRequest, 'mcpServer' | 'blocked' | 'deadline'>): boolean {
  return [mcpServer, blocked, deadline].some((detail) => detail !== undefined);
}

/** True for a call with a warning, and for a call that is too long to be searched for warnings. */
export function hasWarning(toolName: string, toolInput: unknown): boolean {
  if (isLong(toolInput)) return true;
  return requestParts(toolName, toolInput).some(
    ({ warning, missing }) => warning !== '' || missing > 0,
  );
}

function isLong(toolInput: unknown): boolean {
  return Object.values(fieldsOf(toolInput)).some(
    (value) => typeof value === 'string' && value.length > maxText,
  );
}

/**
 * Returns the simple commands of a shell's call; undefined if a grant must not allow the call,
 * whatever its rule is.
 */
export function grantableSteps(toolInput: unknown): readonly PlainStep[] | undefined {
  const {
    command,
    description = '',
    timeout = 0,
    run_in_background: isBehind = false,
    ...others
  } = fieldsOf(toolInput);
  const isUsual =
    typeof command === 'string' &&
    typeof description === 'string' &&
    typeof timeout === 'number' &&
    isBehind === false &&
    Object.keys(others).length === 0;
  const steps = isUsual ? plainSteps(command) : undefined;
  return steps?.every(({ text }) => isSimpleCommand(withoutModuleOption(text))) === true
    ? steps
    : undefined;
}

/** Drops Python's `-m`, so that `python -m pytest` counts as naming the program that runs. */
function withoutModuleOption(command: string): string {
  const [program = '', option, module = '', ...others] = command.split(' ');
  const name = program.slice(program.lastIndexOf('/') + 1);
  return option === '-m' && /^python[\d.]*$/.test(name) && /^\w/.test(module)
    ? [program, module, ...others].join(' ')
    : command;
}

/** True if a grant may allow the tool to use the file; `file` is its real path. */
export function isGrantablePath(toolName: string, file: string): boolean {
  const names = file.split('/').slice(1);
  return (
    file.startsWith('/') &&
    isUnambiguousText(file, maxPath) &&
    !isDelicatePath(file) &&
    names.every((name) => name !== '' && name !== '.' && name !== '..') &&
    // Two slashes start an absolute path in a rule.
    pathRisk(`/${file}`, isFileEdit(toolName)) === ''
  );
}

function commandRules(toolInput: unknown, cwd: string): readonly GrantRule[] {
  const command = commandIn(toolInput);
  const steps = grantableSteps(toolInput);
  if (command === undefined || steps === undefined) return [];
  const [only, ...others] = steps;
  const exact: GrantRule = { kind: 'command', command, cwd };
  if (only === undefined || others.length > 0) return [exact];
  const beginnings = deriveBeginnings(only).map((words): GrantRule => ({
    kind: 'beginning',
    words,
    cwd,
  }));
  return [exact, ...beginnings.toReversed()];
}

/** The beginnings of a simple command that name what runs, the shortest first. */
function deriveBeginnings({ words }: PlainStep): readonly string[][] {
  const firstQuoted = words.findIndex(({ isBare }) => !isBare);
  const bare = words.slice(0, firstQuoted === -1 ? undefined : firstQuoted).map(({ text }) => text);
  const found: string[][] = [];
  for (let count = Math.min(2, words.length); count <= bare.length; count += 1) {
    const beginning = bare.slice(0, Math.min(count, grantLimits.words));
    const text = beginning.join(' ');
    if (openEnded.test(text) || count > grantLimits.words || found.length === maxBeginnings) break;
    // A beginning must not end with an option whose value, left open, could name what runs.
    const isOpen = !isHarmlessProgram(bare[0] ?? '') && canRedirect(beginning.at(-1) ?? '');
    if (commandRisk(text) === '' && !isOpen) found.push(beginning);
  }
  return found;
}

function fileRules(tool: string, file: string, projectPath: string): readonly GrantRule[] {
  if (!isGrantablePath(tool, file)) return [];
  const own = file.slice(0, file.lastIndexOf('/'));
  const folders =
    file.startsWith(`${projectPath}/`) && own !== projectPath ? [own, projectPath] : [own];
  return folders
    .filter((folder) => isGrantablePath(tool, folder) && folderWarning(folder) === '')
    .map((folder) => ({ kind: 'folder', tool, folder }));
}
