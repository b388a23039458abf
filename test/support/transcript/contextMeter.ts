/** Token counts of one answer of the service, in the service's own fields. */
export interface Usage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
}

/**
 * Counts a conversation's tokens like the service's cache: earlier ones are read, new ones are
 * written.
 */
export class ContextMeter {
  private cached = 0;

  /** `fresh` starts as the tokens of the system prompt and the tool definitions. */
  constructor(private fresh: number) {}

  get usedTokens(): number {
    return this.cached + this.fresh;
  }

  add(tokens: number): void {
    this.fresh += tokens;
  }

  answer(outputTokens: number, inputTokens: number): Usage {
    const usage = {
      input_tokens: inputTokens,
      cache_creation_input_tokens: this.fresh,
      cache_read_input_tokens: this.cached,
      output_tokens: outputTokens,
    };
    this.cached += this.fresh;
    this.fresh = outputTokens;
    return usage;
  }

  /** Applies a compaction: the head of the conversation stays cached, the summary is new. */
  compact(headTokens: number, summaryTokens: number): void {
    this.cached = headTokens;
    this.fresh = summaryTokens;
  }
}
