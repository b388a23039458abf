import { watch } from 'node:fs';
import * as path from 'node:path';
import { t } from '../../../shared/l10n';
import type { SessionTarget } from '../../manifest';
import { Emitter } from '../../util/emitter';
import {
  type Disposable,
  DisposableSlot,
  DisposableStore,
  toDisposable,
} from '../../util/lifetime';
import type { Log } from '../../util/log';
import { subagentTitle, titleOf } from '../sessionText';
import type { SessionNotes } from './entry';
import type { ReadableSession, SessionSource } from './readableSessions';
import { headerLines } from './header';
import { parseLine } from './parse';
import { type Fold, type Mark, type OutlineItem, TranscriptText } from './render';
import { textStyle } from './textStyle';
import { resolveTranscriptFile, TranscriptPathError } from './transcriptFilePath';
import { TranscriptReader } from './transcriptReader';

export interface TranscriptDocumentParts {
  readonly target: SessionTarget;
  readonly sessions: SessionSource;
  readonly configHome: string;
  readonly home: string;
  readonly log: Log;
}

/** One state of the document: text and everything that refers to its lines. */
export interface TranscriptSnapshot {
  readonly text: string;
  readonly lineCount: number;
  readonly folds: readonly Fold[];
  readonly outline: readonly OutlineItem[];
  readonly marks: readonly Mark[];
}

const watchDelayMs = 60;
/** Finds what the watcher missed. */
const sweepMs = 2_000;

/** A session's transcript as text, following the file while it grows. */
export class TranscriptDocument implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly reader = new TranscriptReader();
  private readonly watcher = this.lifetime.add(new DisposableSlot());
  private content: TranscriptText | undefined;
  private notes: SessionNotes = {};
  private badLines = 0;
  private session: ReadableSession | undefined;
  private header: readonly string[] = [];
  private file = '';
  private loaded = false;
  private changed = false;
  private running: Promise<void> | undefined;
  private runAgain = false;
  private readTimer: NodeJS.Timeout | undefined;
  private fireTimer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: TranscriptDocumentParts) {
    this.lifetime.add(
      parts.sessions.onDidChange(() => {
        if (parts.sessions.get(parts.target.sessionId) !== this.session) this.readSoon();
      }),
    );
    const sweep = setInterval(() => this.readSoon(), sweepMs);
    this.lifetime.add(
      toDisposable(() => {
        clearInterval(sweep);
        clearTimeout(this.readTimer);
        clearTimeout(this.fireTimer);
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Reads what is new. One run at a time, and one more when anything asked meanwhile. */
  refresh(): Promise<void> {
    if (this.running !== undefined) {
      this.runAgain = true;
      return this.running;
    }
    this.running = this.readAll().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  snapshot(): TranscriptSnapshot {
    const { content } = this;
    return {
      text: content?.text ?? '',
      lineCount: content?.lineCount ?? 0,
      folds: content?.folds ?? [],
      outline: content?.outline ?? [],
      marks: content?.marks ?? [],
    };
  }

  private async readAll(): Promise<void> {
    do {
      this.runAgain = false;
      await this.readOnce();
    } while (this.runAgain && !this.lifetime.isDisposed);
  }

  private async readOnce(): Promise<void> {
    const { target, sessions, configHome, home } = this.parts;
    this.session = sessions.get(target.sessionId) ?? this.session;
    const file = await resolveTranscriptFile(claimedPath(this.session, target.agentId), configHome);
    if (this.lifetime.isDisposed) return;
    if (file !== this.file) this.follow(file);
    const style = textStyle(this.session?.projectPath ?? '', home);
    const isSubagent = target.agentId !== undefined;
    await this.reader.read(file, {
      reset: () => {
        this.content = new TranscriptText(style);
        this.notes = {};
        this.badLines = 0;
        this.header = [];
        this.changed = true;
      },
      lines: (lines) => {
        for (const line of lines) this.take(line, isSubagent);
      },
      tooLong: () => {
        this.badLines += 1;
      },
    });
    this.updateHeader();
    // Who asked for the first read waits for it and needs no event.
    if (this.loaded && this.changed) this.fireSoon();
    else this.changed = false;
    this.loaded = true;
  }

  private take(line: string, isSubagent: boolean): void {
    const { entries, isBad, notes } = parseLine(line, isSubagent);
    if (isBad) this.badLines += 1;
    const { startedAt } = this.notes;
    this.notes = { ...this.notes, ...notes, ...(startedAt === undefined ? {} : { startedAt }) };
    if (entries.length === 0) return;
    this.content?.append(entries);
    this.changed = true;
  }

  private updateHeader(): void {
    const { target, home } = this.parts;
    const { session } = this;
    const subagent = session?.subagents?.find(({ agentId }) => agentId === target.agentId);
    const title = session === undefined ? target.sessionId : titleOf(session);
    const header = headerLines(
      {
        title:
          subagent === undefined
            ? title
            : t('{0} (subagent of {1})', subagentTitle(subagent), title),
        projectName: session?.projectName ?? '',
        gitBranch: session?.gitBranch,
        model: this.notes.model ?? session?.model,
        startedAt: this.notes.startedAt,
        file: this.file,
        skippedBytes: this.reader.skippedBytes,
        totalBytes: this.reader.totalBytes,
        badLines: this.badLines,
      },
      textStyle('', home),
      home,
    );
    if (header.join('\n') === this.header.join('\n')) return;
    this.header = header;
    this.content?.setHeader(header);
    this.changed = true;
  }

  private follow(file: string): void {
    this.file = file;
    try {
      const watcher = watch(file, () => this.readSoon());
      watcher.on('error', () => watcher.close());
      this.watcher.value = toDisposable(() => watcher.close());
    } catch {
      this.watcher.value = undefined; // The sweep finds what no watcher tells.
    }
  }

  private readSoon(): void {
    this.readTimer ??= setTimeout(() => {
      this.readTimer = undefined;
      this.refresh().catch((error: unknown) => this.keepLast(error));
    }, watchDelayMs);
  }

  /** The last text stays while the file cannot be read: it may be on its way to another folder. */
  private keepLast(error: unknown): void {
    if (error instanceof TranscriptPathError) return;
    this.parts.log.debug(`A transcript could not be read: ${String(error)}`);
  }

  /** The longer the text, the rarer it is handed over: a handover costs its whole length. */
  private fireSoon(): void {
    if (this.lifetime.isDisposed) return;
    const delayMs = Math.min(2_000, 100 + (this.content?.lineCount ?? 0) / 50);
    this.fireTimer ??= setTimeout(() => {
      this.fireTimer = undefined;
      this.changed = false;
      this.changes.fire();
    }, delayMs);
  }
}

/** Where the transcript is said to be; for a subagent beside its session's. */
export function claimedPath(
  session: ReadableSession | undefined,
  agentId: string | undefined,
): string {
  const main = session?.transcriptPath ?? '';
  if (agentId === undefined || main === '') return main;
  const named = session?.subagents?.find((subagent) => subagent.agentId === agentId);
  return (
    named?.transcriptPath ??
    path.join(main.replace(/\.jsonl$/, ''), 'subagents', `agent-${path.basename(agentId)}.jsonl`)
  );
}
