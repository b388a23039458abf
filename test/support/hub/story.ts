import assert from 'node:assert/strict';
import type { HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import type {
  DomainEvent,
  ProcessGoneEvent,
  ProcessRecord,
  RegistryStatus,
} from '../../../src/extension/hub/domain/facts/event';
import type { TranscriptEntry } from '../../../src/extension/hub/domain/facts/transcriptEntry';
import { liveSession } from '../../../src/extension/hub/domain/card/live';
import {
  evaluateSession,
  type SessionEvaluation,
} from '../../../src/extension/hub/domain/claims/evaluateSession';
import type { Resolution } from '../../../src/extension/hub/domain/claims/resolve';
import {
  createSessionFacts,
  type SessionFacts,
  type SubagentMeta,
} from '../../../src/extension/hub/domain/facts/session';
import { Sessions } from '../../../src/extension/hub/domain/facts/sessions';
import {
  agentStateSchema,
  type AgentState,
  type LiveSession,
} from '../../../src/shared/protocol/protocol';
import { FoldedLines, parsedLine } from '../transcript/foldedLines';
import { aHookEvent, sessionId } from './hooks';

/** Start time of stories, in ms since 1970. */
export const start = Date.parse('2026-03-02T10:00:00.000Z');
export const pid = 4711;

const transcript = { path: `/projects/p/${sessionId}.jsonl`, sessionId };
const agentPath = (agentId: string): string =>
  `/projects/p/${sessionId}/subagents/agent-${agentId}.jsonl`;

/** Expected state: group, name, label text and source. */
export type Expected = readonly [
  group: AgentState['group'],
  state: string,
  label: string,
  source: AgentState['source'],
];

/** The events of one session, step by step; time advances only through `after`. */
export class Story {
  private readonly sessions = new Sessions();
  private readonly lines = new FoldedLines();
  now = start;

  get facts(): SessionFacts {
    return this.sessions.get(sessionId) ?? createSessionFacts(sessionId);
  }

  get meaning(): SessionEvaluation {
    return evaluateSession(this.facts, this.now);
  }

  get resolution(): Resolution {
    return this.meaning.resolution;
  }

  get state(): AgentState {
    return agentStateSchema.parse(this.resolution.state);
  }

  get card(): LiveSession {
    return liveSession(this.facts, this.meaning);
  }

  after(ms: number): this {
    this.now += ms;
    return this;
  }

  apply(event: DomainEvent): this {
    this.sessions.apply(event);
    return this;
  }

  private applyAll(events: readonly DomainEvent[]): this {
    for (const event of events) this.apply(event);
    return this;
  }

  hook(event: string, fields: Partial<HookPayload> = {}, from: number | undefined = pid): this {
    return this.apply(aHookEvent(this.now, event, fields, from));
  }

  /** Changes the client's registry file; its process began with the story. */
  registry(status: RegistryStatus | undefined, fields: Partial<ProcessRecord> = {}): this {
    const process: ProcessRecord = {
      pid,
      procStart: '1000',
      startedAt: start,
      status,
      statusAt: this.now,
      ...fields,
    };
    return this.apply({ type: 'processSeen', sessionId, at: this.now, process });
  }

  gone(how: ProcessGoneEvent['how'], which = pid): this {
    return this.apply({ type: 'processGone', sessionId, at: this.now, pid: which, how });
  }

  line(line: TranscriptEntry): this {
    return this.applyAll(this.lines.read(transcript, parsedLine(line, this.now), this.now));
  }

  lineWithoutTime(line: TranscriptEntry): this {
    return this.applyAll(this.lines.read(transcript, parsedLine(line), this.now));
  }

  /** Adds a prompt of the person to the transcript. */
  prompted(text = 'Go on'): this {
    return this.line({ kind: 'prompt', text, human: true });
  }

  answered(text: string, stopReason = 'end_turn'): this {
    return this.line({ kind: 'assistant', text, toolUses: [], stopReason });
  }

  called(name: string, input: unknown = {}, id = `toolu_${name}`): this {
    const toolUses = [{ id, name, input }];
    return this.line({ kind: 'assistant', toolUses, stopReason: 'tool_use' });
  }

  result(name: string, rejected = false, id = `toolu_${name}`): this {
    return this.line({
      kind: 'toolResults',
      results: [{ toolUseId: id, isError: rejected, rejected }],
    });
  }

  /** Adds a line to the transcript of a subagent. */
  subagentWrote(
    agentId = 'a1',
    line: TranscriptEntry = { kind: 'other' },
    path = agentPath(agentId),
  ): this {
    const subject = { sessionId, agentId, path };
    return this.applyAll(this.lines.read(subject, parsedLine(line, this.now), this.now));
  }

  /** Writes the metadata file beside a subagent's transcript. */
  subagentIs(meta: Partial<SubagentMeta>, agentId = 'a1'): this {
    return this.apply({
      type: 'subagentRead',
      sessionId,
      agentId,
      at: this.now,
      path: agentPath(agentId),
      meta: {
        agentType: undefined,
        description: undefined,
        parentAgentId: undefined,
        toolUseId: undefined,
        finished: false,
        ...meta,
      },
    });
  }

  is(...expected: Expected): this {
    const { group, state, label, source } = this.state;
    assert.deepEqual([group, state, label.text, source], expected);
    return this;
  }
}

/** Fields of a tool use in PreToolUse, PostToolUse and PostToolUseFailure. */
export function aTool(
  name: string,
  input: unknown = {},
  fields: Partial<HookPayload> = {},
): Partial<HookPayload> {
  return { tool_name: name, tool_input: input, tool_use_id: `toolu_${name}`, ...fields };
}

/** Fields of a tool use in PermissionRequest, which has no tool use id. */
export function aRequest(
  name: string,
  input: unknown = {},
  fields: Partial<HookPayload> = {},
): Partial<HookPayload> {
  return { tool_name: name, tool_input: input, ...fields };
}
