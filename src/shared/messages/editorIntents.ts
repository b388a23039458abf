import { sessionCommands } from '../actions/sessionActions';
import { daySchema } from '../protocol/protocol';
import * as z from '../protocol/schema';

/** Longest picture of a day, in characters of base64; usual pictures are some hundred kilobytes. */
const maxPictureLength = 8_000_000;

export const sessionId = z.lazy(() => z.string().check(z.minLength(1)));
export const callId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));

/** What only an editor does for its pages: it opens, shows, asks and runs. A phone has none of it. */
export const editorIntents = () =>
  [
    z.object({ type: z.literal('openTranscript'), sessionId }),
    z.object({ type: z.literal('openSubagentTranscript'), sessionId, agentId: sessionId }),
    /** An address that the session's card offers; the window opens no other. */
    z.object({
      type: z.literal('openLink'),
      sessionId,
      href: z.string().check(z.maxLength(4_000)),
    }),
    /** Shows what both sessions of a collision changed. */
    z.object({
      type: z.literal('seeCollision'),
      sessionId,
      collision: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
    z.object({ type: z.literal('sessionCommand'), command: z.enum(sessionCommands), sessionId }),
    z.object({
      type: z.literal('muteSessions'),
      sessionIds: z.array(sessionId).check(z.minLength(1), z.maxLength(1_000)),
    }),
    z.object({
      type: z.literal('tagSessions'),
      sessionIds: z.array(sessionId).check(z.minLength(1), z.maxLength(1_000)),
    }),
    z.object({
      type: z.literal('savePicture'),
      day: daySchema,
      png: z.base64().check(z.maxLength(maxPictureLength)),
    }),
    z.object({ type: z.literal('findSession') }),
    z.object({ type: z.literal('newBoardSession') }),
    z.object({ type: z.literal('connectPhone') }),
    /** Gives the request back to its terminal in a few seconds, or keeps it here after all. */
    z.object({
      type: z.literal('handBack'),
      sessionId,
      call: callId,
      undo: z.optional(z.boolean()),
    }),
    z.object({ type: z.literal('showRequestDiff'), sessionId }),
    z.object({ type: z.literal('reviewPlan'), sessionId }),
    z.object({ type: z.literal('reviewChanges'), sessionId }),
    z.object({ type: z.literal('installHooks') }),
    z.object({ type: z.literal('startAgain') }),
    z.object({ type: z.literal('askToAnswer') }),
    z.object({ type: z.literal('showLog') }),
    z.object({ type: z.literal('resumeStranded') }),
    z.object({ type: z.literal('leaveStranded') }),
  ] as const;
