import type { ContextMeter } from './client/contextMeter';
import { hookPayload } from './client/hookPayload';
import type { HookEvent, HookFields } from './client/hookPayload';
import { assistantLine } from './client/lines';
import type { Block, Frame, Line, MessageHead, TurnHead } from './client/lines';
import type { Random } from './random';
import type { HookEnded } from './stage/stage';

export const clientVersion = '2.1.329';

export interface Agent {
  readonly id: string;
  readonly type: string;
  readonly description: string;
}

/** What a speaker needs to know of the session it talks in. */
export interface Conversation {
  readonly random: Random;
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
  readonly branch: string;
  readonly entrypoint: string;
  readonly permissionMode: string;
  readonly turn: TurnHead | undefined;
  /** Now, in milliseconds since 1970. */
  readonly epoch: number;
  append(file: string, line: Line): void;
  call(payload: HookFields, ended?: HookEnded): void;
}

/** Whoever talks in a session, the main agent or a subagent: its transcript and its hooks. */
export class Speaker {
  private leaf: string | null = null;
  private pending: Block[] = [];

  constructor(
    private readonly session: Conversation,
    private readonly file: string,
    readonly meter: ContextMeter,
    private readonly model: string,
    readonly agent?: Agent,
  ) {}

  get leafUuid(): string | null {
    return this.leaf;
  }

  /** Adds a line to the conversation's chain; answers its uuid. */
  line(build: (frame: Frame) => Line): string {
    const { session } = this;
    const uuid = session.random.uuid();
    const frame: Frame = {
      sessionId: session.sessionId,
      cwd: session.cwd,
      gitBranch: session.branch,
      version: clientVersion,
      entrypoint: session.entrypoint,
      ...(this.agent && { agent: this.agent }),
      uuid,
      parentUuid: this.leaf,
      timestamp: new Date(session.epoch).toISOString(),
    };
    this.leaf = uuid;
    session.append(this.file, build(frame));
    return uuid;
  }

  /** Kept until the message that it begins. */
  intend(block: Block): void {
    this.pending.push(block);
  }

  /** A whole answer of the model, one line per block; answers the uuids of the given blocks. */
  message(blocks: readonly Block[], stopReason: 'end_turn' | 'tool_use' | 'aborted'): string[] {
    const { random } = this.session;
    const all = [...this.pending, ...blocks];
    this.pending = [];
    const outputTokens = all.reduce((sum, block) => sum + tokensOf(block), 0);
    const head: MessageHead = {
      messageId: random.serviceId('msg'),
      requestId: random.serviceId('req'),
      requestRef: random.uuid(),
      model: this.model,
      stopReason: stopReason === 'aborted' ? null : stopReason,
      usage: this.meter.answer(outputTokens + random.between(40, 260), random.between(2, 9)),
    };
    const uuids = all.map((block, index) =>
      this.line((frame) => assistantLine(frame, head, block, index)),
    );
    return uuids.slice(all.length - blocks.length);
  }

  hook(event: HookEvent, fields: HookFields, ended?: HookEnded): void {
    const { session, agent } = this;
    session.call(
      hookPayload(
        {
          sessionId: session.sessionId,
          transcriptPath: session.transcriptPath,
          cwd: session.cwd,
          permissionMode: session.permissionMode,
          ...(session.turn && { promptId: session.turn.promptId }),
          ...(agent && { agent }),
        },
        event,
        fields,
      ),
      ended,
    );
  }
}

function tokensOf(block: Block): number {
  const text =
    block.type === 'text'
      ? block.text
      : block.type === 'thinking'
        ? block.thinking.repeat(3)
        : JSON.stringify(block.input);
  return Math.ceil(text.length / 3.6);
}
