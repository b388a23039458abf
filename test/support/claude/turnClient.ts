import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { installClient } from './install';
import type { IsolatedHome } from './isolatedHome';
import type { ScriptedApi } from './scriptedApi';

const outputLine = z.looseObject({ type: z.string(), is_error: z.boolean().optional() });

/**
 * The real client without a screen: it accepts one prompt after another and reports the end of each
 * turn.
 */
export class TurnClient {
  private turnEnded: ((isError: boolean) => void) | undefined;
  private errors = '';

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    createInterface(child.stdout).on('line', (line) => {
      const message = outputLine.parse(JSON.parse(line));
      if (message.type === 'result') this.turnEnded?.(message.is_error ?? false);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    child.once('exit', () => this.turnEnded?.(true));
  }

  static async start(api: ScriptedApi, home: IsolatedHome): Promise<TurnClient> {
    const stream = ['--input-format', 'stream-json', '--output-format', 'stream-json'];
    const child = spawn(await installClient(), ['-p', ...stream, '--verbose'], {
      cwd: home.project,
      env: home.environment(api.url),
    });
    return new TurnClient(child);
  }

  /** Sends a prompt; returns the ms until the client reports the end of the turn. */
  async turn(text: string): Promise<number> {
    const ended = new Promise<boolean>((resolve) => (this.turnEnded = resolve));
    const started = performance.now();
    const message = { role: 'user', content: [{ type: 'text', text }] };
    this.child.stdin.write(`${JSON.stringify({ type: 'user', message })}\n`);
    if (await ended) throw new Error(`The turn failed: ${this.errors}`);
    return performance.now() - started;
  }

  async dispose(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}
