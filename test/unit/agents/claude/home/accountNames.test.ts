import assert from 'node:assert/strict';
import { accountNames } from '../../../../../src/extension/agents/claude/home/accountNames';

const defaultHome = '/home/dev/.claude';

describe('The names of accounts', () => {
  for (const [home, name] of [
    ['/home/dev/.claude', 'default'],
    ['/home/dev/.claude-work', 'work'],
    ['/home/dev/.claude_personal', 'personal'],
    ['/home/dev/.config/claude-work', 'work'],
    ['/home/dev/acme-claude', 'acme'],
    ['/srv/acme/.claude', 'acme'],
    ['/srv/.claude/claude', '.claude'],
    ['C:\\Users\\dev\\.claude-work', 'work'],
    ['/home/dev/claudette', 'claudette'],
    ['/', '/'],
  ] as const) {
    it(`are short: ${home} is ${name}`, () => {
      assert.deepEqual(accountNames([home], defaultHome), [name]);
    });
  }

  it('are paths where short names would be equal', () => {
    assert.deepEqual(
      accountNames(
        ['/home/dev/.claude', '/home/dev/.claude-work', '/srv/claude-work'],
        defaultHome,
      ),
      ['default', '/home/dev/.claude-work', '/srv/claude-work'],
    );
  });
});
