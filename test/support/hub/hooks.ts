import type { HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { hookReport } from '../../../src/extension/agents/claude/hooks/hookReport';
import type { HookEvent } from '../../../src/extension/hub/domain/facts/event';

export const sessionId = '5e551011-0000-4000-8000-000000000001';

/** A hook payload of the main agent; `fields` have the client's names. */
export function aHook(event: string, fields: Partial<HookPayload> = {}): HookPayload {
  return {
    session_id: sessionId,
    transcript_path: `/home/dev/.claude/projects/-home-dev-shop/${sessionId}.jsonl`,
    cwd: '/home/dev/shop',
    hook_event_name: event,
    ...fields,
  };
}

/** The domain event of such a payload, `at` ms after the start of the story. */
export function aHookEvent(
  at: number,
  event: string,
  fields: Partial<HookPayload> = {},
  pid?: number,
): HookEvent {
  const payload = aHook(event, fields);
  const report = hookReport(payload);
  return { type: 'hook', sessionId: report.sessionId, at, pid, report };
}
