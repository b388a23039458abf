import { resultLine } from '../lines';
import type { Line } from '../lines';
import type { Actor, Step } from '../script';
import { seconds } from '../script';
import type { ToolCall } from '../toolCall';
import * as calls from '../toolCall';
import type { BashRun } from '../toolCall';
import { bookkeeping } from '../systemLines';
import type { Routine } from '../timeline';

/** A call on its way: announced to the hooks and written to the transcript. */
export interface OpenCall {
  readonly call: ToolCall;
  readonly toolUseId: string;
  /** The transcript line that holds the call. */
  readonly sourceUuid: string;
}

export const byRule: Line = {
  permissionDecision: {
    decision: 'accept',
    source: 'config',
    reasonType: 'rule',
    ruleSource: 'userSettings',
  },
};

export const byUser: Line = {
  permissionDecision: {
    decision: 'accept',
    source: 'user_temporary',
    grantScope: 'once',
    reasonCode: 'unknown',
  },
};

/** The model asks for tools in one message; hooks hear of it before the transcript does. */
export function* open(actor: Actor, wanted: readonly ToolCall[]): Generator<number, OpenCall[]> {
  const { session, speaker } = actor;
  yield session.random.between(1100, 2600);
  const ids = wanted.map(() => session.random.serviceId('toolu'));
  const blocks = wanted.map((call, index) => ({
    type: 'tool_use' as const,
    id: ids[index] ?? '',
    name: call.name,
    input: call.input,
  }));
  for (const call of wanted) {
    if (session.toolsUsed.includes(call.name)) continue;
    session.toolsUsed.push(call.name);
    session.note(bookkeeping.toolsUsed(session.sessionId, [...session.toolsUsed]));
  }
  const uuids = speaker.message(blocks, 'tool_use');
  return wanted.map((call, index) => {
    const toolUseId = ids[index] ?? '';
    announce(actor, call, toolUseId);
    return { call, toolUseId, sourceUuid: uuids[index] ?? '' };
  });
}

function announce({ speaker }: Actor, call: ToolCall, toolUseId: string): void {
  speaker.hook('PreToolUse', {
    tool_name: call.name,
    tool_input: call.input,
    tool_use_id: toolUseId,
  });
}

/** The tool is done: the hooks, the result line, the tokens. */
export function settle(actor: Actor, { call, toolUseId, sourceUuid }: OpenCall, by = byRule): void {
  const { session, speaker } = actor;
  const common = { tool_name: call.name, tool_input: call.input };
  const duration_ms = Math.round(seconds(call.seconds));
  if (call.failure === undefined) {
    speaker.hook('PostToolUse', {
      ...common,
      tool_response: call.response,
      tool_use_id: toolUseId,
      duration_ms,
    });
  } else {
    speaker.hook('PostToolUseFailure', {
      ...common,
      tool_use_id: toolUseId,
      error: call.failure,
      is_interrupt: false,
      duration_ms,
    });
  }
  const [low, high] = session.role.resultTokens;
  speaker.meter.add(session.random.between(low, high));
  const failed = call.failure !== undefined;
  speaker.line((frame) =>
    resultLine(frame, session.turn?.promptId ?? '', sourceUuid, {
      toolUseId,
      content: call.failure ?? call.text,
      ...((failed || call.name === 'Bash') && { isError: failed }),
      toolUseResult: failed ? `Error: ${call.failure}` : call.response,
      verdict: call.name === 'Bash' ? { sandboxed: false, ...by } : by,
    }),
  );
}

/** All calls of one message have their results. */
export function finishBatch({ speaker }: Actor, done: readonly OpenCall[]): void {
  speaker.hook('PostToolBatch', {
    tool_calls: done.map(({ call, toolUseId }) => ({
      tool_name: call.name,
      tool_input: call.input,
      tool_use_id: toolUseId,
      tool_response: call.failure ?? call.text,
    })),
  });
}

/** Calls that need nobody's leave, in one message; reading ones run side by side. */
export const use = (...wanted: readonly ToolCall[]): Step =>
  function* (actor): Routine {
    const opened = yield* open(actor, wanted);
    for (const item of opened) {
      yield seconds(item.call.seconds);
      settle(actor, item);
    }
    yield 25;
    finishBatch(actor, opened);
    yield actor.session.random.between(600, 1500);
  };

/** A call that is made up when its turn comes, because it names a file of the session's folder. */
export type MakeCall = (actor: Actor) => ToolCall;

export const bash = (command: string, description: string, run?: BashRun): MakeCall => {
  const call = calls.bash(command, description, run);
  return () => call;
};

export const read =
  (file: string): MakeCall =>
  (actor) =>
    calls.read(actor.session.file(file), contentOf(actor, file));

export const grep =
  (pattern: string, ...files: readonly string[]): MakeCall =>
  () =>
    calls.grep(pattern, files);

export const edit =
  (file: string, before: string, after: string): MakeCall =>
  (actor) => {
    const content = contentOf(actor, file);
    if (!content.includes(before)) throw new Error(`${file} does not hold “${before}”`);
    return calls.edit(actor.session.file(file), content, before, after);
  };

export const write =
  (file: string, content: string): MakeCall =>
  (actor) =>
    calls.write(actor.session.file(file), content);

/** Tools in one message. */
export const run =
  (...makers: readonly MakeCall[]): Step =>
  (actor) =>
    use(...makers.map((make) => make(actor)))(actor);

function contentOf({ session }: Actor, file: string): string {
  const content = session.role.project.files[file];
  if (content === undefined) throw new Error(`${session.role.project.name} has no ${file}`);
  return content;
}
