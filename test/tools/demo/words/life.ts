import type { Step } from '../script';
import type { Session } from '../session';
import { Speaker } from '../speaker';
import { compactBoundaryLine, compactSummaryLine } from '../client/systemLines';
import * as calls from '../client/toolCall';
import type { ToolCall } from '../client/toolCall';
import type { Routine } from '../timeline';
import { finishBatch, open, settle } from './tools';

/** Everything before this happened before the audience looked; `ageMs` ago, that is. */
export const curtain = (ageMs: number): Step =>
  function* ({ session }): Routine {
    session.curtainAgeMs = ageMs;
    yield 0;
  };

/** The client starts in its project; one that still runs is left first. */
export const start: Step = function* (actor): Routine {
  const { session } = actor;
  if (session.isRunning && session.turn !== undefined) yield* exit(actor);
  if (!session.isRunning) session.restart();
  session.main.hook('SessionStart', { source: 'startup', model: session.role.model });
  yield 160;
  session.setStatus('idle');
  yield 1500;
};

/** The person leaves with /exit. */
export const exit: Step = function* ({ session }): Routine {
  yield 300;
  session.main.hook('SessionEnd', { reason: 'prompt_input_exit' });
  session.keepBooks();
  yield 400;
  session.exit(false);
};

/** kill -9, a closed laptop, an out-of-memory killer: no hook, the registry entry stays. */
export const killed: Step = function* ({ session }): Routine {
  yield 200;
  session.exit(true);
};

/** The conversation is summed up to make room. */
export const compact = (trigger: 'auto' | 'manual', summary: string): Step =>
  function* ({ session, speaker }): Routine {
    const before = speaker.meter.usedTokens;
    speaker.hook('PreCompact', { trigger, custom_instructions: null });
    yield 30;
    if (trigger === 'manual') session.setStatus('busy');
    yield 9000;
    speaker.meter.compact(18_000, 3800);
    summariser(session).hook('SubagentStop', {
      stop_hook_active: false,
      agent_transcript_path: '',
      last_assistant_message: summary,
      background_tasks: [],
      session_crons: [],
    });
    yield 40;
    speaker.hook('SessionStart', { source: 'compact', model: session.role.model });
    speaker.hook('PostCompact', { trigger, compact_summary: summary });
    const after = speaker.meter.usedTokens;
    speaker.line((frame) => compactBoundaryLine(frame, trigger, before, after));
    const { turn } = session;
    if (turn) speaker.line((frame) => compactSummaryLine(frame, turn, summary));
    if (trigger === 'manual') session.setStatus('idle');
    yield 1600;
  };

/** Who writes the summary: a subagent without a type, without a start and without a file. */
function summariser(session: Session): Speaker {
  const agent = { id: `a${session.random.hex(16)}`, type: '', description: '' };
  return new Speaker(session, '', session.main.meter, session.role.model, agent);
}

/** The model writes a new task list, one call per subject, in one message. */
export const tasks = (...subjects: readonly string[]): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const first = session.taskCount + 1;
    session.taskCount += subjects.length;
    session.tasks = [];
    const wanted = subjects.map((subject, index) => {
      const task = { id: String(first + index), subject, description: subject };
      const { description } = task;
      const call: ToolCall = {
        name: 'TaskCreate',
        input: { subject, description },
        response: { task },
        text: `Task #${task.id} created successfully: ${subject}`,
        seconds: 0.03,
      };
      return call;
    });
    const items = yield* open(actor, wanted);
    for (const [index, item] of items.entries()) {
      const id = String(first + index);
      const subject = subjects[index] ?? '';
      session.tasks.push({ id, subject, description: subject, status: 'pending' });
      saveTask(actor.session, id);
      actor.speaker.hook('TaskCreated', {
        task_id: id,
        task_subject: subject,
        task_description: subject,
      });
      yield 40;
      settle(actor, item);
    }
    yield 25;
    finishBatch(actor, items);
    yield 700;
  };

/** The task with this number, counted from 1 in the current list, is begun or done. */
export const task = (number: number, status: 'in_progress' | 'completed'): Step =>
  function* (actor): Routine {
    const { session, speaker } = actor;
    const found = session.tasks[number - 1];
    if (found === undefined) throw new Error(`${session.role.id}: no task ${number}`);
    const from = found.status;
    const [item] = yield* open(actor, [
      {
        ...calls.bash('', ''),
        name: 'TaskUpdate',
        input: { taskId: found.id, status },
        response: {
          success: true,
          taskId: found.id,
          updatedFields: ['status'],
          statusChange: { from, to: status },
        },
        text: `Updated task #${found.id} status`,
        seconds: 0.02,
      },
    ]);
    if (item === undefined) return;
    found.status = status;
    saveTask(session, found.id);
    if (status === 'completed') {
      yield 35;
      speaker.hook('TaskCompleted', {
        task_id: found.id,
        task_subject: found.subject,
        task_description: found.description,
      });
    }
    yield 20;
    settle(actor, item);
    yield 25;
    finishBatch(actor, [item]);
    yield 300;
  };

function saveTask(session: Session, id: string): void {
  const found = session.tasks.find((task) => task.id === id);
  if (!found) return;
  const file = `${session.folders.configHome}/tasks/${session.sessionId}/${id}.json`;
  session.write(file, { ...found, blocks: [], blockedBy: [] });
}
