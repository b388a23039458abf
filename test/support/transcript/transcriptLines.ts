/** Lines of a transcript as the client writes them, one second apart. */
export class TranscriptLines {
  readonly lines: Readonly<Record<string, unknown>>[] = [];
  private tools = 0;
  private time = Date.parse('2026-03-02T09:00:00.000Z');

  prompt(content: unknown): this {
    return this.add('user', { message: { role: 'user', content } });
  }

  text(text: string): this {
    return this.assistant({ type: 'text', text });
  }

  thinking(thinking: string): this {
    return this.assistant({ type: 'thinking', thinking });
  }

  /** Adds a call, with its result unless `result` is undefined. */
  tool(
    name: string,
    input: object,
    result?: unknown,
    rest: Readonly<Record<string, unknown>> = {},
  ): this {
    const id = `toolu_${++this.tools}`;
    this.assistant({ type: 'tool_use', id, name, input });
    if (result === undefined) return this;
    const { isError, ...line } = rest;
    const block = {
      type: 'tool_result',
      tool_use_id: id,
      content: result,
      ...(isError === true && { is_error: true }),
    };
    return this.add('user', { message: { role: 'user', content: [block] }, ...line });
  }

  add(type: string, rest: Readonly<Record<string, unknown>>): this {
    this.time += 1_000;
    const timestamp = new Date(this.time).toISOString();
    this.lines.push({ parentUuid: null, isSidechain: false, type, ...rest, timestamp });
    return this;
  }

  /** Moves the next line to the following day. */
  nextDay(): this {
    this.time += 86_400_000;
    return this;
  }

  private assistant(block: object): this {
    const message = { role: 'assistant', model: 'claude-opus-5-5', content: [block] };
    return this.add('assistant', { message });
  }
}
