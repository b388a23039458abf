import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { endpointSchema, routes, type Endpoint } from '../../../src/shared/protocol';

/** Tells the hub of a config home what sessions do, each of a process that nobody knows. */
export class HookCalls {
  constructor(private readonly configHome: string) {}

  /** Of the hub that is there now. */
  get endpoint(): Endpoint {
    return endpointSchema.parse(JSON.parse(this.read('endpoint.json')));
  }

  async call(sessionId: string, event: string, fields: object = {}): Promise<void> {
    const about = { session_id: sessionId, cwd: '/home/dev/shop', hook_event_name: event };
    const { url } = this.endpoint;
    const answer = await fetch(`${url}${routes.hook}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.read('token').trim()}` },
      body: JSON.stringify({ ...about, ...fields }),
    });
    assert.equal(answer.status, 204);
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

  private read(name: string): string {
    return readFileSync(path.join(this.configHome, 'mission-control', name), 'utf8');
  }
}
