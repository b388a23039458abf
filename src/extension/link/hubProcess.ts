import { spawn, type ChildProcessByStdio } from 'node:child_process';
import * as os from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { jsonIn, ownJson } from '../../shared/text/boundedJson';
import { fromHubSchema, type FromHub, type ToHub } from '../../shared/protocol/hubProcess';
import type { TrustedKeys } from '../util/keys/editorKeys';
import { smallHeaps } from '../util/hub/smallHeaps';
import type { Log } from '../util/log';
import type { HostedHub, HubStart, HubStartOptions } from './hostedHub';

/** Time in ms after which a process that does not stop is killed. */
const killDelayMs = 2_000;

/**
 * Flags that keep the memory of a permanent hub small: measured on 340 transcripts, 68 to 71 MB
 * instead of 90 to 105. Without them V8's young generation keeps the size of the largest burst, and
 * code is optimized for speed.
 */
const lowMemoryFlags = ['--max-semi-space-size=1', '--optimize-for-size', '--v8-pool-size=1'];
/** A hub in a separate process, which outlives this window. */
export class HubProcess implements HostedHub {
  readonly outlives = true;
  readonly started: Promise<HubStart>;
  readonly ended: Promise<void>;
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;

  /** `withoutFlags` omits `lowMemoryFlags`, which the editor's Node may not support. */
  constructor(script: string, options: HubStartOptions, log: Log, withoutFlags = false) {
    this.child = spawn(
      process.execPath,
      [...(withoutFlags ? [] : lowMemoryFlags), script, '--detached'],
      {
        cwd: os.homedir(),
        detached: true,
        windowsHide: true,
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { ...process.env, ...smallHeaps, ELECTRON_RUN_AS_NODE: '1' },
      },
    );
    const { child } = this;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.stdin.on('error', () => undefined); // The process has ended, which `exit` reports.
    this.started = new Promise((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const message = parseMessage(line);
        if (message?.type === 'log') {
          for (const { level, message: text } of message.lines) log[level](text);
        } else if (message?.type === 'listening') {
          resolve({ kind: 'listening', ...message.hub });
        } else if (message?.type === 'occupied') {
          resolve({ kind: 'occupied' });
        } else if (message?.type === 'failed') {
          resolve({ kind: 'failed', message: message.message });
        }
      });
      child.once('error', ({ message }) => resolve({ kind: 'failed', message }));
      void this.ended.then(() => resolve({ kind: 'failed', message: 'The hub ended at once' }));
    });
    this.post({ type: 'start', ...options });
    child.unref();
  }

  setTrusted({ publicKeys, phones, removed }: TrustedKeys): void {
    this.post({ type: 'keys', publicKeys: [...publicKeys] });
    this.post({ type: 'phones', phones: [...phones], removed: [...removed] });
  }

  drop(publicKeys: readonly string[]): void {
    this.post({ type: 'dropKeys', publicKeys: [...publicKeys] });
  }

  async close(): Promise<void> {
    this.post({ type: 'close' });
    const killTimer = setTimeout(() => this.child.kill('SIGKILL'), killDelayMs);
    await this.ended;
    clearTimeout(killTimer);
  }

  /** Detaches from the process, which keeps running; resolves once everything was written to it. */
  async detach(): Promise<void> {
    const { stdin, stdout } = this.child;
    if (!stdin.destroyed) {
      const flushed = new Promise<void>((resolve) => stdin.end(() => resolve()));
      await Promise.race([flushed, this.ended]);
    }
    stdout.destroy();
  }

  private post(message: ToHub): void {
    if (this.child.stdin.writable) this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

/** Parses a message; undefined for an invalid one. */
function parseMessage(line: string): FromHub | undefined {
  return fromHubSchema.safeParse(jsonIn(line, ownJson)).data;
}
