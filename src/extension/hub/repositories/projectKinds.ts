import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { isLocalPath } from '../../util/files/localPath';

/** Endings of files that are programs or say how to build one; any other ending says nothing. */
const codeEndings =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|scala|swift|cs|fs|vb|c|cc|cpp|cxx|h|hpp|m|mm|php|pl|sh|ps1|sql|lua|dart|ex|exs|erl|hs|ml|clj|jl|r|vue|svelte|html|s?css|less|toml|gradle|cmake|tf|proto|ipynb)$/iu;

/** Folders below the project's that are read, and files that are counted at most. */
const deepest = 3;
const mostFiles = 2_000;

/** Folders of what others wrote, and of what was built. */
const passedOver = /^(?:\..*|node_modules|vendor|target|dist|build|out)$/u;

/** A project is counted again after so long, in ms. */
const freshMs = 10 * 60_000;

interface Kind {
  readonly isProse: boolean;
  readonly at: number;
}

/** Says of projects if they are prose, by counting the files in their folders. */
export class ProjectKinds {
  private readonly kinds = new Map<string, Kind>();
  private readonly counting = new Set<string>();

  /** `onDidChange` is called when a project turns out to be of another kind than was said. */
  constructor(
    private readonly isText: (file: string) => boolean,
    private readonly onDidChange: () => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** False until the project was counted. */
  isProse(project: string): boolean {
    const known = this.kinds.get(project);
    if (known === undefined || this.now() - known.at > freshMs) void this.count(project);
    return known?.isProse === true;
  }

  private async count(project: string): Promise<void> {
    if (this.counting.has(project) || !isLocalPath(project)) return;
    this.counting.add(project);
    const isProse = await holdsProse(project, this.isText);
    this.counting.delete(project);
    const before = this.kinds.get(project)?.isProse === true;
    this.kinds.set(project, { isProse, at: this.now() });
    if (isProse !== before) this.onDidChange();
  }
}

/** True where the folder and those near below it hold more texts than files of code. */
async function holdsProse(project: string, isText: (file: string) => boolean): Promise<boolean> {
  let files = 0;
  let balance = 0;
  let level = [project];
  for (let depth = 0; depth <= deepest && files < mostFiles; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      for (const entry of await entriesOf(folder)) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory() && !passedOver.test(entry.name)) below.push(file);
        if (!entry.isFile() || files === mostFiles) continue;
        files += 1;
        if (codeEndings.test(entry.name)) balance -= 1;
        else if (isText(file)) balance += 1;
      }
      if (files === mostFiles) break;
    }
    level = below;
  }
  return balance > 0;
}

/** Its entries; none where the folder is gone or may not be read. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
