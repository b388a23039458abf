import type { ContextMeter } from '../../support/transcript/contextMeter';
import { hookPayload } from './client/hookPayload';
import type { HookEvent, HookFields } from './client/hookPayload';
import {
  assistantLine,
  clientVersion,
  entrypoint,
  type Block,
  type Frame,
  type Line,
  type MessageHead,
} from '../../support/transcript/clientLines';
import type { Session } from './session';
import type { HookEnded } from './stage/stage';

export interface Agent {
  readonly id: string;
  readonly type: string;
  readonly description: string;
}

/** The main agent or a subagent of a session, with its transcript and hooks. */
export class Speaker {
  leafUuid: string | null = null;
  private pending: Block[] = [];

  constructor(
    private readonly session: Session,
    readonly file: string,
    readonly meter: ContextMeter,
    private readonly model: string,
    readonly agent?: Agent,
  ) {}

  /** Adds a line to the conversation's chain; returns its uuid. */
  line(build: (frame: Frame) => Line): string {
    const { session } = this;
    const uuid = session.random.uuid();
    const frame: Frame = {
      sessionId: session.sessionId,
      cwd: session.cwd,
      gitBranch: session.role.branch,
      version: clientVersion,
      entrypoint,
      ...(this.agent && { agent: this.agent }),
      uuid,
      parentUuid: this.leafUuid,
      timestamp: session.timestamp,
    };
    this.leafUuid = uuid;
    session.append(this.file, build(frame));
    return uuid;
  }

  /** Stores a block until the next message, which begins with it. */
  intend(block: Block): void {
    this.pending.push(block);
  }

  /**
   * Writes a whole answer of the model, one line per block; returns the uuids of the given blocks.
   */
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
    session.call(hookPayload(session, agent, event, fields), ended);
  }

  /** Sends the hook for the end of a turn or of a subagent; `file` is the subagent's transcript. */
  hookStop(event: 'Stop' | 'SubagentStop', text: string, file?: string): void {
    this.hook(event, {
      stop_hook_active: false,
      ...(file !== undefined && { agent_transcript_path: file }),
      last_assistant_message: text,
      background_tasks: this.session.background,
      session_crons: this.session.crons,
    });
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
