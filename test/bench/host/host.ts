import * as path from 'node:path';
import { TranscriptReading } from '../../../src/extension/hub/reading/reading';
import { HubLink } from '../../../src/extension/link/hubLink';
import { HubWorker } from '../../../src/extension/link/hubWorker';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { silentLog, type Log } from '../../../src/extension/util/log';
import { StallWatch } from '../probe/stallWatch';
import { BoardWatch } from './boardWatch';
import { attachViews } from './windowViews';
import type { FromHost, HostOptions, HostReport, ToHost } from './messages';

const progressMs = 20;

const log: Log = {
  ...silentLog,
  warn: (message) => process.stderr.write(`${message}\n`),
  error: (message) => process.stderr.write(`${message}\n`),
};

/** Runs the extension's parts of an extension host in a separate process. */
class Host {
  private readonly stall = new StallWatch();
  private startedAt = 0;
  private link: HubLink | undefined;
  private worker: HubWorker | undefined;
  private reading: TranscriptReading | undefined;
  private watch: BoardWatch | undefined;
  private progressTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: HostOptions) {}

  async start(): Promise<void> {
    const { configHome, hubScript, port, mode, watch, views } = this.options;
    if (this.options.stalls) this.stall.start();
    this.startedAt = performance.now();
    if (mode === 'window') {
      this.link = new HubLink({ configHome, script: hubScript, log, ports: [port] });
      this.watch = new BoardWatch(this.link.board, () => performance.now() - this.startedAt, watch);
      if (views) attachViews(this.link.board);
      this.link.board.onDidChange(() => this.scheduleProgress());
      this.link.start();
    } else if (mode === 'scan') {
      this.reading = scan(configHome, hubScript);
    } else {
      await new PrivateFolder(missionControlFolder(configHome)).ensure();
      this.worker = new HubWorker(hubScript, { configHome, port }, log);
      this.worker.setTrusted({ publicKeys: this.options.keys ?? [], phones: [], removed: [] });
      const start = await this.worker.started;
      if (start.kind !== 'listening') throw new Error(`The hub does not listen: ${start.kind}`);
      const { url, token, way } = start;
      sendMessage({ type: 'listening', url, token, way });
    }
  }

  report(): HostReport {
    return {
      ...(this.watch?.progress ?? { sessions: 0, tokensToday: 0, tokens: 0, isRead: 0 }),
      usdToday: this.link?.board.summary.totalCostTodayUsd ?? 0,
      todayAt: this.watch?.todayAt ?? 0,
      seen: this.watch?.list() ?? [],
      stall: this.stall.take(),
    };
  }

  async close(): Promise<void> {
    await this.link?.shutdown();
    await this.worker?.close();
    await this.reading?.close();
  }

  /**
   * Sends the progress after changes only, because with an interval timer the process would never
   * be idle.
   */
  private scheduleProgress(): void {
    this.progressTimer ??= setTimeout(() => this.sendProgress(), progressMs).unref();
  }

  private sendProgress(): void {
    const { watch } = this;
    this.progressTimer = undefined;
    if (watch === undefined) return;
    sendMessage({
      type: 'progress',
      at: performance.now() - this.startedAt,
      progress: watch.progress,
    });
  }
}

function scan(configHome: string, hubScript: string): TranscriptReading {
  const days = new Map<number, number>();
  const reading = new TranscriptReading({
    configHome,
    cacheFolder: path.join(missionControlFolder(configHome), 'cache'),
    script: path.join(path.dirname(hubScript), 'reading.js'),
    log,
    onNews(news) {
      if (news.type !== 'usage') return;
      for (const { day, tokens } of news.days) days.set(day, tokens);
      if (news.progress !== undefined) return;
      sendMessage({
        type: 'scanned',
        tokens: [...days.values()].reduce((sum, one) => sum + one, 0),
      });
    },
  });
  reading.begin([]);
  return reading;
}

function sendMessage(message: FromHost): void {
  process.send?.(message);
}

const host = new Host(JSON.parse(process.argv[2] ?? '') as HostOptions);
process.on('message', (message: ToHost) => {
  if (message.type === 'report') sendMessage({ type: 'report', report: host.report() });
  else if (message.type === 'close') void host.close().then(() => process.exit(0));
  else {
    host.start().catch((error: unknown) => sendMessage({ type: 'failed', message: String(error) }));
  }
});
process.on('disconnect', () => process.exit(1));
sendMessage({ type: 'ready' });
