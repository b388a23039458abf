import type { UsageLimit } from '../../../agents/claude/texts/usageLimit';
import type { ExpiredDialog } from './dialogs/expiry';
import type { ScheduleNews } from './schedule/schedule';
import type { UntimedSignal } from './signals';

/**
 * Paths of texts that any record may have; the last value of each counts. A row is all that parsing,
 * folding and caching need to keep it as a field of `TranscriptFacts`.
 */
export const fieldPlaces = {
  cwd: ['cwd'],
  gitBranch: ['gitBranch'],
  version: ['version'],
  entrypoint: ['entrypoint'],
  teamName: ['teamName'],
  agentName: ['agentName'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of the fields in `fieldPlaces`. */
export const latestFields = Object.keys(fieldPlaces) as readonly (keyof typeof fieldPlaces)[];

/** Values that many entries of a transcript carry. */
export type EntryFields = {
  readonly [Field in keyof typeof fieldPlaces]?: string | undefined;
};

/** A transcript entry, reduced to what the state, the card and the cost need. */
export type TranscriptEntry = EntryFields &
  (
    | {
        readonly kind: 'prompt';
        readonly text: string;
        readonly human: boolean;
        /** The client took it in while the turn goes on: it ends no turn. */
        readonly queued?: boolean;
        readonly permissionMode?: string | undefined;
        /** Id of the entry that it follows; null where it begins the conversation, absent where nothing is told. */
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
        /** Tokens in the window at this message: input and both cache kinds. */
        readonly contextTokens?: number | undefined;
      }
    | {
        readonly kind: 'apiError';
        readonly error: string;
        readonly text: string;
        readonly limit?: UsageLimit;
      }
    /** The client said that it continues by itself when a limit has reset, or that it does so no more. */
    | { readonly kind: 'continuing'; readonly byItself: boolean }
    | { readonly kind: 'turnEnded' }
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
    | { readonly kind: 'permissionMode'; readonly mode: string }
    | { readonly kind: 'schedule'; readonly news: ScheduleNews }
    /** Another session goes on with this one. */
    | { readonly kind: 'continuedIn'; readonly sessionId: string }
    | {
        readonly kind: 'retrying';
        readonly attempt: number;
        readonly maxRetries: number | undefined;
        readonly retryInMs: number;
      }
    | {
        readonly kind: 'other';
        /** Type of an entry that only a newer client writes. */
        readonly unknown?: string;
        /** `!` and the command that a person ran with it. */
        readonly shell?: string;
        /** A signal that the entry itself reports, without a command's output; it joins the session's. */
        readonly signal?: UntimedSignal;
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
  /** The result says that a person refused or interrupted the call. */
  readonly rejected: boolean;
  /** The call did not run, whoever decided that. */
  readonly denied?: boolean;
  /** The task that the call made. */
  readonly task?: { readonly id: string; readonly subject: string } | undefined;
  /** Set where auto mode kept the call from running; the reason is empty where the result does not say it. */
  readonly blocked?: { readonly reason: string };
  readonly launched?: LaunchedTask;
  /** The client's own record of the result, where it may tell of scheduled runs. */
  readonly response?: unknown;
  /** Dialog that the client closed by itself with this result, as nobody answered; `afterMs` as in `ExpiredDialog`. */
  readonly expired?: Pick<ExpiredDialog, 'kind' | 'afterMs'>;
  /** Files that a shell's command changed, where the client tells; absolute. */
  readonly edited?: readonly string[];
}

/** A background task that a call has begun; the client notifies the agent of its end. */
export interface LaunchedTask {
  readonly id: string;
  readonly type: 'shell' | 'subagent';
}
