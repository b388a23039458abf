import type { SubagentMeta } from './session';
import type { LimitUse, UsageLimit } from './usageLimit';
import type { ExpiredDialog } from './dialogs/expiry';
import type { ScheduleChange } from './schedule/schedule';
import type { UntimedSignal } from './signals';

/**
 * Paths of text fields that any record may have; the last value of each applies. Adding a row here
 * is enough to parse, fold and cache another text field of `TranscriptFacts`.
 */
export const fieldPaths = {
  cwd: ['cwd'],
  gitBranch: ['gitBranch'],
  version: ['version'],
  entrypoint: ['entrypoint'],
  teamName: ['teamName'],
  agentName: ['agentName'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of the fields in `fieldPaths`. */
export const latestFields = Object.keys(fieldPaths) as readonly (keyof typeof fieldPaths)[];

/** Values that entries of many kinds contain. */
export type EntryFields = {
  readonly [Field in keyof typeof fieldPaths]?: string | undefined;
};

/**
 * A transcript entry, reduced to the data from which a session's state, card and cost are derived.
 */
export type TranscriptEntry = EntryFields &
  (
    | {
        readonly kind: 'prompt';
        readonly text: string;
        readonly human: boolean;
        /** True if the prompt was queued into a running turn, so that it starts no new turn. */
        readonly queued?: boolean;
        readonly permissionMode?: string | undefined;
        /**
         * Id of the preceding entry; null at the beginning of the conversation, undefined if the
         * record does not contain it.
         */
        readonly parent?: string | null | undefined;
      }
    | { readonly kind: 'toolResults'; readonly results: readonly ToolResult[] }
    | { readonly kind: 'interrupted' }
    | {
        readonly kind: 'assistant';
        readonly model?: string | undefined;
        readonly text?: string | undefined;
        readonly toolUses: readonly ToolUse[];
        readonly stopReason?: string | undefined;
        /** Time, in ms, within which the program may start another turn by itself. */
        readonly settleMs?: number;
        /** Tokens in the context window at this message: input and both kinds of cached tokens. */
        readonly contextTokens?: number | undefined;
      }
    | {
        readonly kind: 'apiError';
        readonly error: string;
        readonly text: string;
        readonly limit?: UsageLimit;
        /** Set if the program runs no hook when a turn fails. */
        readonly hookless?: true;
      }
    /**
     * The client announced that it continues on its own when a usage limit has reset (`byItself`),
     * or that it no longer does.
     */
    | { readonly kind: 'continuing'; readonly byItself: boolean }
    | { readonly kind: 'turnEnded' }
    /**
     * A report on the model and the account that is no progress of the turn. Absent values have not
     * changed.
     */
    | {
        readonly kind: 'context';
        readonly model?: string | undefined;
        readonly contextTokens?: number | undefined;
        /** Size of the model's context window, in tokens. */
        readonly contextWindow?: number | undefined;
        readonly limits?: readonly LimitUse[];
      }
    /** The program began to compact the conversation, as a turn of its own. */
    | { readonly kind: 'compacting' }
    | {
        readonly kind: 'compacted';
        readonly trigger?: string | undefined;
        readonly preTokens?: number | undefined;
        readonly postTokens?: number | undefined;
      }
    | {
        readonly kind: 'title';
        readonly source: 'ai' | 'custom' | 'summary';
        readonly title: string;
      }
    | {
        readonly kind: 'permissionMode';
        readonly mode: string;
        /** True if a program answers the agent's requests, so that none waits for a person. */
        readonly isReviewed?: boolean;
      }
    | { readonly kind: 'schedule'; readonly news: ScheduleChange }
    /** A different session, with this id, continues the session. */
    | { readonly kind: 'continuedIn'; readonly sessionId: string }
    | {
        readonly kind: 'retrying';
        readonly attempt: number;
        readonly maxRetries: number | undefined;
        readonly retryInMs: number;
      }
    | {
        readonly kind: 'other';
        /** Type of the entry if it is unknown, because a newer client wrote it. */
        readonly unknown?: string;
        /** The command that a person ran with `!`, including the `!`. */
        readonly shell?: string;
        /**
         * A signal that the entry itself reports, not the output of a command; the fold adds it to
         * the session's signals.
         */
        readonly signal?: UntimedSignal;
        /** The description of the subagent in the first entry of its transcript. */
        readonly subagent?: SubagentMeta;
        /** True for a record of the session's start, whose folder replaces none that is known. */
        readonly isStart?: boolean;
      }
  );

export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolResult {
  readonly toolUseId: string;
  readonly isError: boolean;
  /** True if a person denied or interrupted the call. */
  readonly rejected: boolean;
  /** True if the call was denied and did not run, no matter by whom. */
  readonly denied?: boolean;
  /** The task that the call created. */
  readonly task?: { readonly id: string; readonly subject: string } | undefined;
  /** Set if auto mode blocked the call; `reason` is empty if the result has none. */
  readonly blocked?: { readonly reason: string };
  readonly launched?: LaunchedTask;
  /** The client's structured result, included if it may report scheduled runs. */
  readonly response?: unknown;
  /** The dialog that the client closed with this result because nobody answered. */
  readonly expired?: Pick<ExpiredDialog, 'kind' | 'afterMs'>;
  /** Files that the call changed, if the client reports them; absolute paths. */
  readonly edited?: readonly string[];
}

/** A background task that a call started; the client notifies the agent when it ends. */
export interface LaunchedTask {
  readonly id: string;
  readonly type: 'shell' | 'subagent';
}
