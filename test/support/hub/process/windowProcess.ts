import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { until } from '../../until';

/** What a window is started with. */
export interface WindowPlan {
  readonly home: string;
  /** The hub's bundle. */
  readonly script: string;
  readonly ports: readonly number[];
  readonly phonePorts: readonly number[];
  readonly release: string;
  /** File with the secrets of its editor. */
  readonly secrets: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly isTrusted: boolean;
}

/** What a window tells of itself whenever that changes; sessions by their ids. */
export interface WindowReport {
  readonly connection: string;
  readonly status: string;
  /** Sessions whose requests are answered here. */
  readonly answerable: readonly string[];
  /** Sessions whose requests are held. */
  readonly waiting: readonly string[];
  readonly machines: readonly string[];
}

/** A window of an editor as a process of its own, which can close and crash as one. */
export class WindowProcess {
  readonly reports: WindowReport[] = [];
  readonly notes: string[] = [];
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly ended: Promise<unknown>;

  /** `bundle` is that of `windowProcessMain.ts`. */
  constructor(bundle: string, plan: WindowPlan) {
    this.child = spawn(process.execPath, [bundle, JSON.stringify(plan)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.ended = once(this.child, 'exit');
    this.child.stdin.on('error', () => undefined);
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      if (line.startsWith('# ')) this.notes.push(line.slice(2));
      else this.reports.push(JSON.parse(line) as WindowReport);
    });
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  waitFor(assertion: (report: WindowReport) => void): Promise<unknown> {
    return until(
      () => this.reports.at(-1),
      (report) => {
        assert.ok(report, this.notes.join('\n'));
        assertion(report);
      },
      60_000,
    );
  }

  allow(sessionId: string): void {
    this.child.stdin.write(`${sessionId}\n`);
  }

  /** As the editor closes or reloads a window. */
  async close(): Promise<void> {
    this.child.stdin.write('close\n');
    await this.ended;
  }

  async crash(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
