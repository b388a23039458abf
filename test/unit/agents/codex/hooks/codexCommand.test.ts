import assert from 'node:assert/strict';
import { codexHookFor } from '../../../../../src/extension/agents/codex/hooks/codexCommand';
import { isOurCommand } from '../../../../../src/extension/agents/claude/settings/hookCommand';

describe('The command of a hook in Codex', () => {
  it('is known as ours, wherever its relay lies', () => {
    for (const home of ['/home/dev/.claude', "/home/d'Arc/.claude"]) {
      const { command } = codexHookFor('Stop', `${home}/mission-control/relay.sh`, 'linux');
      assert.ok(isOurCommand(command), command);
    }
  });

  it('sets the relay’s variables on Windows without what shells there change', () => {
    const relay = "C:\\Users\\d'Arc\\.claude\\mission-control\\relay.ps1";
    const { command } = codexHookFor('PermissionRequest', relay, 'win32');
    assert.ok(command.includes("Env:CLAUDE_CONFIG_DIR 'C:/Users/d''Arc/.claude'"), command);
    assert.match(command, /Env:CLAUDE_CODE_ENTRYPOINT 'sdk-codex'.* & '[^"]+' -Wait \}/u);
    assert.ok(!/[$`]/u.test(command) && isOurCommand(command));
    assert.equal(command.match(/"/gu)?.length, 2);
  });
});
