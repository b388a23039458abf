/**
 * `turns` is the number of turns that changed the file; all of a subagent's are one, and its number is 0.
 * `lastAt` is in ms since 1970, and 0 where no time is known. `since` is set where a shell's command made
 * the last change, and tells when that command began: the client compares the work tree before and
 * after it, so that what others changed meanwhile is told as changed by it, too.
 */
export type FileChange = readonly [
  path: string,
  edits: number,
  turns: number,
  lastTurn: number,
  lastAt: number,
  since?: number,
];

/** Changed files in an order. A list of them is one, too. */
export interface ChangedFiles extends Iterable<FileChange> {
  readonly length: number;
  at(index: number): FileChange | undefined;
  slice(from: number): readonly FileChange[];
}

/** Numbers of one file: its counts in one, its time, and `since` or NaN. */
const each = 3;
/** A count of turns has 16 bits, and that of edits the 21 that are left of an exact number. */
const [turnLimit, editLimit] = [2 ** 16, 2 ** 21];

/**
 * Changed files as a list of paths and one of numbers: a hub keeps many thousands of them, and a list for
 * each would take three times as much. Nothing in it changes. JSON has it as a list of lists.
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
    // A list that grew takes more than it needs; its copy does not.
    return new ChangeTable(
      all.map(([path]) => path),
      all.flatMap(numbersOf).slice(),
    );
  }

  get length(): number {
    return this.paths.length;
  }

  at(index: number): FileChange | undefined {
    const place = index < 0 ? this.length + index : index;
    const { paths, numbers } = this;
    const path = paths[place];
    if (path === undefined) return undefined;
    const [counts = 0, lastAt = 0, since = Number.NaN] = numbers.slice(
      place * each,
      place * each + each,
    );
    const lastTurn = counts % turnLimit;
    const turns = Math.floor(counts / turnLimit) % turnLimit;
    const edits = Math.floor(counts / turnLimit ** 2);
    const change = [path, edits, turns, lastTurn, lastAt] as const;
    return Number.isNaN(since) ? change : [...change, since];
  }

  /** When the file at a place was changed last. */
  timeAt(place: number): number {
    return this.numbers[place * each + 1] ?? 0;
  }

  /** Place of the file at a path; -1 where it is not among them. */
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

  /** The files without the one at a place, and with another at the end. */
  moved(gone: number, last: FileChange): ChangeTable {
    // Copies that lose something first have room for as much.
    const [paths, numbers] = [this.paths.slice(), this.numbers.slice()];
    paths.splice(gone, 1);
    paths.push(last[0]);
    numbers.splice(gone * each, each);
    numbers.push(...numbersOf(last));
    return new ChangeTable(paths, numbers);
  }

  /** The files with another at the end. */
  with(last: FileChange): ChangeTable {
    return new ChangeTable(this.paths.concat(last[0]), this.numbers.concat(numbersOf(last)));
  }
}

function numbersOf([, edits, turns, lastTurn, lastAt, since]: FileChange): number[] {
  const [some, last] = [turns, lastTurn].map((turn) => Math.min(turn, turnLimit - 1));
  const counts = (Math.min(edits, editLimit - 1) * turnLimit + (some ?? 0)) * turnLimit;
  return [counts + (last ?? 0), lastAt, since ?? Number.NaN];
}
