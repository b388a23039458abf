import * as z from '../../../../shared/protocol/schema';
import { maxIdLength, maxNameLength, maxPathLength } from '../../../util/json';
import { messageIdSchema } from '../../../util/rpc/rpcConnection';

const id = z.string().check(z.minLength(1), z.maxLength(maxIdLength));
const path = z.string().check(z.maxLength(maxPathLength));
const name = z.string().check(z.maxLength(maxNameLength));

export const greetingSchema = z.lazyObject(() => ({ userAgent: name, codexHome: path }));

const knownStatusSchema = z.lazyUnion('type', () => [
  z.object({ type: z.literal('notLoaded') }),
  z.object({ type: z.literal('idle') }),
  z.object({ type: z.literal('systemError') }),
  z.object({ type: z.literal('active'), activeFlags: z.array(name) }),
]);
export type ThreadStatus = z.infer<typeof knownStatusSchema>;

/** An unknown status, which a newer program may report, is none: files alone are read then. */
const statusSchema = z.catch(knownStatusSchema, { type: 'notLoaded' });

const threadSchema = z.lazyObject(() => ({
  id,
  /** The session to which a subagent belongs; a session's own thread has the id of the session. */
  sessionId: id,
  ephemeral: z.boolean(),
  threadSource: z.nullish(name),
  agentRole: z.nullish(name),
  cwd: path,
  cliVersion: name,
  status: statusSchema,
}));
export type ServerThread = z.infer<typeof threadSchema>;

export const threadAnswerSchema = z.lazyObject(() => ({ thread: threadSchema }));
export const loadedThreadsSchema = z.lazyObject(() => ({
  data: z.array(id),
  nextCursor: z.nullish(z.string()),
}));

/** The latest turn of a thread. */
export const latestTurnSchema = z.lazyObject(() => ({
  data: z.array(z.object({ id, status: name })),
}));

const turn = { threadId: id, turnId: id };

const changeSchema = z.lazyObject(() => ({
  path,
  kind: z.object({ type: z.enum(['add', 'delete', 'update']), move_path: z.nullish(path) }),
  /** Content of a file that is added or deleted; hunks of one that is updated. */
  diff: z.string(),
}));

/** Parameters of the notifications that are read, by their methods. */
export const notificationSchemas = {
  'thread/started': threadAnswerSchema,
  'thread/status/changed': z.lazyObject(() => ({ threadId: id, status: statusSchema })),
  'thread/closed': z.lazyObject(() => ({ threadId: id })),
  error: z.lazyObject(() => ({
    threadId: id,
    /** True if the program repeats the request that failed. */
    willRetry: z.boolean(),
    error: z.object({ message: z.string() }),
  })),
  'item/started': z.lazyObject(() => ({
    ...turn,
    item: z.object({ type: name, id, changes: z.optional(z.array(changeSchema)) }),
  })),
  /** Sent while the agent goes on writing a patch; has all of its changes so far. */
  'item/fileChange/patchUpdated': z.lazyObject(() => ({
    ...turn,
    itemId: id,
    changes: z.array(changeSchema),
  })),
  'item/completed': z.lazyObject(() => ({ ...turn, item: z.object({ type: name, id }) })),
  'serverRequest/resolved': z.lazyObject(() => ({ threadId: id, requestId: messageIdSchema })),
} as const;

const ignored = z.optional(z.unknown());
const asked = {
  ...turn,
  itemId: id,
  // These do not change what is asked for.
  approvalId: ignored,
  autoResolutionMs: ignored,
  availableDecisions: ignored,
  commandActions: ignored,
  proposedExecpolicyAmendment: ignored,
  startedAtMs: ignored,
};

/**
 * Parameters, without empty ones, of the requests that can be answered here. One that asks for more
 * than a command, a patch or answers does not match, and is left to the terminal, as is one with a
 * field of a newer program: what it means can't be shown.
 */
export const requestSchemas = {
  'item/commandExecution/requestApproval': z.lazyStrictObject(() => ({
    ...asked,
    kind: z.optional(z.literal('command')),
    command: z.string(),
    cwd: path,
    reason: z.optional(z.string()),
    /** Absent or `local` on this computer. */
    environmentId: z.optional(z.literal('local')),
  })),
  'item/fileChange/requestApproval': z.lazyStrictObject(() => ({
    ...asked,
    reason: z.optional(z.string()),
  })),
  'item/tool/requestUserInput': z.lazyStrictObject(() => ({
    ...asked,
    isBlocking: z.literal(true),
    questions: z.array(
      z.object({
        id: name,
        header: z.string(),
        question: z.string(),
        isSecret: z.optional(z.literal(false)),
        options: z.nullish(z.array(z.object({ label: z.string(), description: z.string() }))),
      }),
    ),
  })),
} as const;

/** Notifications of the program that are not sent to us: each word of an answer is one. */
export const unwantedNotifications: readonly string[] = [
  'item/agentMessage/delta',
  'item/plan/delta',
  'item/commandExecution/outputDelta',
  'item/fileChange/outputDelta',
  'item/reasoning/summaryTextDelta',
  'item/reasoning/summaryPartAdded',
  'item/reasoning/textDelta',
  'item/commandExecution/terminalInteraction',
  'item/mcpToolCall/progress',
  'hook/started',
  'hook/completed',
  'turn/diff/updated',
  'turn/plan/updated',
  'thread/tokenUsage/updated',
  'account/rateLimits/updated',
];
