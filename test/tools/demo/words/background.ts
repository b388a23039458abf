import type { Actor, Scene, Step } from '../script';
import { perform, seconds } from '../script';
import { ContextMeter } from '../../../support/transcript/contextMeter';
import { promptLine } from '../../../support/transcript/clientLines';
import type { BackgroundTask, BackgroundWork, Session } from '../session';
import { Speaker, type Agent } from '../speaker';
import type { ToolCall } from '../client/toolCall';
import type { Routine } from '../timeline';
import { bash, finishBatch, openOne, settle, use } from './tools';
import { wake } from './woken';

export interface Errand {
  readonly type: string;
  readonly description: string;
  readonly prompt: string;
  readonly model?: string;
  /** Scene that the subagent plays. */
  readonly does: Scene;
  /** Its report at the end. */
  readonly reports: string;
}

/** Starts subagents that continue in the background; `notified` waits for their end. */
export const launch = (...errands: readonly Errand[]): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const hired = errands.map((errand) => hire(session, errand));
    const wanted = hired.map(({ errand, agent }) => launched(session, errand, agent));
    yield* use(actor, wanted, {
      *during(item, index) {
        const { errand, agent } = hired[index] as Hired; // There is one for each call.
        yield 40;
        const speaker = enter(session, { errand, agent }, item.toolUseId, 'background');
        settle(actor, item);
        const { id, type, description } = agent;
        const entry = begun(session, item.toolUseId, {
          id,
          type: 'subagent',
          status: 'running',
          description,
          agent_type: type,
        });
        session.timeline.start(
          (function* () {
            yield* work({ session, speaker }, errand);
            entry.report = errand.reports;
          })(),
        );
        return item;
      },
      gap: 60,
      rest: 900,
    });
  };

/** Runs one subagent inside the turn, as hosted sessions do: the turn waits for its report. */
export const delegate = (errand: Errand): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const hired = hire(session, errand);
    const asked = { name: 'Agent', input: inputOf(errand), response: {}, text: '', seconds: 0 };
    yield* use(actor, [asked], {
      *during(item) {
        const begunAt = session.timeline.now;
        yield 40;
        const speaker = enter(session, hired, item.toolUseId, 'foreground');
        yield* work({ session, speaker }, errand);
        const totalDurationMs = session.timeline.now - begunAt;
        const response = {
          status: 'completed',
          prompt: errand.prompt,
          agentId: hired.agent.id,
          agentType: errand.type,
          content: [{ type: 'text', text: errand.reports }],
          totalDurationMs,
          totalTokens: speaker.meter.usedTokens,
        };
        const reported = { response, text: errand.reports, seconds: totalDurationMs / 1000 };
        const done = { ...item, call: { ...item.call, ...reported } };
        yield 30;
        settle(actor, done);
        return done;
      },
      rest: 1200,
    });
  };

/** Starts a command that continues after the turn. */
export const background = (command: string, description: string): Step =>
  function* (actor): Routine {
    const { session } = actor;
    const id = `b${session.random.hex(8)}`;
    const plain = bash(command, description, { seconds: 0.1 });
    const call: ToolCall = {
      ...plain,
      input: { ...plain.input, run_in_background: true },
      response: { ...(plain.response as object), noOutputExpected: false, backgroundTaskId: id },
      text: `Command running in background with ID: ${id}. Output is being written to: ${outputOf(session, id)}. You will be notified when it completes — do not poll that file or sleep while waiting.`,
    };
    const item = yield* openOne(actor, call);
    settle(actor, item);
    const task = { id, type: 'shell', status: 'running', description, command } as const;
    begun(session, item.toolUseId, task);
    yield 25;
    finishBatch(actor, [item]);
    yield 900;
  };

/** Ends the background command after this many seconds. */
export const finishShell = (after: number): Step =>
  function* ({ session }): Routine {
    yield seconds(after);
    const entry = session.work.find(({ task }) => task.type === 'shell');
    if (entry) entry.report = '';
  };

