import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import jsQR from 'jsqr';
import { until } from '../until';

/** Pixels of a module when the code is photographed. */
const scale = 4;

/** The hub in a terminal, as a person reads it and types into it. */
export class TerminalHub {
  out = '';
  err = '';
  readonly ended: Promise<unknown>;
  private readonly child: ChildProcessWithoutNullStreams;

  constructor(script: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [script, ...args], { env });
    this.ended = once(this.child, 'close');
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text));
  }

  type(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** The first match in the output. */
  async shows(what: RegExp): Promise<RegExpExecArray> {
    const found = await until(
      () => what.exec(this.out),
      (match) => assert.ok(match, `${this.out}\n${this.err}`),
    );
    assert.ok(found);
    return found;
  }

  /** Port of the listener for phones. */
  async port(): Promise<number> {
    const match = await until(
      () => /Phones can connect at http:\/\/127\.0\.0\.1:(\d+)/u.exec(this.err),
      (found) => assert.ok(found, `${this.out}\n${this.err}`),
    );
    return Number(match?.[1]);
  }

  /** Decodes the newest QR code in the output, like a camera. */
  async scan(): Promise<string> {
    await this.shows(/Scan this/u);
    const lines = this.out.slice(0, this.out.lastIndexOf('Scan this')).trimEnd().split('\n');
    const rows: string[] = [];
    for (let line = lines.pop(); line !== undefined && /^[█▀▄ ]{20,}$/u.test(line);) {
      rows.unshift(line);
      line = lines.pop();
    }
    const width = (rows[0]?.length ?? 0) * scale;
    const height = rows.length * 2 * scale;
    const pixels = new Uint8ClampedArray(width * height * 4);
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [Math.floor((at % width) / scale), Math.floor(at / width / scale)];
      const drawn = rows[y >> 1]?.[x];
      const isLight = drawn === '█' || drawn === (y % 2 === 0 ? '▀' : '▄');
      pixels.set([...Array<number>(3).fill(isLight ? 255 : 0), 255], at * 4);
    }
    return jsQR(pixels, width, height)?.data ?? '';
  }

  async interrupt(): Promise<void> {
    this.child.kill('SIGINT');
    await this.ended;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
