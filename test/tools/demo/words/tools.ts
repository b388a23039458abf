import type { FileEffect } from '../stage/projectFolders';
import { byRule, resultLine } from '../../../support/transcript/clientLines';
import type { Actor, Step } from '../script';
import type { Session } from '../session';
import * as calls from '../client/toolCall';
import type { BashRun, ToolCall } from '../client/toolCall';
import type { Patience, Routine } from '../timeline';

export { bash, grep } from '../client/toolCall';

/** A call that is created when it is made, because it refers to the session's files. */
export interface LateCall {
  readonly make: (session: Session) => ToolCall;
}

export type AnyCall = ToolCall | LateCall;

export const madeFor = ({ session }: Actor, call: AnyCall): ToolCall =>
  'make' in call ? call.make(session) : call;

/** A call in progress: announced to the hooks and written to the transcript. */
export interface OpenCall {
  readonly call: ToolCall;
  readonly toolUseId: string;
  /** The transcript line with the call. */
  readonly sourceUuid: string;
}

/** The model calls tools in one message; hooks run before the transcript is written. */
export function* open(actor: Actor, wanted: readonly ToolCall[]): Generator<number, OpenCall[]> {
  const { session, speaker } = actor;
  yield session.random.between(1100, 2600);
  const blocks = wanted.map(({ name, input }) => ({
    type: 'tool_use' as const,
    id: session.random.serviceId('toolu'),
    name,
    input,
  }));
  for (const { name } of wanted) {
    if (session.toolsUsed.includes(name)) continue;
    session.toolsUsed.push(name);
    session.note('tools-used', { tools: [...session.toolsUsed] });
  }
  const uuids = speaker.message(blocks, 'tool_use');
  return blocks.flatMap(({ id, name, input }, index) => {
    const call = wanted[index];
    if (call === undefined) return [];
    speaker.hook('PreToolUse', { tool_name: name, tool_input: input, tool_use_id: id });
    return { call, toolUseId: id, sourceUuid: uuids[index] ?? '' };
  });
}

export function* openOne(actor: Actor, wanted: ToolCall): Generator<number, OpenCall> {
  const [item] = yield* open(actor, [wanted]);
  if (item === undefined) throw new Error(`${wanted.name} was not opened`);
  return item;
}

/** Completes a call: its hooks, the result line, the tokens. */
export function settle(actor: Actor, { call, toolUseId, sourceUuid }: OpenCall, by = byRule): void {
  const { session, speaker } = actor;
  const { failure, response } = call;
  const failed = failure !== undefined;
  if (call.does !== undefined && !failed) session.carryOut(call.does);
  speaker.hook(failed ? 'PostToolUseFailure' : 'PostToolUse', {
    tool_name: call.name,
    tool_input: call.input,
    ...(!failed && { tool_response: response }),
    tool_use_id: toolUseId,
    ...(failed && { error: failure, is_interrupt: false }),
    duration_ms: Math.round(call.seconds * 1000),
  });
  speaker.meter.add(session.random.between(...session.role.resultTokens));
  speaker.line((frame) =>
    resultLine(frame, session.turn?.promptId ?? '', sourceUuid, {
      toolUseId,
      content: failure ?? call.text,
      ...((failed || call.name === 'Bash') && { isError: failed }),
      toolUseResult: failed ? `Error: ${failure}` : response,
      verdict: call.name === 'Bash' ? { sandboxed: false, ...by } : by,
    }),
  );
}

/** Ends a message whose calls all have their results. */
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

interface Course {
  /** Plays a call from its start to its result; returns the call as it ended. */
  readonly during: (item: OpenCall, index: number) => Generator<number | Patience, OpenCall, void>;
  /** From the last result to the end of the batch, in ms. */
  readonly gap?: number;
  /** Time after the batch, in ms. */
  readonly rest?: number;
}

/** Makes calls in one message, one result after the other. */
export function* use(actor: Actor, wanted: readonly ToolCall[], course: Course): Routine {
  const { during, gap = 25, rest } = course;
  const done: OpenCall[] = [];
  for (const [index, item] of (yield* open(actor, wanted)).entries()) {
    done.push(yield* during(item, index));
  }
  yield gap;
  finishBatch(actor, done);
  yield rest ?? actor.session.random.between(600, 1500);
}

/** Makes calls that need no permission in one message; reading ones run concurrently. */
export const run =
  (...wanted: readonly AnyCall[]): Step =>
  (actor) =>
    use(
      actor,
      wanted.map((call) => madeFor(actor, call)),
      {
        *during(item) {
          yield item.call.seconds * 1000;
          settle(actor, item);
          return item;
        },
      },
    );

export const read = (file: string): LateCall => ({
  make: (session) => calls.read(session.file(file), contentOf(session, file)),
});

export const edit = (name: string, before: string, after: string): LateCall => ({
  make(session) {
    const content = contentWith(session, name, before);
    session.contents.set(
      name,
      content.replace(before, () => after),
    );
    const file = session.file(name);
    const call = calls.edit(file, content, before, after);
    return really(session, call, { kind: 'replace', file, before, after });
  },
});

export const write = (name: string, text: string): LateCall => ({
  make(session) {
    const file = session.file(name);
    session.contents.set(name, text);
    return really(session, calls.write(file, text), { kind: 'write', file, text });
  },
});

/** Deletes a file by a command. */
export const remove = (name: string, description: string): LateCall => ({
  make(session) {
    const call = calls.bash(`rm ${name}`, description, { seconds: 1 });
    return really(session, call, { kind: 'remove', file: session.file(name) });
  },
});

/** Runs a git command in the folder of the session. */
export const git = (args: readonly string[], description: string, shown: BashRun): LateCall => ({
  make(session) {
    const words = args.map((arg) => (/[^\w./-]/.test(arg) ? `"${arg}"` : arg));
    const call = calls.bash(`git ${words.join(' ')}`, description, shown);
    return really(session, call, { kind: 'git', folder: session.cwd, args });
  },
});

/**
 * The call, with its effect if the project is a repository; in other projects it is only reported.
 */
function really({ role }: Session, call: ToolCall, does: FileEffect): ToolCall {
  return role.project.uncommitted === undefined ? call : { ...call, does };
}

/** Content of a file after the session's changes. */
function contentOf({ contents, role }: Session, file: string): string {
  const content = contents.get(file) ?? role.project.files[file];
  if (content === undefined) throw new Error(`${role.project.name} has no ${file}`);
  return content;
}

/**
 * Content of a file that contains the piece to be changed: the original one if the edit was made
 * already.
 */
function contentWith(session: Session, file: string, piece: string): string {
  const original = session.role.project.files[file] ?? '';
  const found = [contentOf(session, file), original].find((content) => content.includes(piece));
  if (found === undefined) throw new Error(`${file} does not hold “${piece}”`);
  return found;
}
