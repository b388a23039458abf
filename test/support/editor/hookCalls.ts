import type { Endpoint } from '../../../src/shared/protocol/protocol';
import { currentEndpoint, currentHub, postHook } from '../hub/wire/hubTarget';

/** Posts session hooks to the hub of a config home, without naming the client's process. */
export class HookCalls {
  constructor(private readonly configHome: string) {}

  /** Endpoint of the current hub. */
  get endpoint(): Endpoint {
    return currentEndpoint(this.configHome);
  }

  async call(sessionId: string, event: string, fields: object = {}): Promise<void> {
    const about = { session_id: sessionId, cwd: '/home/dev/shop', hook_event_name: event };
    await postHook(currentHub(this.configHome), { ...about, ...fields });
  }

  /** Sends a first prompt, which becomes the title, then a permission request. */
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

  /** Reports that the command ran after the person allowed it. */
  async release(sessionId: string, command = 'ls'): Promise<void> {
    await this.call(sessionId, 'PostToolUse', { tool_name: 'Bash', tool_input: { command } });
  }
}
