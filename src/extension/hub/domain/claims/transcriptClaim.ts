import { stateLabel } from '../../../../shared/words/stateLabels';
import { asksUser } from '../words/asksUser';
import { unnotifiedTasks } from '../facts/background';
import { claim, type Claim } from './claim';
import { dialogClaim } from './dialog';
import { transientMs } from './hookClaim';
import { backgroundLabel, failureLabel } from '../words/labels';
import { anyOpenTool, toolLook } from './openTool';
import {
  currentProcess,
  type OpenTool,
  type ProcessFacts,
  type SessionFacts,
  type TranscriptTurn,
} from '../facts/session';
import { isDialogTool } from '../words/tools';

/** A session of an old client, whose process is not known, counts as closed after this long without a line. */
export const silentMs = 10 * 60_000;

/** A call that does nothing for this long waits for its permission, in ms. */
const inactiveMs = 1_000;

const edits: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

/** A client that tells no status: an edit takes no time, and a command would be seen to run. */
function waitsForPermission(facts: SessionFacts, tool: OpenTool, now: number): boolean {
  const process = currentProcess(facts);
  if (process === undefined || now < inactiveAt(process, tool.at)) return false;
  return edits.has(tool.name) || (tool.name === 'Bash' && process.runsCommand === false);
}

/** Its result comes a moment after a command's end, and the next command of the same message may ask then. */
export function inactiveAt(process: ProcessFacts | undefined, calledAt: number): number {
  return Math.max(calledAt, process?.command?.endedAt ?? 0) + inactiveMs;
}

/** What the transcript alone says, for clients whose registry has no status. */
export function transcriptClaim(facts: SessionFacts, now: number): Claim | undefined {
  const transcript = facts.transcript;
  const turn = transcript?.turn;
  if (transcript === undefined || turn === undefined) return undefined;
  const at = transcript.lastAt ?? turn.at;
  const fresh = now - at < transientMs;
  const common = { source: 'jsonl', at: turn.at } as const;
  switch (turn.kind) {
    case 'interrupted':
      return claim({
        ...common,
        kind: 'resting',
        state: 'interrupted',
        label: stateLabel('interrupted'),
        confidence: 0.8,
      });
    case 'failed':
      return claim({
        ...common,
        kind: 'resting',
        state: 'error',
        label: failureLabel(turn.error, turn.text),
        confidence: 0.8,
        context: { error: turn.error, message: turn.text },
      });
    case 'ended':
      return inBackground(facts, turn, now) ?? rest(turn);
    case 'prompted':
    case 'responding': {
      const tool = anyOpenTool(facts, undefined);
      if (tool !== undefined && isDialogTool(tool.name)) {
        return dialogClaim({
          toolName: tool.name,
          toolInput: tool.input,
          confidence: 0.7,
          source: 'jsonl',
          at: tool.at,
          event: 'tool_use',
        });
      }
      if (tool !== undefined && waitsForPermission(facts, tool, now)) {
        return dialogClaim({
          toolName: tool.name,
          toolInput: tool.input,
          confidence: 0.5,
          source: 'jsonl',
          at: tool.at,
          event: 'no process',
        });
      }
      const confidence = fresh ? 0.6 : 0.3;
      if (tool === undefined) {
        return claim({
          ...common,
          kind: 'working',
          state: 'thinking',
          label: stateLabel('thinking'),
          confidence,
        });
      }
      return claim({
        ...common,
        kind: 'working',
        ...toolLook(tool, 'tool_use'),
        confidence,
        at: tool.at,
      });
    }
  }
}

function rest({ at, text }: TranscriptTurn): Claim {
  const common = { kind: 'resting', source: 'jsonl', at, context: { message: text } } as const;
  return asksUser(text)
    ? claim({ ...common, state: 'awaiting_input', label: stateLabel('question'), confidence: 0.6 })
    : claim({ ...common, state: 'idle', label: stateLabel('idle'), confidence: 0.7 });
}

function inBackground(facts: SessionFacts, turn: TranscriptTurn, now: number): Claim | undefined {
  const { tasks, at } = unnotifiedTasks(facts, turn, now);
  if (tasks.length === 0) return undefined;
  return claim({
    kind: 'background',
    state: 'waiting_for_agent',
    label: backgroundLabel(tasks),
    confidence: 0.6,
    source: 'jsonl',
    at,
    since: turn.at,
    context: { backgroundTasks: tasks, message: turn.text },
  });
}
