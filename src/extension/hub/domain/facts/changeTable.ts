/**
 * A changed file. `turns` is the number of turns that changed it; a subagent counts as a single
 * turn with number 0. `lastAt` is in ms since 1970, and 0 if unknown. If a shell command made the
 * last change, `since` is the time when the command started: the client compares the work tree
 * before and after a command, so it also attributes changes by others to the command.
 */
export type FileChange = readonly [
  path: string,
  edits: number,
  turns: number,
  lastTurn: number,
  lastAt: number,
  since?: number,
];

/** Changed files, the least recently changed one first. */
export interface ChangedFiles extends Iterable<FileChange> {
  readonly length: number;
  at(index: number): FileChange | undefined;
  slice(from: number): readonly FileChange[];
}

/** Number of entries of `numbers` per file: the packed counts, `lastAt`, and `since` or NaN. */
const numbersPerFile = 3;
/**
 * Limits of the packed counts: 16 bits each for `turns` and `lastTurn`, and the remaining 21 bits
 * of a safe integer for `edits`.
 */
const [turnLimit, editLimit] = [2 ** 16, 2 ** 21];

/**
 * Stores changed files as one array of paths and one of numbers, which needs a third of the memory
 * of an array per file: a hub holds many thousands of them. Immutable. The JSON form is a list of
 * `FileChange`.
 */
export class ChangeTable implements ChangedFiles {
  static readonly empty = new ChangeTable([], []);

  private constructor(
    readonly paths: readonly string[],
    private readonly numbers: readonly number[],
  ) {}

  static of(files: ChangedFiles): ChangeTable {
    if (files instanceof ChangeTable) return files;
    const all = [...files];
    // Copied, because an array that grew has spare capacity.
    return new ChangeTable(
      all.map(([path]) => path),
      all.flatMap(numbersOf).slice(),
    );
  }

  get length(): number {
    return this.paths.length;
  }

  at(index: number): FileChange | undefined {
    const position = index < 0 ? this.length + index : index;
    const { paths, numbers } = this;
    const path = paths[position];
    if (path === undefined) return undefined;
    const [counts = 0, lastAt = 0, since = Number.NaN] = numbers.slice(
      position * numbersPerFile,
      position * numbersPerFile + numbersPerFile,
    );
    const lastTurn = counts % turnLimit;
    const turns = Math.floor(counts / turnLimit) % turnLimit;
    const edits = Math.floor(counts / turnLimit ** 2);
    const change = [path, edits, turns, lastTurn, lastAt] as const;
    return Number.isNaN(since) ? change : [...change, since];
  }

  /** When the file at an index was last changed, in ms since 1970. */
  timeAt(place: number): number {
    return this.numbers[place * numbersPerFile + 1] ?? 0;
  }

  /** Index of a path; -1 if it is not included. */
  find(path: string): number {
    return this.paths.indexOf(path);
  }

  slice(from: number): readonly FileChange[] {
    const first = from < 0 ? Math.max(0, this.length + from) : from;
    const files: FileChange[] = [];
    for (let place = first; place < this.length; place += 1) {
      const change = this.at(place);
      if (change !== undefined) files.push(change);
    }
    return files;
  }

  [Symbol.iterator](): Iterator<FileChange> {
    return this.slice(0)[Symbol.iterator]();
  }

  toJSON(): readonly FileChange[] {
    return this.slice(0);
  }

  /** Returns a copy in which the file at an index is removed and another one is appended. */
  withReplaced(removedIndex: number, last: FileChange): ChangeTable {
    // Copied before the change: an array that removes one element and adds one does not grow its
    // capacity.
    const [paths, numbers] = [this.paths.slice(), this.numbers.slice()];
    paths.splice(removedIndex, 1);
    paths.push(last[0]);
    numbers.splice(removedIndex * numbersPerFile, numbersPerFile);
    numbers.push(...numbersOf(last));
    return new ChangeTable(paths, numbers);
  }

  /** Returns a copy with a file appended. */
  withAppended(last: FileChange): ChangeTable {
    return new ChangeTable(this.paths.concat(last[0]), this.numbers.concat(numbersOf(last)));
  }
}

function numbersOf([, edits, turns, lastTurn, lastAt, since]: FileChange): number[] {
  const [turnCount, lastTurnNumber] = [turns, lastTurn].map((turn) =>
    Math.min(turn, turnLimit - 1),
  );
  const counts = (Math.min(edits, editLimit - 1) * turnLimit + (turnCount ?? 0)) * turnLimit;
  return [counts + (lastTurnNumber ?? 0), lastAt, since ?? Number.NaN];
}