/**
 * Waits for the next end of background work, after which the client prompts the model by itself.
 */
export const notified: Step = function* (actor): Routine {
  const { work: list, role } = actor.session;
  if (list.length === 0) throw new Error(`${role.id}: nothing runs in the background`);
  const findFinished = () => list.find(({ report }) => report !== undefined);
  let finished = findFinished();
  for (; finished === undefined; finished = findFinished()) yield 200;
  list.splice(list.indexOf(finished), 1);
  yield* wake(actor, notification(actor.session, finished));
};

function notification(
  session: Session,
  { task, toolUseId, report, startedAt }: BackgroundWork,
): string {
  const isAgent = task.type === 'subagent';
  const summary = isAgent
    ? `Agent "${task.description}" finished`
    : `Background command "${task.description}" completed (exit code 0)`;
  const details = isAgent
    ? `\n<result>${report ?? ''}</result>\n<usage><subagent_tokens>21400</subagent_tokens><tool_uses>6</tool_uses><duration_ms>${session.timeline.now - startedAt}</duration_ms></usage>`
    : '';
  return `<task-notification>\n<task-id>${task.id}</task-id>\n<tool-use-id>${toolUseId}</tool-use-id>\n<output-file>${outputOf(session, task.id)}</output-file>\n<status>completed</status>\n<summary>${summary}</summary>${details}\n</task-notification>`;
}

const outputOf = ({ sessionId }: Session, id: string): string =>
  `/tmp/claude-1000/${sessionId}/tasks/${id}.output`;

function begun(session: Session, toolUseId: string, task: BackgroundTask): BackgroundWork {
  const entry: BackgroundWork = { task, toolUseId, startedAt: session.timeline.now };
  session.work.push(entry);
  return entry;
}

interface Hired {
  readonly errand: Errand;
  readonly agent: Agent;
}

const hire = ({ random }: Session, errand: Errand): Hired => ({
  errand,
  agent: { id: `a${random.hex(16)}`, type: errand.type, description: errand.description },
});

const inputOf = ({ description, prompt, type, model }: Errand) => ({
  description,
  prompt,
  subagent_type: type,
  ...(model !== undefined && { model: model.includes('haiku') ? 'haiku' : 'sonnet' }),
});

function launched(session: Session, errand: Errand, { id: agentId }: Agent): ToolCall {
  const outputFile = outputOf(session, agentId);
  return {
    name: 'Agent',
    input: inputOf(errand),
    response: {
      isAsync: true,
      status: 'async_launched',
      agentId,
      description: errand.description,
      resolvedModel: errand.model ?? session.model,
      prompt: errand.prompt,
      outputFile,
      canReadOutputFile: true,
      canContinueAgent: true,
    },
    text: `Async agent launched successfully.\nagentId: ${agentId}\nThe agent is working in the background. You will be notified automatically when it completes.\noutput_file: ${outputFile}`,
    seconds: 0.02,
  };
}

/** Writes the subagent's files with its first line; returns its speaker. */
function enter(
  session: Session,
  { errand, agent }: Hired,
  toolUseId: string,
  requestShape: 'background' | 'foreground',
): Speaker {
  const model = errand.model ?? session.model;
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
  const file = session.subagentPath(agent.id, 'jsonl');
  const speaker = new Speaker(session, file, meter, model, agent);
  speaker.hook('SubagentStart', {});
  const { turn } = session;
  if (turn) speaker.line((frame) => promptLine(frame, turn, errand.prompt));
  return speaker;
}

function* work(actor: Actor, errand: Errand): Routine {
  const { speaker } = actor;
  yield 1200;
  yield* perform(errand.does, actor);
  yield 1500;
  speaker.message([{ type: 'text', text: errand.reports }], 'end_turn');
  yield 30;
  speaker.hookStop('SubagentStop', errand.reports, speaker.file);
  yield 60;
}
