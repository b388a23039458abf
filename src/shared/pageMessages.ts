import * as z from 'zod';
import type { LiveSession, Summary } from './protocol';

/** How the page's data reaches it: `connecting` before the first snapshot, `offline` while it is stale. */
export type Connection = 'connecting' | 'live' | 'offline';

/** What the host knows about hooks; drives the first-run hint. */
export type HooksStatus = 'unknown' | 'installed' | 'missing' | 'outdated';

/** Host to page. `sequence` grows by one; a page that misses one sends `ready` again. */
export type ToPage =
  | {
      readonly type: 'snapshot';
      readonly sequence: number;
      readonly sessions: readonly LiveSession[];
      readonly summary: Summary;
      readonly connection: Connection;
      readonly hooks: HooksStatus;
      /** Home folder of the hub's machine, to show paths as `~/…`. */
      readonly home: string;
    }
  | {
      readonly type: 'update';
      readonly sequence: number;
      readonly changed: readonly LiveSession[];
      readonly removed: readonly string[];
      readonly summary: Summary;
    }
  | { readonly type: 'connection'; readonly sequence: number; readonly connection: Connection }
  | { readonly type: 'hooks'; readonly sequence: number; readonly hooks: HooksStatus }
  /** Bring one card into view and focus it; `explain` opens what its state is based on. */
  | {
      readonly type: 'reveal';
      readonly sequence: number;
      readonly sessionId: string;
      readonly explain: boolean;
    };

/** Page to host: the whole list of what a page may ask for. Validated by the host, never by the page. */
export const fromPageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('openTranscript'), sessionId: z.string().min(1) }),
  z.object({
    type: z.literal('openSubagentTranscript'),
    sessionId: z.string().min(1),
    agentId: z.string().min(1),
  }),
  z.object({ type: z.literal('archive'), sessionId: z.string().min(1), archived: z.boolean() }),
  z.object({ type: z.literal('openRawTranscript'), sessionId: z.string().min(1) }),
  z.object({ type: z.literal('openProject'), sessionId: z.string().min(1) }),
  z.object({ type: z.literal('copySessionId'), sessionId: z.string().min(1) }),
  z.object({ type: z.literal('installHooks') }),
  z.object({ type: z.literal('showLog') }),
]);
export type FromPage = z.infer<typeof fromPageSchema>;
