import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { isLocalPath } from '../../util/files/localPath';

/** Extensions of source and build files. */
const codeEndings =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|scala|swift|cs|fs|vb|c|cc|cpp|cxx|h|hpp|m|mm|php|pl|sh|ps1|sql|lua|dart|ex|exs|erl|hs|ml|clj|jl|r|vue|svelte|html|s?css|less|toml|gradle|cmake|tf|proto|ipynb)$/iu;

/** Maximum depth below the project's folder, and maximum number of files, that are counted. */
const maxDepth = 3;
const maxFiles = 2_000;

/** Names of folders that are not counted: hidden ones, dependencies and build output. */
const skippedFolders = /^(?:\..*|node_modules|vendor|target|dist|build|out)$/u;

/** Age in ms after which a project's files are counted again. */
const recountMs = 10 * 60_000;

interface Kind {
  readonly isProse: boolean;
  readonly at: number;
}

/** Decides whether projects mainly contain prose, by counting the files in their folders. */
export class ProjectKinds {
  private readonly kinds = new Map<string, Kind>();
  private readonly counting = new Set<string>();

  /** `onDidChange` is called when a count changes the answer for a project. */
  constructor(
    private readonly isText: (file: string) => boolean,
    private readonly onDidChange: () => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the answer of the last count, false before the first; starts a count if due. */
  isProse(project: string): boolean {
    const known = this.kinds.get(project);
    if (known === undefined || this.now() - known.at > recountMs) void this.count(project);
    return known?.isProse === true;
  }

  private async count(project: string): Promise<void> {
    if (this.counting.has(project) || !isLocalPath(project)) return;
    this.counting.add(project);
    const isProse = await hasMoreProse(project, this.isText);
    this.counting.delete(project);
    const before = this.kinds.get(project)?.isProse === true;
    this.kinds.set(project, { isProse, at: this.now() });
    if (isProse !== before) this.onDidChange();
  }
}

/** True if the folder has more prose files than code files, within the maximum depth and number. */
async function hasMoreProse(project: string, isText: (file: string) => boolean): Promise<boolean> {
  let files = 0;
  let balance = 0;
  let level = [project];
  for (let depth = 0; depth <= maxDepth && files < maxFiles; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      for (const entry of await entriesOf(folder)) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory() && !skippedFolders.test(entry.name)) below.push(file);
        if (!entry.isFile() || files === maxFiles) continue;
        files += 1;
        if (codeEndings.test(entry.name)) balance -= 1;
        else if (isText(file)) balance += 1;
      }
      if (files === maxFiles) break;
    }
    level = below;
  }
  return balance > 0;
}

/** Returns no entries for a missing or unreadable folder. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
