import type { Deed } from '../deed';
import { resultLine } from '../client/lines';
import type { Line } from '../client/lines';
import type { Actor, Step } from '../script';
import { seconds } from '../script';
import type { ToolCall } from '../client/toolCall';
import * as calls from '../client/toolCall';
import type { BashRun } from '../client/toolCall';
import { bookkeeping } from '../client/systemLines';
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
  if (call.does !== undefined && call.failure === undefined) session.carryOut(call.does);
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
    const content = contentWith(actor, file, before);
    actor.session.contents.set(
      file,
      content.replace(before, () => after),
    );
    const path = actor.session.file(file);
    return really(actor, calls.edit(path, content, before, after), {
      kind: 'replace',
      file: path,
      before,
      after,
    });
  };

export const write =
  (file: string, content: string): MakeCall =>
  (actor) => {
    const path = actor.session.file(file);
    actor.session.contents.set(file, content);
    const deed: Deed = { kind: 'write', file: path, text: content };
    return really(actor, calls.write(path, content), deed);
  };

/** Deletes a file by a command. */
export const remove =
  (file: string, description: string): MakeCall =>
  (actor) => {
    const call = calls.bash(`rm ${file}`, description, { seconds: 1 });
    return really(actor, call, { kind: 'remove', file: actor.session.file(file) });
  };

/** A command of git that is run in the folder of the session. */
export const git =
  (args: readonly string[], description: string, shown: BashRun): MakeCall =>
  (actor) => {
    const words = args.map((arg) => (/[^\w./-]/.test(arg) ? `"${arg}"` : arg));
    const call = calls.bash(`git ${words.join(' ')}`, description, shown);
    return really(actor, call, { kind: 'git', folder: actor.session.cwd, args });
  };

/** The call, with what it does where the project is a repository: elsewhere it is only told. */
function really({ session }: Actor, call: ToolCall, does: Deed): ToolCall {
  return session.role.project.uncommitted === undefined ? call : { ...call, does };
}

/** Tools in one message. */
export const run =
  (...makers: readonly MakeCall[]): Step =>
  (actor) =>
    use(...makers.map((make) => make(actor)))(actor);

/** A file as the session left it. */
function contentOf({ session }: Actor, file: string): string {
  const content = session.contents.get(file) ?? session.role.project.files[file];
  if (content === undefined) throw new Error(`${session.role.project.name} has no ${file}`);
  return content;
}

/** A file with a piece that is to be changed: an edit that is made once more begins with the file as it was. */
function contentWith(actor: Actor, file: string, piece: string): string {
  const original = actor.session.role.project.files[file] ?? '';
  const found = [contentOf(actor, file), original].find((content) => content.includes(piece));
  if (found === undefined) throw new Error(`${file} does not hold “${piece}”`);
  return found;
}
