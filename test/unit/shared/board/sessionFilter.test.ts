import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  filterKeys,
  formatToken,
  parseFilter,
  type SessionFilter,
} from '../../../../src/shared/board/filter/filterTokens';
import { createSessionMatcher } from '../../../../src/shared/board/filter/sessionFilter';
import { aSession, aSubagent } from '../../../support/sessionBuilder';

const read = (text: string) => {
  const { tokens, words } = parseFilter(text);
  return [...tokens.map(({ key, value, exact }) => [key, value, exact]), ...words];
};

/** Text that `parseFilter` parses into the same filter. */
function formatFilter({ tokens, words }: SessionFilter): string {
  return [
    ...tokens.map(formatToken),
    ...words.map((word) => (/[\s:]/.test(word) ? `"${word}"` : word)),
  ].join(' ');
}

describe('parseFilter', () => {
  it('reads tokens and words', () => {
    assert.deepEqual(read('project:api  pagination Branch:feat/x'), [
      ['project', 'api', false],
      ['branch', 'feat/x', false],
      'pagination',
    ]);
  });

  it('reads quoted text as one word, and a quoted value as an exact value', () => {
    assert.deepEqual(read('project:"my app" "two words" state:"idle"'), [
      ['project', 'my app', true],
      ['state', 'idle', true],
      'two words',
    ]);
  });

  it('reads unknown tokens as words, and an unfinished quote up to the end', () => {
    assert.deepEqual(read('fix: http://x:80 project: "open'), ['fix:', 'http://x:80', 'open']);
    assert.deepEqual(read('project:"my ap'), [['project', 'my ap', true]]);
    assert.deepEqual(read('  "" '), []);
  });

  it('reads a formatted filter as the same filter', () => {
    const token = fc
      .tuple(fc.constantFrom(...filterKeys), fc.stringMatching(/^[a-z/:-][a-z /:-]{0,8}[a-z]$/))
      .map(([key, value]) => ({ key, value, exact: true }));
    const words = fc.array(fc.stringMatching(/^[a-zé:]{1,8}$/));
    fc.assert(
      fc.property(fc.array(token), words, (tokens, words) => {
        assert.deepEqual(parseFilter(formatFilter({ tokens, words })), { tokens, words });
      }),
    );
  });
});

describe('createSessionMatcher', () => {
  const session = aSession({
    title: 'Añadir la página de pedidos',
    projectName: 'Api Server',
    gitBranch: 'feature/orders',
    lastPrompt: 'Run the tests',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    subagents: [aSubagent({ description: 'Trace the import jobs' })],
  });
  const matches = (text: string) => createSessionMatcher(parseFilter(text))(session);

  for (const text of [
    '',
    'anadir PEDIDOS',
    '"la página"',
    'tests bash',
    'trace',
    'project:api',
    'project:"api server"',
    'branch:orders',
    'state:permission',
    'state:needs_permission',
    'state:"needs permission"',
    'group:needs',
    'group:"Needs You"',
    'project:web project:api',
    'project:api branch:feature group:needs_you orders',
  ]) {
    it(`matches by ${text || 'no filter'}`, () => assert.equal(matches(text), true));
  }

  for (const text of [
    'invoices',
    'anadir invoices',
    'project:web',
    'project:"api"',
    'branch:main',
    'state:idle',
    'group:running',
    'project:api branch:main',
  ]) {
    it(`does not match by ${text}`, () => assert.equal(matches(text), false));
  }

  it('matches by branch only a session with a branch', () => {
    const { gitBranch: _branch, ...bare } = session;
    assert.equal(createSessionMatcher(parseFilter('branch:main'))(bare), false);
  });
});
