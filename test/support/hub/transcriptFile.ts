import * as fs from 'node:fs/promises';
import * as path from 'node:path';

export type Line = Readonly<Record<string, unknown>>;

export interface Tokens {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** A transcript in a config home, written line by line like the client's. */
export class TranscriptFile {
  private count = 0;

  constructor(
    readonly sessionId: string,
    /** Absolute. */
    readonly file: string,
    /** Time of the first line, in ms since 1970; each further one is a second later. */
    private readonly startedAt = Date.now() - 60_000,
    private readonly version = '2.1.27',
  ) {}

  static of(home: string, sessionId: string, slug = '-home-dev-shop'): TranscriptFile {
    return new TranscriptFile(sessionId, path.join(home, 'projects', slug, `${sessionId}.jsonl`));
  }

  /** Continues the same conversation in another file. */
  movedTo(file: string): TranscriptFile {
    const moved = new TranscriptFile(this.sessionId, file, this.startedAt, this.version);
    moved.count = this.count;
    return moved;
  }

  async write(...lines: readonly (Line | string)[]): Promise<void> {
    await fs.mkdir(path.dirname(this.file), { recursive: true });
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    await fs.appendFile(this.file, texts.map((text) => `${text}\n`).join(''));
  }

  prompt(text: string, fields: Line = {}): Line {
    return { ...this.frame('user'), message: { role: 'user', content: text }, ...fields };
  }

  answer(text: string, id = 'msg_1', tokens: Tokens = {}, fields: Line = {}): Line {
    return this.assistant([{ type: 'text', text }], 'end_turn', id, tokens, fields);
  }

  call(name: string, input: unknown, toolUseId: string, id = 'msg_1', tokens: Tokens = {}): Line {
    const block = { type: 'tool_use', id: toolUseId, name, input };
    return this.assistant([block], 'tool_use', id, tokens);
  }

  result(toolUseId: string, content = 'ok', fields: Line = {}): Line {
    const block = { type: 'tool_result', tool_use_id: toolUseId, content };
    return { ...this.frame('user'), message: { role: 'user', content: [block] }, ...fields };
  }

  turnEnded(): Line {
    return { ...this.frame('system'), subtype: 'turn_duration', durationMs: 1000 };
  }

  private assistant(
    content: readonly unknown[],
    stopReason: string,
    id: string,
    tokens: Tokens,
    fields: Line = {},
  ): Line {
    const usage = {
      input_tokens: tokens.input ?? 10,
      output_tokens: tokens.output ?? 5,
      cache_read_input_tokens: tokens.cacheRead ?? 0,
      cache_creation_input_tokens: tokens.cacheWrite ?? 0,
    };
    const model = 'claude-sonnet-4-5';
    const message = { id, role: 'assistant', model, content, stop_reason: stopReason, usage };
    return { ...this.frame('assistant'), message, ...fields };
  }

  private frame(type: string): Line {
    const timestamp = new Date(this.startedAt + this.count * 1000).toISOString();
    this.count += 1;
    const { sessionId, version } = this;
    return { type, sessionId, timestamp, version, cwd: '/home/dev/shop', gitBranch: 'main' };
  }
}
