import { programName, unwrapProgram } from '../../outcomes/command/unwrapProgram';
import { commandSteps } from '../../commandSteps';
import { pullCheckout, sweepAct, type SweepAct } from './sweepAct';
import { folderIn, stepFolders, type StepFolder } from './stepFolders';

/** A step of a shell command that may discard uncommitted work. */
export interface SweepStep extends SweepAct {
  /** The text of this step alone. */
  readonly command: string;
  /** Undefined if the shell's start folder is unknown. */
  readonly folder: string | undefined;
  /** True if the whole line cannot have succeeded without this step. */
  readonly isRequired: boolean;
  /** True if the step runs whether or not the one before it succeeded. */
  readonly isFresh: boolean;
}

const worthSplitting = /\b(?:switch|sw|checkout|co|restore|reset|stash|clean|worktree)\b/u;
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash']);
/** Programs that run commands inside a different file system. */
const containerPrograms: ReadonlySet<string> = new Set(['docker', 'podman', 'docker-compose']);
/** Depth to which nested shells are analysed. */
const maxDepth = 3;

/** Quick check whether `sweepsIn` may find something. */
export function maySweep(command: string): boolean {
  return (command.includes('git') || command.includes('gh ')) && worthSplitting.test(command);
}

/** The steps that may have discarded work; steps in an unknown folder are left out. Never throws. */
export function sweepsIn(
  command: string,
  cwd: string | undefined,
  depth = 0,
): readonly SweepStep[] {
  if (!maySweep(command)) return [];
  const steps = commandSteps(command);
  const folders = stepFolders(steps, cwd);
  return steps.flatMap(({ words, isRequired, isFresh }, index): readonly SweepStep[] => {
    const stepFolder = folders[index] ?? { path: cwd, isKnown: true };
    const inner = unwrapProgram(words);
    const outer = words.slice(0, Math.max(0, words.length - inner.length)).map(programName);
    if (outer.some((name) => containerPrograms.has(name))) return [];
    const [program = '', ...args] = inner;
    const name = programName(program);
    if (shells.has(name)) {
      const script = scriptIn(args);
      if (script === undefined || depth >= maxDepth || !stepFolder.isKnown) return [];
      const sweeps = sweepsIn(script, stepFolder.path, depth + 1);
      return sweeps.map((one) => ({
        ...one,
        isRequired: one.isRequired && isRequired,
        isFresh: one.isFresh && isFresh,
      }));
    }
    const found =
      name === 'git'
        ? gitSweep(args, stepFolder, outer.includes('xargs'))
        : pullSweep(name, args, stepFolder);
    if (found === undefined) return [];
    return [{ ...found, command: inner.map(quoteWord).join(' '), isRequired, isFresh }];
  });
}

type LocatedSweep = SweepAct & Pick<SweepStep, 'folder'>;

function pullSweep(
  name: string,
  args: readonly string[],
  stepFolder: StepFolder,
): LocatedSweep | undefined {
  const act = name === 'gh' && stepFolder.isKnown ? pullCheckout(args) : undefined;
  return act && { ...act, folder: stepFolder.path };
}

/** The script of `bash -lc "…"`. */
function scriptIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((word) => /^-[a-z]*c$/u.test(word));
  return at < 0 ? undefined : args[at + 1];
}

/** Options of git itself whose value is the next word. */
const withValue: ReadonlySet<string> = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
]);

function gitSweep(
  args: readonly string[],
  stepFolder: StepFolder,
  isFed: boolean,
): LocatedSweep | undefined {
  let folder = stepFolder;
  let needsForce = true;
  let at = 0;
  for (; args[at]?.startsWith('-') === true; at += 1) {
    const [option = '', inlineValue] = (args[at] ?? '').split('=', 2);
    const value = withValue.has(args[at] ?? '') ? (args[(at += 1)] ?? '') : inlineValue;
    if (value === undefined) continue;
    if (option === '-C' || option === '--work-tree') folder = folderIn(folder, value);
    if (option === '-c' && /^clean\.requireForce=false$/iu.test(value)) needsForce = false;
  }
  const act = sweepAct({ words: args.slice(at), isFed, needsForce });
  if (act === undefined) return undefined;
  if (act.tree !== undefined) folder = folderIn(folder, act.tree);
  return folder.isKnown ? { ...act, folder: folder.path } : undefined;
}

function quoteWord(word: string): string {
  return /^[^\s'"\\]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
