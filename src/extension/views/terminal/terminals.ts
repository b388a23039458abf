import * as vscode from 'vscode';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';

/** The terminals of this window by the process ids of their shells. */
export class Terminals implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  private readonly byPid = new Map<number, vscode.Terminal>();
  readonly onDidChange = this.changes.event;

  constructor() {
    this.lifetime.add(vscode.window.onDidOpenTerminal((terminal) => void this.readPid(terminal)));
    this.lifetime.add(
      vscode.window.onDidCloseTerminal((terminal) => this.removeTerminal(terminal)),
    );
    this.lifetime.add(vscode.window.onDidChangeActiveTerminal(() => this.changes.fire()));
    for (const terminal of vscode.window.terminals) void this.readPid(terminal);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  get pids(): readonly number[] {
    return [...this.byPid.keys()];
  }

  /** Process id of the terminal that has the focus or had it last. */
  get activePid(): number | undefined {
    const active = vscode.window.activeTerminal;
    if (active === undefined) return undefined;
    return this.pids.find((pid) => this.byPid.get(pid) === active);
  }

  withPid(pid: number): vscode.Terminal | undefined {
    return this.byPid.get(pid);
  }

  /**
   * Reads a terminal's process id, which is available once its process runs; some terminals have
   * none.
   */
  private async readPid(terminal: vscode.Terminal): Promise<void> {
    const pid = await terminal.processId;
    if (pid === undefined || terminal.exitStatus !== undefined || this.lifetime.isDisposed) return;
    this.byPid.set(pid, terminal);
    this.changes.fire();
  }

  private removeTerminal(closed: vscode.Terminal): void {
    for (const [pid, terminal] of this.byPid) if (terminal === closed) this.byPid.delete(pid);
    this.changes.fire();
  }
}
