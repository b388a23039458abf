/**
 * The target of a removal that can delete far more than intended: everything, the home folder, a
 * system folder, the working folder, all contents of a folder, or the value of a variable.
 */
export type CriticalRemoval = 'everything' | 'home' | 'system' | 'here' | 'contents' | 'variable';

const removers: ReadonlySet<string> = new Set(['rm', 'rmdir']);
/** Programs that execute the command given as their arguments. */
const wrappers = /^(?:sudo|doas|env|command|builtin|nohup|nice|time|exec)$/;

const everything = /^(?:\/+\*?|[a-z]:[\\/]?\*?)$/i;
const home =
  /^(?:~|\$HOME|\$\{HOME\}|\/home\/[^/]+|\/Users\/[^/]+|\/root|[a-z]:[\\/]Users[\\/][^\\/]+)(?:[\\/]\*?)?$/i;
const systemFolder = /^(?:\/[^/*]+|[a-z]:[\\/][^\\/*]+)(?:[\\/]\*?)?$/i;
const workingFolder = /^(?:\*|\.{1,2}(?:\/\*?)?)$/;
const variable = /^\$(?:\w+|\{[^}]*\})\/?\*?$/;

/** The first critical removal in a shell command; `cwd` is its working folder. */
export function criticalRemoval(command: string, cwd = ''): CriticalRemoval | undefined {
  const plain = command.replace(/\$\([^()]*\)|`[^`]*`/g, '$$OUTPUT');
  for (const part of plain.split(/&&|\|\||[;|&\n()]/)) {
    for (const target of removalTargets(part)) {
      const kind = kindOf(target, cwd);
      if (kind !== undefined) return kind;
    }
  }
  return undefined;
}

/** Arguments of `rm` and `rmdir` that are not options. */
function removalTargets(part: string): readonly string[] {
  const words = part.match(/(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? [];
  const first = words.findIndex((word) => !wrappers.test(word) && !/^[A-Za-z_]\w*=/.test(word));
  const program = words[first]?.replace(/^.*\//, '').replace(/^\\/, '');
  if (program === undefined || !removers.has(program)) return [];
  const given = words.slice(first + 1);
  const end = given.indexOf('--');
  const isTarget = (word: string, at: number): boolean =>
    end !== -1 && at > end ? true : !word.startsWith('-');
  return given.filter(isTarget).map((word) => word.replace(/["']/g, ''));
}

function kindOf(target: string, cwd: string): CriticalRemoval | undefined {
  if (everything.test(target)) return 'everything';
  if (home.test(target)) return 'home';
  if (systemFolder.test(target)) return 'system';
  if (workingFolder.test(target) || containsCwd(target, cwd)) return 'here';
  if (variable.test(target)) return 'variable';
  return target.endsWith('/*') ? 'contents' : undefined;
}

/** True if the target is the working folder or a folder that contains it. */
function containsCwd(target: string, cwd: string): boolean {
  const folder = target.replace(/\/\*?$/, '');
  return folder !== '' && (cwd === folder || cwd.startsWith(`${folder}/`));
}
