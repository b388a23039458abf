import assert from 'node:assert/strict';
import { foreignAgent } from '../../../../../src/extension/agents/claude/hooks/foreignAgent';
import { hookPayloadSchema } from '../../../../../src/extension/agents/claude/hooks/hookPayload';
import { silentLog } from '../../../../../src/extension/util/log';
import { aHook, sessionId } from '../../../../support/hub/hooks';
import { recording, recordingNames } from '../../../../support/recordings/recording';
import { TestHub } from '../../../../support/hub/testHub';

const session = { session_id: '0f0f0f0f-0000-4000-8000-000000000001', cwd: '/home/dev/shop' };

/**
 * Payloads of other agents that run the hooks in Claude Code's settings, in their documented
 * formats.
 */
const foreign: readonly (readonly [agent: string, payload: Readonly<Record<string, unknown>>])[] = [
  ['GitHub Copilot', { timestamp: '2026-11-26T18:02:40.675Z', prompt: 'tidy up' }],
  ['GitHub Copilot', { transcript_path: '/home/dev/.copilot/session-state/x/events.jsonl' }],
  ['Cursor', { cursor_version: '2.1.0', workspace_roots: ['/home/dev/shop'] }],
  ['Codex', { turn_id: '7', transcript_path: '/home/dev/.codex/sessions/2026/rollout-1.jsonl' }],
  ['Codex', { model: 'gpt-5', transcript_path: '/home/dev/projects/shop/.codex/rollout-1.jsonl' }],
  ['Codex', { transcript_path: 'C:\\Users\\dev\\.codex\\sessions\\rollout-1.jsonl' }],
  ['an agent that is not known', { transcript_path: '/home/dev/.other/log.jsonl' }],
];

describe('A hook of another agent', () => {
  for (const [agent, fields] of foreign) {
    it(`is known for one of ${agent} by ${Object.keys(fields).join(', ')}`, () => {
      const payload = { ...session, hook_event_name: 'PermissionRequest', ...fields };
      assert.equal(foreignAgent(hookPayloadSchema.parse(payload), undefined), agent);
    });
  }

  it('is known also below a call of Claude Code, whose environment it has', () => {
    const payload = { ...session, hook_event_name: 'Stop', turn_id: '7' };
    assert.equal(foreignAgent(hookPayloadSchema.parse(payload), 'cli'), 'Codex');
  });

  it('is none where the transcript is one of Claude Code, whatever fields a later client sends', () => {
    for (const folder of ['/home/dev/.claude', '/projects/dev/config', 'C:\\Users\\dev\\.claude']) {
      const separator = folder.includes('\\') ? '\\' : '/';
      const place = [folder, 'projects', '-home-dev-shop', `${session.session_id}.jsonl`];
      const fields = { timestamp: '2027-01-01T00:00:00Z', turn_id: '7' };
      const payload = {
        ...session,
        hook_event_name: 'Stop',
        transcript_path: place.join(separator),
      };
      const parsed = hookPayloadSchema.parse({ ...payload, ...fields });
      assert.equal(foreignAgent(parsed, undefined), undefined);
    }
  });

  it('is none where a client of Claude Code keeps no transcript', () => {
    const payload = { ...session, hook_event_name: 'Stop', transcript_path: '' };
    assert.equal(foreignAgent(hookPayloadSchema.parse(payload), 'sdk-cli'), undefined);
  });

  it('is none that a client of Claude Code ever sent', () => {
    for (const name of recordingNames()) {
      for (const { hook } of recording(name)) {
        if (hook !== undefined) assert.equal(foreignAgent(hook, 'cli'), undefined, name);
      }
    }
  });

  it('makes no card, is not held, and is noted once', async () => {
    const messages: string[] = [];
    const log = { ...silentLog, info: (text: string) => void messages.push(text) };
    const hub = await TestHub.start(undefined, { log });
    try {
      await hub.window('desk');
      for (const event of ['SessionStart', 'UserPromptSubmit', 'PermissionRequest']) {
        const payload = { ...session, hook_event_name: event, timestamp: '2026-11-26T18:02:40Z' };
        assert.equal((await hub.wait(payload)).status, 204);
      }
      await hub.hook(aHook('SessionStart'));
      await hub.waitFor(sessionId, () => undefined);
      assert.equal((await hub.board()).sessions.length, 1);
      assert.equal(messages.filter((text) => text.includes('Copilot')).length, 1);
    } finally {
      await hub.dispose();
    }
  });
});
