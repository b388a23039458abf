import { sessionCommands } from '../actions/sessionActions';
import { daySchema } from '../protocol/work/day';
import * as z from '../protocol/schema';

/**
 * Maximum size of a picture of the day view, in base64 characters; typical pictures have a few
 * hundred kilobytes.
 */
const maxPictureLength = 8_000_000;

export const sessionId = z.lazy(() => z.string().check(z.minLength(1)));
export const callId = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(100)));

/**
 * Requests that only an editor can fulfil for its pages: opening, showing, prompting and running.
 * Phones do not have them.
 */
export const editorIntents = () =>
  [
    z.object({ type: z.literal('openTranscript'), sessionId }),
    z.object({ type: z.literal('openSubagentTranscript'), sessionId, agentId: sessionId }),
    /** Opens an address that the session's card offers; the window refuses any other. */
    z.object({
      type: z.literal('openLink'),
      sessionId,
      href: z.string().check(z.maxLength(4_000)),
    }),
    /** Opens the changes of both sessions of a collision. */
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
    z.object({ type: z.literal('showGrants') }),
    /** Returns the request to its terminal in a few seconds, or cancels that. */
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
