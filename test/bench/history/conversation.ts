import { ContextMeter } from '../../support/transcript/contextMeter';
import {
  assistantLine,
  type Block,
  type Frame,
  type Line,
  type MessageHead,
} from '../../support/transcript/clientLines';
import type { Random } from '../../support/random';
import { happens } from './chance';
import type { Clock } from './clock';
import type { HistoryLog } from './historyLog';
import { openingTokens } from './models';
import type { SessionPlan } from './plan';
import { damaged, damages, type Transcript } from './transcript';
import { finalUsage, firstUsage, outputAtStart, type BilledUsage } from './usage';

const lineGapMs = 180;

export interface ConversationParts {
  readonly plan: SessionPlan;
  readonly random: Random;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly log: HistoryLog;
  readonly agent?: { readonly id: string; readonly type: string };
}

export type Ending = 'tool_use' | 'end_turn' | 'aborted';

/**
 * The usage in the lines of a message: `alike`, the final usage in all of them; `growing`, the
 * final usage only in the last one; `start`, only the usage at the start of the message.
 */
type UsageMode = 'alike' | 'growing' | 'start';

/** Writes the lines of one agent, main agent or subagent, and tracks its context. */
export class Conversation {
  readonly meter: ContextMeter;
  leaf: string | null = null;

  constructor(
    readonly parts: ConversationParts,
    public model: string,
  ) {
    this.meter = new ContextMeter(openingTokens(parts.random, model));
  }

  /** Writes a line that continues the chain of lines; returns its uuid. */
  line(build: (frame: Frame) => Line): string {
    const frame = this.frame(this.parts.clock.now);
    this.leaf = frame.uuid;
    this.parts.transcript.line(build(frame));
    return frame.uuid;
  }

  note(line: Line): void {
    const { agent } = this.parts;
    this.parts.transcript.line(agent === undefined ? line : { ...line, agentId: agent.id });
  }

  /** Writes a message of the model with one line for each block; returns the lines' uuids. */
  message(blocks: readonly Block[], ending: Ending): readonly string[] {
    const { random, clock, log, plan, agent } = this.parts;
    const usage = this.usageOf(blocks);
    const usageMode = this.usageModeOf(blocks, ending);
    const head: MessageHead = {
      messageId: random.serviceId('msg'),
      requestId: random.serviceId('req'),
      requestRef: random.uuid(),
      model: this.model,
      stopReason: ending === 'aborted' ? null : ending,
      usage,
    };
    const isDamaged = blocks.length === 1 && happens(random, 0.000_5);
    const times = clock.message(blocks.length, lineGapMs);
    const uuids = blocks.map((block, index) => {
      const isFinal =
        usageMode === 'alike' || (usageMode === 'growing' && index === blocks.length - 1);
      const frame = this.frame(times[index] ?? clock.now);
      this.leaf = frame.uuid;
      const line = withUsage(assistantLine(frame, head, block, index), usage, isFinal);
      if (isDamaged && block.type === 'text') {
        const text = { ...block, text: damaged(block.text) };
        this.parts.transcript.damagedLine(
          withUsage(assistantLine(frame, head, text, index), usage, isFinal),
          happens(random, 0.5) ? damages.notUtf8 : damages.halfCharacter,
        );
      } else {
        this.parts.transcript.line(line);
      }
      return frame.uuid;
    });
    const hasFinalUsage = usageMode !== 'start';
    log.message({
      messageId: head.messageId,
      sessionId: plan.sessionId,
      ...(agent && { agentId: agent.id }),
      model: this.model,
      at: times[0] ?? clock.now,
      input: usage.input_tokens,
      output: hasFinalUsage ? usage.output_tokens : outputAtStart,
      cacheRead: usage.cache_read_input_tokens,
      cacheWrite5m: usage.cache_creation_input_tokens - usage.hour,
      cacheWrite1h: usage.hour,
      webSearches: hasFinalUsage ? usage.webSearches : 0,
      fast: hasFinalUsage && usage.fast,
      usOnly: hasFinalUsage && usage.usOnly,
      damaged: isDamaged && blocks[0]?.type === 'text',
    });
    return uuids;
  }

  private frame(at: number): Frame {
    const { plan, random, agent } = this.parts;
    return {
      sessionId: plan.sessionId,
      cwd: plan.cwd,
      gitBranch: plan.branch,
      version: plan.version,
      entrypoint: plan.entrypoint,
      ...(agent && { agent }),
      uuid: random.uuid(),
      parentUuid: this.leaf,
      timestamp: new Date(at).toISOString(),
    };
  }

  private usageOf(blocks: readonly Block[]): BilledUsage {
    const { random, agent } = this.parts;
    const length = blocks.reduce((sum, block) => sum + lengthOf(block), 0);
    const output = Math.max(8, Math.ceil(length / 3.6) + random.between(40, 260));
    const usage = this.meter.answer(output, random.between(2, 9));
    const writes = usage.cache_creation_input_tokens;
    return {
      ...usage,
      hour: agent === undefined && happens(random, 0.3) ? writes : 0,
      webSearches: happens(random, 0.003) ? random.between(1, 4) : 0,
      fast: this.model === 'claude-opus-4-8' && happens(random, 0.02),
      usOnly: happens(random, 0.003),
    };
  }

  private usageModeOf(blocks: readonly Block[], ending: Ending): UsageMode {
    const { random, plan } = this.parts;
    if (ending === 'aborted') return 'start';
    if (plan.era === 'current') return 'alike';
    if (plan.version === '2.1.27' && happens(random, 0.3)) return 'start';
    return blocks.length > 1 && happens(random, 0.3) ? 'growing' : 'alike';
  }
}

function withUsage(line: Line, usage: BilledUsage, isFinal: boolean): Line {
  const message = line['message'] as Line; // `assistantLine` always sets it.
  return {
    ...line,
    message: {
      ...message,
      ...(!isFinal && { stop_reason: null }),
      usage: isFinal ? finalUsage(usage) : firstUsage(usage),
    },
  };
}

function lengthOf(block: Block): number {
  if (block.type === 'text') return block.text.length;
  if (block.type === 'thinking') return block.thinking.length * 3;
  return JSON.stringify(block.input).length;
}
