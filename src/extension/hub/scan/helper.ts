import { Worker } from 'node:worker_threads';
import type { HelperReport, HelperTask } from './helperTask';

/** One to go on with while the other's report is taken. */
const mostTasks = 2;
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** What tells the thread of a helper from the one that it helps. */
export const helperKind = 'missionControlScanHelper';

export interface HelperParts<Task> {
  /** The thread's bundle. */
  readonly script: string;
  /** What it is to do next; undefined where there is nothing. */
  readonly next: () => Task | undefined;
  readonly asked: (task: Task) => HelperTask;
  /** Told of each task; without a report where the helper ended before. */
  readonly onDone: (task: Task, report: HelperReport | undefined) => void;
}

/** A second thread that reads files while there are many. Where it fails, nothing is lost but its help. */
export class Helper<Task> {
  private readonly worker: Worker;
  private tasks: Task[] = [];
  private isEnded = false;

  constructor(private readonly parts: HelperParts<Task>) {
    const workerData = { kind: helperKind };
    this.worker = new Worker(parts.script, { workerData, stdout: false, resourceLimits });
    this.worker.on('message', (report: HelperReport) => this.done(report));
    this.worker.on('error', () => this.end());
    this.worker.once('exit', () => this.end());
    this.giveTasks();
  }

  /** What it has not done is told as such. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    void this.worker.terminate();
    const { tasks } = this;
    this.tasks = [];
    for (const task of tasks) this.parts.onDone(task, undefined);
  }

  private giveTasks(): void {
    while (!this.isEnded && this.tasks.length < mostTasks) {
      const task = this.parts.next();
      if (task === undefined) return;
      this.tasks.push(task);
      this.worker.postMessage(this.parts.asked(task));
    }
  }

  private done(report: HelperReport): void {
    const task = this.tasks.shift();
    if (task === undefined) return;
    this.giveTasks();
    this.parts.onDone(task, report);
  }
}
