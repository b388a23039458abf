import type { Actor, Scene, Step } from '../script';
import { perform, seconds } from '../script';
import { ContextMeter } from '../client/contextMeter';
import { promptLine } from '../client/lines';
import type { BackgroundTask, BackgroundWork, Session } from '../session';
import type { Agent } from '../speaker';
import { Speaker } from '../speaker';
import { bookkeeping } from '../client/systemLines';
import type { ToolCall } from '../client/toolCall';
import * as calls from '../client/toolCall';
import type { Routine } from '../timeline';
import { finishBatch, open, settle } from './tools';

export interface Errand {
  readonly type: string;
  readonly description: string;
  readonly prompt: string;
  readonly model?: string;
  /** What the subagent does. */
  readonly does: Scene;
  /** What it reports at the end. */
  readonly reports: string;
}

/** Starts subagents that work on by themselves; `notified` hears of their end. */
export const launch = (...errands: readonly Errand[]): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const agents = errands.map((errand) => hire(session, errand));
    const wanted = errands.map((errand, index) => launched(session, errand, agents[index]));
    const items = yield* open(actor, wanted);
    for (const [index, item] of items.entries()) {
      const errand = errands[index];
      const agent = agents[index];
      if (errand === undefined || agent === undefined) continue;
      yield 40;
      const speaker = enter(session, errand, agent, item.toolUseId, 'background');
      settle(actor, item);
      const task = taskOf(agent);
      const entry: BackgroundWork = {
        task,
        toolUseId: item.toolUseId,
        startedAt: session.timeline.now,
      };
      session.work.push(entry);
      session.timeline.start(
        (function* () {
          yield* work({ session, speaker }, errand);
          entry.report = errand.reports;
        })(),
      );
    }
    yield 60;
    finishBatch(actor, items);
    yield 900;
  };

/** One subagent inside the turn, as hosted sessions run them: the turn waits for its report. */
export const delegate = (errand: Errand): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const agent = hire(session, errand);
    const input = inputOf(errand);
    const [item] = yield* open(actor, [
      { name: 'Agent', input, response: {}, text: '', seconds: 0 },
    ]);
    if (item === undefined) return;
    const begunAt = session.timeline.now;
    yield 40;
    const speaker = enter(session, errand, agent, item.toolUseId, 'foreground');
    yield* work({ session, speaker }, errand);
    const totalDurationMs = session.timeline.now - begunAt;
    const content = [{ type: 'text', text: errand.reports }];
    const call: ToolCall = {
      ...item.call,
      response: {
        status: 'completed',
        prompt: errand.prompt,
        agentId: agent.id,
        agentType: errand.type,
        content,
        totalDurationMs,
        totalTokens: speaker.meter.usedTokens,
      },
      text: errand.reports,
      seconds: totalDurationMs / 1000,
    };
    yield 30;
    settle(actor, { ...item, call });
    yield 25;
    finishBatch(actor, [{ ...item, call }]);
    yield 1200;
  };

/** Starts a command that goes on after the turn. */
export const background = (command: string, description: string): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const id = `b${session.random.hex(8)}`;
    const output = `/tmp/claude-1000/${session.sessionId}/tasks/${id}.output`;
    const plain = calls.bash(command, description, { seconds: 0.1 });
    const call: ToolCall = {
      ...plain,
      input: { ...plain.input, run_in_background: true },
      response: {
        stdout: '',
        stderr: '',
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
        backgroundTaskId: id,
      },
      text: `Command running in background with ID: ${id}. Output is being written to: ${output}. You will be notified when it completes — do not poll that file or sleep while waiting.`,
    };
    const items = yield* open(actor, [call]);
    for (const item of items) {
      settle(actor, item);
      const task: BackgroundTask = { id, type: 'shell', status: 'running', description, command };
      session.work.push({
        task,
        toolUseId: item.toolUseId,
        startedAt: session.timeline.now,
      });
    }
    yield 25;
    finishBatch(actor, items);
    yield 900;
  };

/** The background command ends after so many seconds. */
export const finishShell = (after: number): Step =>
  function* ({ session }): Routine {
    yield seconds(after);
    const entry = session.work.find(({ task }) => task.type === 'shell');
    if (entry) entry.report = '';
  };

