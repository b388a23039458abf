import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DomainEvent } from '../../../../../src/extension/hub/domain/facts/event';
import {
  parsePermissionRequests,
  TeamInboxes,
} from '../../../../../src/extension/agents/claude/registry/teamInboxes';
import { aHookEvent } from '../../../../support/hub/hooks';
import { start } from '../../../../support/hub/story';
import { until } from '../../../../support/until';

const timestamp = new Date(start).toISOString();
const asks = {
  type: 'permission_request',
  request_id: 'perm-1',
  agent_id: 'asker',
  tool_name: 'Write',
  tool_use_id: 'toolu_1',
  input: { file_path: '/p/team.txt', content: 'x' },
};
const message = (text: unknown): object => ({
  from: 'asker',
  text: typeof text === 'string' ? text : JSON.stringify(text),
  timestamp,
});

describe('The inbox of a lead', () => {
  it('tells which calls teammates ask for, and nothing of other messages', () => {
    const inbox = [message('I am done.'), message({ type: 'idle_notification' }), message(asks)];
    const tool = { id: 'toolu_1', name: 'Write', input: asks.input, at: start };
    assert.deepEqual(parsePermissionRequests(JSON.stringify(inbox)), [
      { at: start, request: { teammate: 'asker', tool } },
    ]);
  });

  it('tells nothing where it is half written or has another shape', () => {
    const { tool_use_id: _, ...unnamed } = asks;
    for (const text of ['[{', '{}', '[null, 7]', JSON.stringify([message(unnamed)])]) {
      assert.deepEqual(parsePermissionRequests(text), []);
    }
  });

  it('is followed from the first teammate in a pane of its own on', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'teams-'));
    const emitted: DomainEvent[] = [];
    const inboxes = new TeamInboxes(folder, (event) => emitted.push(event));
    const spawned = (name: string, pane: string): void =>
      inboxes.applyEvent(
        aHookEvent(start, 'PostToolUse', {
          session_id: name,
          tool_response: { status: 'teammate_spawned', tmux_pane_id: pane, team_name: name },
        }),
      );
    try {
      spawned('session-a', '%3');
      spawned('session-b', 'in-process');
      spawned('../session-a', '%4');
      for (const team of ['session-b', 'session-a']) {
        mkdirSync(path.join(folder, team, 'inboxes'), { recursive: true });
        const file = path.join(folder, team, 'inboxes', 'team-lead.json');
        writeFileSync(file, JSON.stringify([message(asks)]));
      }
      await until(
        () => emitted.length,
        (count) => assert.ok(count > 0),
      );
      assert.deepEqual(
        emitted.map(({ sessionId }) => sessionId),
        ['session-a'],
      );
    } finally {
      inboxes.dispose();
      rmSync(folder, { recursive: true });
    }
  });
});
