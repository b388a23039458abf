import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { until } from '../../until';
import { BareWindow, type WindowPlan, type WindowReport } from './bareWindow';

/** A window of a scene, with all its reports and log lines. */
export abstract class SceneWindow {
  readonly reports: WindowReport[] = [];
  readonly notes: string[] = [];

  abstract get hasEnded(): boolean;

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

  abstract allow(sessionId: string): void;

  /** Shuts down like a window that the editor closes or reloads. */
  abstract close(): Promise<void>;

  /** Ends the window at the end of its scene. */
  abstract dispose(): Promise<void>;
}

/** A window in this process, which starts faster than a separate one and cannot crash. */
export class WindowHere extends SceneWindow {
  private readonly window: BareWindow;
  private ended: Promise<void> | undefined;

  constructor(plan: WindowPlan) {
    super();
    this.window = new BareWindow(plan, {
      report: (report) => this.reports.push(report),
      note: (message) => this.notes.push(message),
    });
  }

  get hasEnded(): boolean {
    return this.ended !== undefined;
  }

  allow(sessionId: string): void {
    this.window.allow(sessionId);
  }

  close(): Promise<void> {
    return (this.ended ??= this.window.close());
  }

  dispose(): Promise<void> {
    return this.close();
  }
}

/** A window in its own process, which can crash. */
export class WindowProcess extends SceneWindow {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly ended: Promise<unknown>;

  /** `bundle` is that of `windowProcessMain.ts`. */
  constructor(bundle: string, plan: WindowPlan) {
    super();
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

  allow(sessionId: string): void {
    this.child.stdin.write(`${sessionId}\n`);
  }

  async close(): Promise<void> {
    this.child.stdin.write('close\n');
    await this.ended;
  }

  async crash(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  dispose(): Promise<void> {
    return this.crash();
  }
}