/** Waits for the next end of background work; the client then prompts the model by itself. */
export const notified: Step = function* (actor): Routine {
  const { session, speaker } = actor;
  const list = session.work;
  if (list.length === 0) throw new Error(`${session.role.id}: nothing runs in the background`);
  let finished = list.find(({ report }) => report !== undefined);
  while (finished === undefined) {
    yield 200;
    finished = list.find(({ report }) => report !== undefined);
  }
  list.splice(list.indexOf(finished), 1);
  const text = notification(session, finished);
  const now = (): string => new Date(session.epoch).toISOString();
  session.note(bookkeeping.enqueue(session.sessionId, now(), text));
  yield 25;
  session.note(bookkeeping.dequeue(session.sessionId, now()));
  const { promptIndex = 0, turnIndex = 0 } = session.turn ?? {};
  const { permissionMode } = session;
  const promptId = session.random.uuid();
  session.turn = { promptId, permissionMode, promptIndex, turnIndex: turnIndex + 1 };
  session.turnStartedAt = session.timeline.now;
  speaker.hook('UserPromptSubmit', { prompt: text });
  yield 20;
  session.setStatus('busy');
  const turn = session.turn;
  speaker.meter.add(Math.ceil(text.length / 3.6));
  speaker.line((frame) => promptLine(frame, turn, text, true));
  yield 1800;
};

function notification(
  session: Session,
  { task, toolUseId, report, startedAt }: BackgroundWork,
): string {
  const summary =
    task.type === 'subagent'
      ? `Agent "${task.description}" finished`
      : `Background command "${task.description}" completed (exit code 0)`;
  const details =
    task.type === 'subagent'
      ? `\n<result>${report ?? ''}</result>\n<usage><subagent_tokens>21400</subagent_tokens><tool_uses>6</tool_uses><duration_ms>${session.timeline.now - startedAt}</duration_ms></usage>`
      : '';
  return `<task-notification>\n<task-id>${task.id}</task-id>\n<tool-use-id>${toolUseId}</tool-use-id>\n<output-file>/tmp/claude-1000/${session.sessionId}/tasks/${task.id}.output</output-file>\n<status>completed</status>\n<summary>${summary}</summary>${details}\n</task-notification>`;
}

function hire(session: Session, { type, description }: Errand): Agent {
  return { id: `a${session.random.hex(16)}`, type, description };
}

const inputOf = ({
  description,
  prompt,
  type,
  model,
}: Errand): Readonly<Record<string, unknown>> => ({
  description,
  prompt,
  subagent_type: type,
  ...(model !== undefined && { model: model.includes('haiku') ? 'haiku' : 'sonnet' }),
});

function launched(session: Session, errand: Errand, agent: Agent | undefined): ToolCall {
  const agentId = agent?.id ?? '';
  const outputFile = `/tmp/claude-1000/${session.sessionId}/tasks/${agentId}.output`;
  return {
    name: 'Agent',
    input: inputOf(errand),
    response: {
      isAsync: true,
      status: 'async_launched',
      agentId,
      description: errand.description,
      resolvedModel: errand.model ?? session.role.model,
      prompt: errand.prompt,
      outputFile,
      canReadOutputFile: true,
      canContinueAgent: true,
    },
    text: `Async agent launched successfully.\nagentId: ${agentId}\nThe agent is working in the background. You will be notified automatically when it completes.\noutput_file: ${outputFile}`,
    seconds: 0.02,
  };
}

const taskOf = (agent: Agent): BackgroundTask => ({
  id: agent.id,
  type: 'subagent',
  status: 'running',
  description: agent.description,
  agent_type: agent.type,
});

/** The subagent's files and its first line; answers who speaks in them. */
function enter(
  session: Session,
  errand: Errand,
  agent: Agent,
  toolUseId: string,
  requestShape: 'background' | 'foreground',
): Speaker {
  const model = errand.model ?? session.role.model;
  session.write(session.subagentPath(agent.id, 'meta.json'), {
    agentType: agent.type,
    isBuiltIn: true,
    description: agent.description,
    toolUseId,
    spawnDepth: 1,
    requestShape,
    model,
  });
  const meter = new ContextMeter(session.random.between(9000, 12_000));
  const speaker = new Speaker(
    session,
    session.subagentPath(agent.id, 'jsonl'),
    meter,
    model,
    agent,
  );
  speaker.hook('SubagentStart', {});
  const { turn } = session;
  if (turn) speaker.line((frame) => promptLine(frame, turn, errand.prompt));
  return speaker;
}

function* work(actor: Actor, errand: Errand): Routine {
  const { session, speaker } = actor;
  yield 1200;
  yield* perform(errand.does, actor);
  yield 1500;
  speaker.message([{ type: 'text', text: errand.reports }], 'end_turn');
  yield 30;
  const agentId = speaker.agent?.id ?? '';
  speaker.hook('SubagentStop', {
    stop_hook_active: false,
    agent_transcript_path: session.subagentPath(agentId, 'jsonl'),
    last_assistant_message: errand.reports,
    background_tasks: session.background,
    session_crons: [],
  });
  yield 60;
}
