import type { Endpoint } from '../../../src/shared/protocol/protocol';
import { currentEndpoint, currentHub, postHook } from '../hub/wire/hubTarget';

/** Posts sessions' hooks to the hub of a config home, each from an unknown process. */
export class HookCalls {
  constructor(private readonly configHome: string) {}

  /** Of the hub that is there now. */
  get endpoint(): Endpoint {
    return currentEndpoint(this.configHome);
  }

  async call(sessionId: string, event: string, fields: object = {}): Promise<void> {
    const about = { session_id: sessionId, cwd: '/home/dev/shop', hook_event_name: event };
    await postHook(currentHub(this.configHome), { ...about, ...fields });
  }

  /** Has a first prompt, which is its title, and then needs a permission. */
  async block(
    sessionId: string,
    title: string,
    command = 'ls',
    fields: object = {},
  ): Promise<void> {
    await this.call(sessionId, 'UserPromptSubmit', { prompt: title, ...fields });
    const tool = { tool_name: 'Bash', tool_input: { command } };
    await this.call(sessionId, 'PermissionRequest', { ...tool, ...fields });
  }

  /** The person let the command run. */
  async release(sessionId: string, command = 'ls'): Promise<void> {
    await this.call(sessionId, 'PostToolUse', { tool_name: 'Bash', tool_input: { command } });
  }
}
