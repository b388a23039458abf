import assert from 'node:assert/strict';
import { isLauncher, launcherText } from '../../../src/extension/commandLine/launcher/launcherText';

const parts = {
  node: String.raw`C:\Users\Jörg\Code\Code.exe`,
  script: String.raw`C:\Users\Jörg\.vscode\extensions\mission-control\dist\cli.js`,
  variables: { CLAUDE_CONFIG_DIR: String.raw`D:\100%\claude` },
  home: String.raw`C:\Users\Jörg`,
};

describe('The launcher of the command line tool', () => {
  it('is recognized, and no other file is', () => {
    for (const platform of ['linux', 'win32'] as const)
      assert.ok(isLauncher(launcherText(parts, platform)), platform);
    assert.ok(!isLauncher('#!/bin/sh\nexec mission-control "$@"\n'));
    assert.ok(!isLauncher(`#!/bin/sh\n${'\n'.repeat(9)}# mission-control-launcher/1\n`));
  });

  it('has no letter beyond ASCII on Windows, whose console reads it in another code page', () => {
    const text = launcherText(parts, 'win32');
    assert.match(text, /^[\r\n\x20-\x7E]*$/u);
    assert.ok(text.includes(String.raw`set "node=%USERPROFILE%\Code\Code.exe"`));
    assert.ok(text.includes(String.raw`set "CLAUDE_CONFIG_DIR=D:\100%%\claude"`));
    assert.ok(text.split('\r\n').every((line) => !line.includes('\n')));
  });
});
