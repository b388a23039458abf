import { commandIn, grantableFile } from '../../../shared/agents/inputs';
import { isPosixShell } from '../../../shared/agents/tools';
import type { GrantRule } from '../../../shared/protocol/work/grants';
import { grantableSteps, hasWarning, isGrantablePath } from '../../../shared/request/grantChoices';
import { isGrantableMode } from '../../../shared/request/grantMode';
import type { PlainStep } from '../../../shared/request/plainCommand';
import type { WaitingCall } from '../control/waitingCall';
import { areLinksInside, areWordsInside } from './furtherWords';
import { currentPath, isFolderUnmoved, isSingleFile, type IdentifiedFolder } from './place';

/**
 * True if, as far as the client says, it asks only because no permission rule allows the call: not
 * for a safety check, nor in a mode that asks for other reasons, such as `plan`.
 */
export function isGrantableRequest({
  permissionMode,
  isSafetyCheck,
}: Pick<WaitingCall, 'permissionMode' | 'isSafetyCheck'>): boolean {
  return isSafetyCheck !== true && isGrantableMode(permissionMode);
}

/** The fields of a held call on which a match depends. */
export interface MatchedCall {
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly cwd: string | undefined;
  /** True if a command may run in another folder than `cwd`. */
  readonly isCwdAssumed?: boolean | undefined;
}

/**
 * Returns the command or file of a call if it is one of those that the rule names. Cheap: it looks
 * up no path.
 */
export function namedByRule(
  rule: GrantRule,
  { toolName, toolInput, cwd, isCwdAssumed }: MatchedCall,
): string | undefined {
  if (cwd === undefined) return undefined;
  if (rule.kind === 'folder') {
    const file = toolName === rule.tool ? grantableFile(rule.tool, toolInput) : undefined;
    return file !== undefined && isGrantablePath(rule.tool, file) ? file : undefined;
  }
  const command =
    isPosixShell(toolName) && isCwdAssumed !== true ? commandIn(toolInput) : undefined;
  if (command === undefined) return undefined;
  const steps = grantableSteps(toolInput);
  const isNamed =
    rule.kind === 'command'
      ? command === rule.command && steps !== undefined
      : steps?.every((step) => matchesBeginning(step, rule.words)) === true;
  return isNamed ? command : undefined;
}

const warningCache = new WeakMap<MatchedCall, boolean>();

/**
 * True if the call's command or input warrants a warning. Cached, because checking a long text is
 * slow.
 */
export function hasCallWarning(call: MatchedCall): boolean {
  const known = warningCache.get(call);
  const isWarned = known ?? hasWarning(call.toolName, call.toolInput);
  if (known === undefined) warningCache.set(call, isWarned);
  return isWarned;
}

/**
 * Compares a call with a rule. `allowed` is the command or file that the rule covers. `moved` means
 * that the folder of the rule was moved or replaced. Undefined if the rule does not cover the call.
 */
export async function matchRule(
  rule: GrantRule,
  place: IdentifiedFolder,
  call: MatchedCall,
): Promise<{ readonly allowed: string } | 'moved' | undefined> {
  const allowed = namedByRule(rule, call);
  if (allowed === undefined || call.cwd === undefined) return undefined;
  if (!(await isFolderUnmoved(place))) return 'moved';
  if (rule.kind === 'folder')
    return (await isFileIn(rule.tool, allowed, place)) ? { allowed } : undefined;
  if ((await currentPath(call.cwd)) !== place.real) return undefined;
  for (const step of grantableSteps(call.toolInput) ?? []) {
    const isInside =
      rule.kind === 'command'
        ? areLinksInside(step, place)
        : areWordsInside(step, rule.words.length, place);
    if (!(await isInside)) return undefined;
  }
  return { allowed };
}

/** True if the step begins with the words of the rule, without quotes. */
function matchesBeginning({ words }: PlainStep, beginning: readonly string[]): boolean {
  return (
    words.length >= beginning.length &&
    beginning.every((word, at) => words[at]?.isBare === true && words[at].text === word)
  );
}

/** True if the file's real path is in the folder, and the file has no second hard link. */
async function isFileIn(tool: string, file: string, { real }: IdentifiedFolder): Promise<boolean> {
  const path = await currentPath(file);
  return (
    path?.startsWith(`${real}/`) === true &&
    isGrantablePath(tool, path) &&
    (await isSingleFile(path))
  );
}
