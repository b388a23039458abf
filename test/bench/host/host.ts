import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HubLink } from '../../../src/extension/link/hubLink';
import { HubWorker } from '../../../src/extension/link/hubWorker';
import { silentLog, type Log } from '../../../src/extension/util/log';
import { BoardWatch } from './boardWatch';
import type { FromHost, HostOptions, HostReport, ToHost } from './messages';

const stepMs = 1;
const progressMs = 100;

const log: Log = {
  ...silentLog,
  warn: (message) => process.stderr.write(`${message}\n`),
  error: (message) => process.stderr.write(`${message}\n`),
};

/** The extension's part of an extension host, in a process of its own. */
class Host {
  private readonly delay = monitorEventLoopDelay({ resolution: stepMs });
  private startedAt = 0;
  private link: HubLink | undefined;
  private worker: HubWorker | undefined;
  private watch: BoardWatch | undefined;

  constructor(private readonly options: HostOptions) {}

  async start(): Promise<void> {
    const { configHome, hubScript, port, mode, watch } = this.options;
    this.delay.enable();
    this.startedAt = performance.now();
    if (mode === 'window') {
      this.link = new HubLink({ configHome, script: hubScript, log, ports: [port] });
      this.watch = new BoardWatch(this.link.board, () => performance.now() - this.startedAt, watch);
      this.link.start();
      setInterval(() => this.tellProgress(), progressMs).unref();
    } else {
      this.worker = new HubWorker(hubScript, configHome, port, log);
      const start = await this.worker.started;
      if (start.kind !== 'listening') throw new Error(`The hub does not listen: ${start.kind}`);
      tell({ type: 'listening', url: start.url, token: start.token });
    }
  }

  report(): HostReport {
    return {
      ...(this.watch?.progress ?? { sessions: 0, tokensToday: 0, tokens: 0 }),
      usdToday: this.link?.board.summary.totalCostTodayUsd ?? 0,
      todayAt: this.watch?.todayAt ?? 0,
      seen: this.watch?.list() ?? [],
      stall: {
        p99: Math.max(0, this.delay.percentile(99) / 1e6 - stepMs),
        worst: Math.max(0, this.delay.max / 1e6 - stepMs),
      },
    };
  }

  async close(): Promise<void> {
    await this.link?.shutdown();
    await this.worker?.close();
  }

  private tellProgress(): void {
    const { watch } = this;
    if (watch === undefined) return;
    tell({ type: 'progress', at: performance.now() - this.startedAt, progress: watch.progress });
  }
}

function tell(message: FromHost): void {
  process.send?.(message);
}

const host = new Host(JSON.parse(process.argv[2] ?? '') as HostOptions);
process.on('message', (message: ToHost) => {
  if (message.type === 'report') tell({ type: 'report', report: host.report() });
  else if (message.type === 'close') void host.close().then(() => process.exit(0));
  else {
    host.start().catch((error: unknown) => tell({ type: 'failed', message: String(error) }));
  }
});
process.on('disconnect', () => process.exit(1));
tell({ type: 'ready' });
