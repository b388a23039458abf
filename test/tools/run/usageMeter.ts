import {
  readCommand,
  readMemory,
  readProcess,
  readProcessTable,
  ticksPerSecond,
  type ProcessRow,
} from './processTable';

const sampleMs = 1_000;
/** Memory is read only at every second sample, because it takes longer than reading times. */
const memoryEach = 2;

/** Kinds of processes in a test run, recognized by their commands. */
export const processKinds = ['tests', 'editor', 'browser', 'client', 'hub', 'other'] as const;
export type ProcessKind = (typeof processKinds)[number];

export interface KindUsage {
  readonly kind: ProcessKind;
  /** Number of programs started; all processes of one browser count once. */
  readonly started: number;
  readonly processorMs: number;
  /** The largest resident set of one process of this kind, in bytes. */
  readonly peak: number;
}

export interface Usage {
  readonly wallMs: number;
  /** Processor time of the run and everything that it started, in ms. */
  readonly processorMs: number;
  /** The largest total memory of all processes at one moment, without shared memory, in bytes. */
  readonly peak: number;
  readonly kinds: readonly KindUsage[];
  /** Processor time by the name under which a child of the run was registered, in ms. */
  readonly named: ReadonlyMap<string, number>;
}

interface Seen {
  readonly kind: ProcessKind;
  readonly name: string | undefined;
  /** False if its parent is of the same kind. */
  readonly isProgram: boolean;
  last: ProcessRow;
  /** True if its parent ended first, so no process of the run waits for it. */
  orphaned: boolean;
  peak: number;
}

/**
 * Measures the resources of a process and all its descendants by reading the system's process table
 * once a second. The total is exact for descendants that are waited for, however short-lived; the
 * shares of kinds and names miss what a process used after its last sample.
 */
export class UsageMeter {
  private readonly names = new Map<number, string>();
  private readonly seen = new Map<string, Seen>();
  private readonly began = performance.now();
  private readonly root: ProcessRow | undefined;
  private readonly timer: NodeJS.Timeout;
  private samples = 0;
  private peak = 0;

  constructor(private readonly pid = process.pid) {
    this.root = readProcess(pid);
    this.timer = setInterval(() => this.sample(), sampleMs);
    this.timer.unref();
  }

  /** Counts a child of the run and its descendants under a name. */
  register(child: number | undefined, name: string): void {
    if (child !== undefined) this.names.set(child, name);
  }

  /** Processor time so far of a registered name, including descendants, in ms. */
  processorOf(name: string): number {
    this.sample(false);
    return this.named().get(name) ?? 0;
  }

  stop(): Usage {
    clearInterval(this.timer);
    this.sample(true);
    const all = [...this.seen.values()];
    const root = readProcess(this.pid);
    const orphans = all.filter(({ orphaned }) => orphaned);
    const ticks = spent(root) - spent(this.root) + sum(orphans.map(({ last }) => spent(last)));
    return {
      wallMs: performance.now() - this.began,
      processorMs: inMs(ticks),
      peak: this.peak,
      kinds: processKinds.map((kind) => {
        const those = all.filter((one) => one.kind === kind);
        return {
          kind,
          started: those.filter(({ isProgram }) => isProgram).length,
          processorMs: inMs(sum(those.map(({ last }) => last.own))),
          peak: Math.max(0, ...those.map(({ peak }) => peak)),
        };
      }),
      named: this.named(),
    };
  }

  private named(): ReadonlyMap<string, number> {
    const named = new Map<string, number>();
    for (const { name, last } of this.seen.values()) {
      if (name !== undefined) named.set(name, (named.get(name) ?? 0) + inMs(last.own));
    }
    return named;
  }

  private sample(withMemory = this.samples % memoryEach === 0): void {
    const rows = new Map(readProcessTable().map((row) => [row.pid, row]));
    this.samples += 1;
    let together = 0;
    for (const row of rows.values()) {
      const one = this.follow(row, rows);
      if (one === undefined || !withMemory) continue;
      const { peak, alone } = readMemory(row.pid);
      one.peak = Math.max(one.peak, peak);
      together += alone;
    }
    this.peak = Math.max(this.peak, together);
  }

  /** The record of a process that belongs to the run; undefined for any other. */
  private follow(row: ProcessRow, rows: ReadonlyMap<number, ProcessRow>): Seen | undefined {
    const id = idOf(row);
    const known = this.seen.get(id);
    if (known !== undefined) {
      known.orphaned ||= row.parent !== known.last.parent;
      known.last = row;
      return known;
    }
    const parent = rows.get(row.parent);
    if (row.pid === this.pid || parent === undefined) return undefined;
    const above = parent.pid === this.pid ? undefined : this.follow(parent, rows);
    if (parent.pid !== this.pid && above === undefined) return undefined;
    const kind = kindOf(readCommand(row.pid)) ?? above?.kind ?? 'other';
    const made: Seen = {
      kind,
      name: this.names.get(row.pid) ?? above?.name,
      isProgram: above?.kind !== kind,
      last: row,
      orphaned: false,
      peak: 0,
    };
    this.seen.set(id, made);
    return made;
  }
}

function kindOf(command: string): ProcessKind | undefined {
  if (/testProcessMain/.test(command)) return 'tests';
  if (/chrom|firefox/i.test(command)) return 'browser';
  if (/\.cache\/editor/.test(command)) return 'editor';
  if (/\.cache\/claude-code/.test(command)) return 'client';
  if (/hub\.js|hubMain/.test(command)) return 'hub';
  return undefined;
}

function idOf({ pid, started }: ProcessRow): string {
  return `${pid}/${started}`;
}

function spent(row: ProcessRow | undefined): number {
  return row === undefined ? 0 : row.own + row.waited;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function inMs(ticks: number): number {
  return (ticks * 1000) / ticksPerSecond;
}
