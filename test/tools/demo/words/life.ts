import type { Scene, Step } from '../script';
import type { Session, Task } from '../session';
import { Speaker } from '../speaker';
import { compactBoundaryLine, compactSummaryLine } from '../../../support/transcript/clientLines';
import type { ToolCall } from '../client/toolCall';
import type { Routine } from '../timeline';
import { settle, use } from './tools';

/** Ends the past of a session: all earlier steps happened at least `ageMs` before live play. */
export const curtain = (ageMs: number): Step =>
  function* ({ session }): Routine {
    session.curtainAgeMs = ageMs;
    yield 0;
  };

/** Starts the client in its project; a running one exits first. */
export const start: Step = function* (actor): Routine {
  const { session } = actor;
  if (session.isRunning && session.turn !== undefined) yield* exit(actor);
  if (!session.isRunning) session.restart();
  session.main.hook('SessionStart', { source: 'startup', model: session.model });
  yield 160;
  session.setStatus('idle');
  yield 1500;
};

/** Exits by /exit. */
export const exit: Step = function* ({ session }): Routine {
  yield 300;
  session.main.hook('SessionEnd', { reason: 'prompt_input_exit' });
  session.keepBooks();
  yield 400;
  session.exit(false);
};

/**
 * Kills the client (kill -9, a closed laptop, an out-of-memory killer): no hook runs, and the
 * registry entry stays.
 */
export const killed: Step = function* ({ session }): Routine {
  yield 200;
  session.exit(true);
};

/** Compacts the conversation into a summary. */
export const compact = (summary: string): Step =>
  function* ({ session, speaker }): Routine {
    const trigger = 'auto';
    const before = speaker.meter.usedTokens;
    speaker.hook('PreCompact', { trigger, custom_instructions: null });
    yield 30;
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
    speaker.hook('SessionStart', { source: 'compact', model: session.model });
    speaker.hook('PostCompact', { trigger, compact_summary: summary });
    const after = speaker.meter.usedTokens;
    speaker.line((frame) => compactBoundaryLine(frame, trigger, before, after));
    const { turn } = session;
    if (turn) speaker.line((frame) => compactSummaryLine(frame, turn, summary));
    yield 1600;
  };

/** Writes the summary: a subagent without a type, a start event and a file. */
function summariser(session: Session): Speaker {
  const agent = { id: `a${session.random.hex(16)}`, type: '', description: '' };
  return new Speaker(session, '', session.main.meter, session.model, agent);
}

/** The model writes a new task list, one call per subject, in one message. */
export const tasks = (...subjects: readonly string[]): Step =>
  function* (actor): Routine {
    const { session, speaker } = actor;
    const wanted = subjects.map((subject) => {
      const task = { id: String(++session.taskCount), subject, description: subject };
      const text = `Task #${task.id} created successfully: ${subject}`;
      const input = { subject, description: subject };
      return { task, name: 'TaskCreate', input, response: { task }, text, seconds: 0.03 };
    });
    session.tasks = [];
    yield* use(actor, wanted, {
      *during(item, index) {
        const task: Task = { ...(wanted[index] as (typeof wanted)[0]).task, status: 'pending' };
        session.tasks.push(task);
        saveTask(session, task);
        speaker.hook('TaskCreated', hookFieldsOf(task));
        yield 40;
        settle(actor, item);
        return item;
      },
      rest: 700,
    });
  };

/**
 * Starts the task with this number, counted from 1 in the current list, plays its scenes, and
 * completes it.
 */
export const task = (number: number, ...scenes: readonly Scene[]): Scene => [
  update(number, 'in_progress'),
  ...scenes,
  update(number, 'completed'),
];

const update = (number: number, status: 'in_progress' | 'completed'): Step =>
  function* (actor): Routine {
    const { session, speaker } = actor;
    const found = session.tasks[number - 1];
    if (found === undefined) throw new Error(`${session.role.id}: no task ${number}`);
    const { id: taskId, status: from } = found;
    const call: ToolCall = {
      name: 'TaskUpdate',
      input: { taskId, status },
      response: {
        success: true,
        taskId,
        updatedFields: ['status'],
        statusChange: { from, to: status },
      },
      text: `Updated task #${taskId} status`,
      seconds: 0.02,
    };
    yield* use(actor, [call], {
      *during(item) {
        found.status = status;
        saveTask(session, found);
        if (status === 'completed') {
          yield 35;
          speaker.hook('TaskCompleted', hookFieldsOf(found));
        }
        yield 20;
        settle(actor, item);
        return item;
      },
      rest: 300,
    });
  };

const hookFieldsOf = ({ id, subject, description }: Task) => ({
  task_id: id,
  task_subject: subject,
  task_description: description,
});

function saveTask(session: Session, task: Task): void {
  const file = `${session.folders.configHome}/tasks/${session.sessionId}/${task.id}.json`;
  session.write(file, { ...task, blocks: [], blockedBy: [] });
}
