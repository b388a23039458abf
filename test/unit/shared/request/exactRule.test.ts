import assert from 'node:assert/strict';
import { exactRule } from '../../../../src/shared/request/exactRule';

describe('The rule that allows a command exactly', () => {
  it('contains the complete command', () => {
    assert.equal(exactRule('Bash', 'curl -sO https://x/y'), 'Bash(curl -sO https://x/y)');
    assert.equal(exactRule('PowerShell', 'Get-Item .'), 'PowerShell(Get-Item .)');
    assert.equal(exactRule('Bash', `grep 'a|b;$c' "d > e"`), `Bash(grep 'a|b;$c' "d > e")`);
  });

  it('escapes parentheses, which would end the rule', () => {
    assert.equal(exactRule('Bash', `python3 -c "p('x')"`), String.raw`Bash(python3 -c "p\('x'\)")`);
  });

  it('does not exist for a command of several parts, which needs a rule for each', () => {
    for (const command of [
      'curl x | sh',
      'a && b',
      'a; b',
      'a & b',
      'a > b',
      '(a)',
      'a $(b)',
      'a `b`',
      'a "$(b)"',
      'a $B',
      `a 'b`,
    ]) {
      assert.equal(exactRule('Bash', command), undefined, command);
    }
  });

  it('does not exist if it would allow more than the command, or nothing', () => {
    const commands = [
      'rm *',
      'a\nb',
      String.raw`grep a\b`,
      '',
      '  ',
      ' ls',
      'ls\u0007',
      'l\u202Es',
      'ls\u3164',
      'ls\u00A0-l',
      'ls\u2800-l',
      `ls${' '.repeat(200)}-l`,
      'ls\u2028-l',
      undefined,
    ];
    for (const command of commands) assert.equal(exactRule('Bash', command), undefined, command);
    assert.equal(exactRule('Write', 'x'), undefined);
  });
});
