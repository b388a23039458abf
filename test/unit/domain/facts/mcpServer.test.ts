import assert from 'node:assert/strict';
import { aRequest, Story } from '../../../support/hub/story';

const asked = (toolName: string, server: unknown): string | undefined =>
  new Story()
    .hook('UserPromptSubmit', { prompt: 'Go' })
    .hook('PermissionRequest', { ...aRequest(toolName, { id: 7 }), mcp_server: server }).card
    .pendingRequest?.mcpServer;

describe('The server of a request for an MCP tool', () => {
  it('is the one that the client names, by its name or as an object', () => {
    assert.equal(asked('mcp__plugin_tracker_linear__close', 'linear'), 'linear');
    assert.equal(asked('mcp__linear__close', { name: 'linear', scope: 'user' }), 'linear');
  });

  it('is undefined for other tools and for a server without a name', () => {
    assert.equal(asked('Bash', 'linear'), undefined);
    for (const server of [undefined, null, '', 7, [], {}, { name: 7 }]) {
      assert.equal(asked('mcp__linear__close', server), undefined);
    }
    assert.equal(asked('mcp__linear__close', 'x'.repeat(5_000))?.length, 200);
  });
});
