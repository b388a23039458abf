import * as z from '../../../../shared/protocol/schema';
import type { Ask, AskAnswer } from './client';

/** The hub's answer to a waiting hook; see `agents/claude/hooks/hookAnswer.ts`. */
const answerSchema = z.object({
  hookSpecificOutput: z.object({
    decision: z.discriminatedUnion('behavior', [
      z.object({
        behavior: z.literal('allow'),
        updatedInput: z.optional(z.record(z.string(), z.unknown())),
        updatedPermissions: z.optional(z.array(z.unknown())),
      }),
      z.object({
        behavior: z.literal('deny'),
        message: z.string(),
        interrupt: z.optional(z.boolean()),
      }),
    ]),
  }),
});

/** The payload of the hook that a client in a terminal would run for the same question. */
export function hookPayload(ask: Ask, sessionId: string, folder: string): object {
  return {
    session_id: sessionId,
    hook_event_name: 'PermissionRequest',
    cwd: folder,
    tool_name: ask.tool_name,
    tool_input: ask.input,
    tool_use_id: ask.tool_use_id,
    permission_suggestions: ask.permission_suggestions ?? [],
    agent_id: ask.agent_id,
    // Only auto mode has a classifier. Its hook carries no reason, but the question to a program
    // does.
    ...(ask.decision_reason_type === 'classifier' && {
      permission_mode: 'auto',
      reason: ask.decision_reason,
    }),
  };
}

/**
 * Converts the hub's answer; undefined if nobody decided. For an allowed call the client requires
 * the complete input.
 */
export function askAnswer({ input }: Ask, answer: unknown): AskAnswer | undefined {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return undefined;
  const { decision } = parsed.data.hookSpecificOutput;
  if (decision.behavior === 'deny') return decision;
  return { ...decision, updatedInput: { ...input, ...decision.updatedInput } };
}
