import type {
  ResumeEditor,
  SessionTerminal,
  TerminalOptions,
} from '../../../src/extension/views/resume/resumer';
import { Emitter } from '../../../src/extension/util/emitter';
import type { LiveSession } from '../../../src/shared/protocol/protocol';

/** A terminal that records what is typed into it. */
export class FakeTerminal implements SessionTerminal {
  private readonly closes = new Emitter<void>();
  private readonly fails = new Emitter<void>();
  readonly onDidClose = this.closes.event;
  readonly onDidFail = this.fails.event;
  shown = 0;
  readonly typed: string[] = [];
  constructor(readonly options: TerminalOptions) {}
  show(): void {
    this.shown += 1;
  }
  type(line: string): void {
    this.typed.push(line);
  }
  close(): void {
    this.closes.fire();
  }
  fail(): void {
    this.fails.fire();
  }
}

/** An editor that opens fake terminals and records its messages to the person. */
export class FakeResumeEditor implements ResumeEditor {
  isTrusted = true;
  command: unknown = 'claude';
  readonly terminals: FakeTerminal[] = [];
  readonly told: string[] = [];
  claudeCommand(): unknown {
    return this.command;
  }
  openTerminal(options: TerminalOptions): SessionTerminal {
    const terminal = new FakeTerminal(options);
    this.terminals.push(terminal);
    return terminal;
  }
  /** The name that the person gives a worktree. */
  worktree: string | undefined = '';
  async askWorktreeName(): Promise<string | undefined> {
    return this.worktree;
  }
  async offerTrust(): Promise<void> {
    this.told.push('trust');
  }
  async showRunning(_session: LiveSession, message: string): Promise<void> {
    this.told.push(message);
  }
}
