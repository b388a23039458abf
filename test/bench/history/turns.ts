import type { Block } from '../../support/transcript/clientLines';
import {
  apiErrorLine,
  compactBoundaryLine,
  compactSummaryLine,
  interruptLine,
  promptLine,
  resultLine,
  stopHookSummaryLine,
  turnDurationLine,
} from '../../support/transcript/clientLines';
import { happens, powerLaw } from './chance';
import type { Conversation } from './conversation';
import type { Corpus } from './corpus';
import { CurrentClient } from './currentClient';
import { compactsAt } from './models';
import { toolUse, type ToolUse } from './toolUse';

const overloaded = {
  error: 'overloaded',
  status: 529,
  type: 'overloaded_error',
  text: 'API Error: 529 Overloaded',
};

export interface TurnsOptions {
  readonly conversation: Conversation;
  readonly corpus: Corpus;
  readonly resultScale: number;
  /** Size of the transcript at which no further turn starts. */
  readonly bytes: number;
  /** Returns a call that replaces an ordinary one, if one is due. */
  readonly special?: () => ToolUse | undefined;
}

/** Writes turns of a conversation: a prompt, messages with tool calls, and the end of the turn. */
export class Turns {
  private readonly client: CurrentClient | undefined;
  private prompts = 0;
  private requests = 0;

  constructor(private readonly options: TurnsOptions) {
    const { conversation, corpus } = options;
    const isCurrent = conversation.parts.plan.era === 'current';
    this.client = isCurrent ? new CurrentClient(conversation, corpus) : undefined;
  }

  get isLongEnough(): boolean {
    return this.left <= 0;
  }

  /**
   * Writes one turn. With `endless` it continues until the transcript is long enough, as the single
   * turn of a subagent does.
   */
  play(prompt: string, endless = false): void {
    const { conversation } = this.options;
    const { random, clock, agent } = conversation.parts;
    const startedAt = clock.now;
    const promptId = random.uuid();
    this.prompts += 1;
    const turn = {
      promptId,
      permissionMode: 'default',
      promptIndex: this.prompts,
      turnIndex: this.prompts,
    };
    conversation.line((frame) => promptLine(frame, turn, prompt));
    conversation.meter.add(Math.ceil(prompt.length / 3.6));
    if (this.prompts === 1) this.client?.open();
    const requests = endless ? Number.MAX_SAFE_INTEGER : powerLaw(random, 1, 80, 0.9);
    for (let request = 1; request < requests && !this.isLongEnough; request += 1) {
      this.request(promptId);
      if (conversation.meter.usedTokens > compactsAt(conversation.model)) this.compact(promptId);
    }
    clock.step();
    if (agent === undefined && happens(random, 0.03)) return this.interrupt(promptId);
    if (happens(random, 0.01)) return this.fail();
    this.client?.request();
    conversation.message([this.text()], 'end_turn');
    if (agent === undefined) this.endTurn(clock.now - startedAt);
  }

  private request(promptId: string): void {
    const { conversation, special } = this.options;
    const { random, clock } = conversation.parts;
    clock.step();
    this.requests += 1;
    if (this.requests > 1) this.client?.request();
    if (happens(random, 0.35)) this.client?.blob(random.between(800, 5_000));
    const calls = Array.from(
      { length: happens(random, 0.15) ? random.between(2, 4) : 1 },
      () => special?.() ?? this.createCall(),
    );
    const blocks: Block[] = calls.map(({ block }) => block);
    if (happens(random, 0.5)) blocks.unshift(this.text());
    if (happens(random, 0.3)) blocks.unshift(this.thinking());
    const uuids = conversation.message(blocks, 'tool_use').slice(-calls.length);
    for (const [index, { result }] of calls.entries()) {
      clock.step();
      conversation.line((frame) => resultLine(frame, promptId, uuids[index] ?? '', result));
      const { content } = result;
      // A picture counts about 1,500 tokens, regardless of its size.
      conversation.meter.add(
        typeof content === 'string' ? Math.ceil(Math.min(content.length, 30_000) / 3.6) : 1_500,
      );
    }
    if (this.requests === 1) this.client?.snapshot();
  }

  private createCall(): ToolUse {
    const { conversation, corpus, resultScale } = this.options;
    const { random, plan } = conversation.parts;
    // A result is written twice, and its quotes and line breaks are escaped.
    const longest = Math.max(200, this.left / 2.4);
    return toolUse({ random, corpus, cwd: plan.cwd, resultScale, longest });
  }

  private interrupt(promptId: string): void {
    const { conversation } = this.options;
    conversation.message([this.text()], 'aborted');
    conversation.line((frame) => interruptLine(frame, promptId, false));
  }

  private fail(): void {
    const { conversation } = this.options;
    const { random } = conversation.parts;
    const ids = { messageId: random.uuid(), requestId: random.serviceId('req') };
    conversation.line((frame) => apiErrorLine(frame, ids, overloaded));
  }

  private endTurn(durationMs: number): void {
    const { conversation } = this.options;
    const id = conversation.parts.random.uuid();
    conversation.line((frame) => stopHookSummaryLine(frame, id, 'relay.sh'));
    conversation.line((frame) => turnDurationLine(frame, durationMs, this.requests * 3, 0));
    this.client?.costState(durationMs / 1e6);
  }

  private compact(promptId: string): void {
    const { conversation, corpus } = this.options;
    const { random, clock } = conversation.parts;
    const before = conversation.meter.usedTokens;
    const after = random.between(12_000, 30_000);
    conversation.line((frame) => compactBoundaryLine(frame, 'auto', before, after));
    const turn = { promptId, permissionMode: 'default', promptIndex: this.prompts, turnIndex: 1 };
    const summary = corpus.text(random, 9_000);
    conversation.line((frame) => compactSummaryLine(frame, turn, summary));
    conversation.meter.compact(16_000, after);
    clock.step();
    this.client?.snapshot();
  }

  private text(): Block {
    const { conversation, corpus } = this.options;
    const { random } = conversation.parts;
    return { type: 'text', text: corpus.text(random, powerLaw(random, 40, 8_000, 0.9)) };
  }

  private thinking(): Block {
    const { conversation, corpus } = this.options;
    const { random } = conversation.parts;
    return {
      type: 'thinking',
      thinking: corpus.text(random, random.between(20, 900)),
      signature: corpus.base64(random, random.between(300, 2_000)),
    };
  }

  private get left(): number {
    return this.options.bytes - this.options.conversation.parts.transcript.bytes;
  }
}
