import assert from 'node:assert/strict';
import {
  hookCommand,
  hookFor,
  isOurCommand,
  relayPath,
} from '../../../../../src/extension/agents/claude/settings/hookCommand';

describe('The command of a hook on Windows', () => {
  it('quotes a path for Git Bash, cmd and PowerShell alike', () => {
    const command = hookCommand(
      String.raw`C:\Users\Ann O'Neil\mission-control\relay.ps1`,
      'wait',
      'win32',
    );
    const file = "'C:/Users/Ann O''Neil/mission-control/relay.ps1'";
    assert.ok(command.includes(`if (Test-Path -LiteralPath ${file}) { & ${file} -Wait }`), command);
    assert.ok(command.startsWith('powershell.exe -NoProfile -NonInteractive '));
    assert.doesNotMatch(command, /[$`\\]/);
    assert.equal(command.split('"').length, 3);
    assert.ok(isOurCommand(command));
  });

  it('refuses a path that a shell would change', () => {
    for (const folder of ['C:\\a$b', 'C:\\a`b']) {
      assert.throws(() => hookFor('Stop', `${folder}\\relay.ps1`, 'win32'), /cannot be installed/);
    }
  });
});

describe('The command of a hook elsewhere', () => {
  it('is known as ours with any path', () => {
    for (const home of ["/home/o'neil/.claude", '/x y/$(id)', '/home/ü']) {
      assert.ok(isOurCommand(hookFor('Stop', relayPath(home, 'linux'), 'linux').command));
    }
  });
});
