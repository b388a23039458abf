import * as path from 'node:path';
import { LineSink } from './lineSink';
import type { BrokenCounts, HistorySummary, TrueMessage, TrueSession } from './truth';

/**
 * Records the true values of a history while it is written, so that measurements can compare the
 * product's results with them.
 */
export class HistoryLog {
  private readonly messages: LineSink;
  private readonly sessions: LineSink;
  private readonly kinds = new Map<string, number>();
  private readonly broken: BrokenCounts = {
    half: 0,
    cutOff: 0,
    merged: 0,
    notJson: 0,
    notUtf8: 0,
  };
  private bytes = 0;
  private files = 0;
  private messageCount = 0;
  private longestLine = 0;
  private linesOver1Mb = 0;

  constructor(folder: string) {
    this.messages = new LineSink(path.join(folder, 'messages.jsonl'));
    this.sessions = new LineSink(path.join(folder, 'sessions.jsonl'));
  }

  message(message: TrueMessage): void {
    this.messageCount += 1;
    this.messages.json(message);
  }

  session(session: TrueSession): void {
    this.sessions.json(session);
  }

  file(bytes: number): void {
    this.files += 1;
    this.bytes += bytes;
  }

  line(kind: string, bytes: number): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.longestLine = Math.max(this.longestLine, bytes);
    if (bytes > 1_000_000) this.linesOver1Mb += 1;
  }

  breaks(kind: keyof BrokenCounts): void {
    this.broken[kind] += 1;
  }

  close(now: number): HistorySummary {
    this.messages.close(now);
    this.sessions.close(now);
    return {
      bytes: this.bytes,
      files: this.files,
      lines: [...this.kinds.values()].reduce((sum, count) => sum + count, 0),
      messages: this.messageCount,
      longestLine: this.longestLine,
      linesOver1Mb: this.linesOver1Mb,
      broken: this.broken,
      kinds: Object.fromEntries([...this.kinds].sort(([, a], [, b]) => b - a)),
    };
  }
}
