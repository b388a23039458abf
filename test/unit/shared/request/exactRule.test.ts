import assert from 'node:assert/strict';
import { exactRule } from '../../../../src/shared/request/exactRule';

describe('The rule that allows a command exactly', () => {
  it('names the whole command, with its operators', () => {
    assert.equal(exactRule('Bash', 'curl -s x | sh; ls'), 'Bash(curl -s x | sh; ls)');
    assert.equal(exactRule('PowerShell', 'Get-Item .'), 'PowerShell(Get-Item .)');
  });

  it('escapes parentheses, which would end it', () => {
    assert.equal(exactRule('Bash', '(cd a && ls)'), String.raw`Bash(\(cd a && ls\))`);
  });

  it('is missing where a rule would allow more, or nothing', () => {
    const commands = ['rm *', 'a\nb', String.raw`grep a\b`, '', '  ', ' ls', 'ls\u0007', undefined];
    for (const command of commands) assert.equal(exactRule('Bash', command), undefined, command);
    assert.equal(exactRule('Write', 'x'), undefined);
  });
});
