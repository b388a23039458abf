import { again, chained, type Line } from '../../support/transcript/clientLines';
import type { Random } from '../../support/random';
import type { Conversation } from './conversation';
import type { Corpus } from './corpus';

/**
 * Types and sizes in characters of the attachments at the start of a session, as in transcripts of
 * the client.
 */
const openingAttachments: readonly (readonly [string, number])[] = [
  ['environment', 211],
  ['model', 248],
  ['deferred_tools_delta', 507],
  ['agent_listing_delta', 2_878],
  ['skill_listing', 6_827],
  ['session_context', 334],
  ['date', 20],
  ['remote_session_change', 246],
  ['prompt_snapshot', 7_446],
];
const snapshotCharacters = 63_500;

/**
 * Writes the lines that the current client adds to the conversation. They are more than half of the
 * bytes of a short session.
 */
export class CurrentClient {
  constructor(
    private readonly conversation: Conversation,
    private readonly corpus: Corpus,
  ) {}

  /** Writes the lines before the first message of the model. */
  open(): void {
    for (const [type, characters] of openingAttachments) this.attach(type, characters);
    this.shape();
    this.blob(1_284);
    this.blob(10_522);
    this.request();
  }

  /** Writes the line for a request to the API. */
  request(): void {
    const { random } = this;
    const { agent } = this.conversation.parts;
    this.conversation.note({
      ...this.common('api-request'),
      id: random.uuid(),
      timestamp: this.now,
      version: this.version,
      querySource: agent === undefined ? 'repl_main_thread' : `agent:builtin:${agent.type}`,
      rest: { messages: this.corpus.base64(random, 960), max_tokens: 32_000 },
    });
  }

  blob(characters: number): void {
    const text = this.corpus.text(this.random, characters);
    this.conversation.note({
      ...this.common('api-request-blob'),
      hash: this.random.hex(64),
      message: { role: 'user', content: [{ type: 'text', text }] },
    });
  }

  /**
   * Writes a snapshot of the prompt; the client does so after the first tool result and after a
   * compaction.
   */
  snapshot(): void {
    this.attach('prompt_snapshot', snapshotCharacters);
  }

  costState(totalUsd: number): void {
    const { model } = this.conversation;
    this.conversation.note({
      ...this.common('cost-state'),
      totalCostUSD: totalUsd,
      totalAPIDuration: 1_294,
      totalToolDuration: 0,
      totalLinesAdded: 12,
      modelUsage: {
        [model]: { inputTokens: 24, outputTokens: 522, cacheReadInputTokens: 108_000, costUSD: 1 },
      },
      hasUnknownModelCost: false,
    });
  }

  private shape(): void {
    const tools = Array.from({ length: 18 }, (_, index) => ({
      name: `Tool${index}`,
      description: this.corpus.text(this.random, 1_900),
      input_schema: { type: 'object', properties: { path: { type: 'string' } } },
    }));
    this.conversation.note({
      ...this.common('api-request-shape'),
      shapeHash: this.random.hex(64),
      timestamp: this.now,
      version: this.version,
      shape: { model: this.conversation.model, tools },
    });
  }

  private attach(type: string, characters: number): void {
    this.conversation.line((frame) => {
      const attachment = { type, content: this.corpus.text(this.random, characters) };
      return chained(frame, { attachment, type: 'attachment' }, again(frame));
    });
  }

  private common(type: string): Line {
    return { type, sessionId: this.conversation.parts.plan.sessionId };
  }

  private get random(): Random {
    return this.conversation.parts.random;
  }

  private get now(): string {
    return new Date(this.conversation.parts.clock.now).toISOString();
  }

  private get version(): string {
    return this.conversation.parts.plan.version;
  }
}
