import { spawn, type ChildProcessByStdio } from 'node:child_process';
import * as os from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { jsonIn, ownJson } from '../../shared/text/boundedJson';
import { fromHubSchema, type FromHub, type ToHub } from '../../shared/protocol/hubProcess';
import type { BelievedByEditor } from '../util/editorKeys';
import type { Log } from '../util/log';
import type { HostedHub, HubStart, HubWanted } from './hostedHub';

/** A process is ended by force when it takes longer than this to stop, in ms. */
const closeMs = 2_000;

/**
 * A hub that runs day and night is to be small: measured on 340 transcripts, 68 to 71 MB in place of 90
 * to 105. The heap's youngest part would stay as large as a burst, and code would be made for speed.
 */
const flags = ['--max-semi-space-size=1', '--optimize-for-size', '--v8-pool-size=1'];
/**
 * For the same reason: the C library would keep a heap for each thread, and with each large buffer that is freed
 * it would raise the limits, in bytes, beyond which it gives memory back; these are those of its start.
 */
const smallHeaps = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** A hub in a process of its own, which outlives this window. */
export class HubProcess implements HostedHub {
  readonly outlives = true;
  readonly started: Promise<HubStart>;
  readonly ended: Promise<void>;
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;

  /** `isPlain` leaves out the flags, which the editor's Node may not know. */
  constructor(script: string, wanted: HubWanted, log: Log, isPlain = false) {
    this.child = spawn(process.execPath, [...(isPlain ? [] : flags), script, '--detached'], {
      cwd: os.homedir(),
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...smallHeaps, ELECTRON_RUN_AS_NODE: '1' },
    });
    const { child } = this;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.stdin.on('error', () => undefined); // It ended; that is told by its exit.
    this.started = new Promise((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const news = newsIn(line);
        if (news?.type === 'log') {
          for (const { level, message } of news.lines) log[level](message);
        } else if (news?.type === 'listening') {
          resolve({ kind: 'listening', ...news.hub });
        } else if (news?.type === 'occupied') {
          resolve({ kind: 'occupied' });
        } else if (news?.type === 'failed') {
          resolve({ kind: 'failed', message: news.message });
        }
      });
      child.once('error', ({ message }) => resolve({ kind: 'failed', message }));
      void this.ended.then(() => resolve({ kind: 'failed', message: 'The hub ended at once' }));
    });
    this.tell({ type: 'start', ...wanted });
    child.unref();
  }

  know({ publicKeys, phones, removed }: BelievedByEditor): void {
    this.tell({ type: 'keys', publicKeys: [...publicKeys] });
    this.tell({ type: 'phones', phones: [...phones], removed: [...removed] });
  }

  drop(publicKeys: readonly string[]): void {
    this.tell({ type: 'dropKeys', publicKeys: [...publicKeys] });
  }

  async close(): Promise<void> {
    this.tell({ type: 'close' });
    const force = setTimeout(() => this.child.kill('SIGKILL'), closeMs);
    await this.ended;
    clearTimeout(force);
  }

  /** Leaves it running; settles once it has all that it was told. */
  async letGo(): Promise<void> {
    const { stdin, stdout } = this.child;
    if (!stdin.destroyed) {
      const flushed = new Promise<void>((resolve) => stdin.end(() => resolve()));
      await Promise.race([flushed, this.ended]);
    }
    stdout.destroy();
  }

  private tell(message: ToHub): void {
    if (this.child.stdin.writable) this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

/** Undefined for what is no message. */
function newsIn(line: string): FromHub | undefined {
  return fromHubSchema.safeParse(jsonIn(line, ownJson)).data;
}
