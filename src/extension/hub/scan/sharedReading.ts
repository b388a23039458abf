import type { FoundFile } from '../ingest/transcriptFolders';
import { forEachRow } from '../lines/rowLog';
import { RowCounter } from '../usage/rowCounter';
import type { UsageFile } from '../usage/usageFile';
import { Helper } from './helper';
import type { HelperReport } from './helperTask';
import type { PlannedFile, ReadingPlan } from './readingPlan';
import type { CountedUsage } from './usageCache';

/** A file that a helper reads, and how often it had been read here when the helper was asked. */
interface Shared {
  readonly planned: PlannedFile;
  readonly file: UsageFile;
  readonly readings: number;
}

export interface SharedReadingParts {
  /** The bundle that a helper runs. */
  readonly script: string;
  /** A helper is asked for so many bytes at once. */
  readonly taskBytes: number;
  readonly plan: ReadingPlan;
  readonly counted: CountedUsage;
  /** Undefined for a file that tells no usage. */
  readonly follow: (found: FoundFile) => UsageFile | undefined;
}

/** Has a helper read a plan from its other end, and counts what that tells. */
export class SharedReading {
  private readonly helper: Helper<readonly Shared[]>;
  /** Of its own: reports come in the middle of a file that is read here. */
  private readonly counter: RowCounter;

  constructor(private readonly parts: SharedReadingParts) {
    this.counter = new RowCounter(parts.counted.ledger);
    this.helper = new Helper({
      script: parts.script,
      next: () => this.share(),
      asked: (task) => task.map(({ file: { path, place } }) => ({ path, place })),
      onDone: (task, report) => this.takeOver(task, report),
    });
  }

  /** What the helper has not done goes back to the plan. */
  end(): void {
    this.helper.end();
  }

  private share(): readonly Shared[] | undefined {
    const { plan, taskBytes, follow } = this.parts;
    const task: Shared[] = [];
    for (const planned of plan.takeOldest(taskBytes)) {
      const file = follow(planned.file);
      if (file === undefined) plan.done(planned.file);
      else task.push({ planned, file, readings: file.readings });
    }
    return task.length > 0 ? task : undefined;
  }

  /** Of files that are being read here, or were meanwhile, or are gone, the report is not the last word. */
  private takeOver(task: readonly Shared[], report: HelperReport | undefined): void {
    const { plan, counted } = this.parts;
    const missed: PlannedFile[] = [];
    const replaced = new Set<number>();
    const sources = task.map(({ planned, file, readings }, index) => {
      const read = report?.files[index];
      if (read?.place === undefined) {
        missed.push(planned);
        return undefined;
      }
      plan.done(planned.file);
      if (counted.files.get(file.path) !== file || file.readings !== readings) return undefined;
      if (read.isReplaced) replaced.add(file.source);
      file.place = read.place;
      return file.source;
    });
    plan.giveBack(missed);
    if (report === undefined) return;
    if (replaced.size > 0) counted.ledger.drop(replaced); // All at once: it is looked through for them.
    this.count(report, sources);
    plan.read(report.bytes);
  }

  /** The rows of files without a number are left out. */
  private count({ files, logged }: HelperReport, sources: readonly (number | undefined)[]): void {
    let file = 0;
    let behind = files[0]?.rows ?? 0;
    forEachRow(logged, (row, index) => {
      while (index >= behind && file < files.length) {
        file += 1;
        behind += files[file]?.rows ?? 0;
      }
      const source = sources[file];
      if (source !== undefined) this.counter.count(source, row);
    });
  }
}
