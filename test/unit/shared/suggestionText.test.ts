import assert from 'node:assert/strict';
import { suggestionTexts } from '../../../src/shared/suggestionText';

const destination = 'session';
const rule = (toolName: string, ruleContent?: string): object => ({
  type: 'addRules',
  behavior: 'allow',
  destination: 'localSettings',
  rules: [{ toolName, ...(ruleContent !== undefined && { ruleContent }) }],
});

describe('What the client offers to allow from now on', () => {
  for (const [suggestion, text] of [
    [
      rule('Bash', 'npm test:*'),
      'Allow commands that begin with “npm test” in this project, for you',
    ],
    [rule('Bash', 'touch *'), 'Allow commands that begin with “touch” in this project, for you'],
    [rule('Bash', 'npm test'), 'Allow “npm test” in this project, for you'],
    [rule('WebSearch'), 'Allow every use of WebSearch in this project, for you'],
    [
      rule('WebFetch', 'domain:example.org'),
      'Allow WebFetch of “domain:example.org” in this project, for you',
    ],
    [
      { type: 'addDirectories', directories: ['/home/dev/shop', '/srv'], destination },
      'Allow work in ~/shop and /srv for this session',
    ],
    [{ type: 'setMode', mode: 'acceptEdits', destination }, 'Accept all edits for this session'],
  ] as const) {
    it(text, () => {
      assert.deepEqual(suggestionTexts([null, suggestion], '/home/dev'), [{ place: 1, text }]);
    });
  }

  it('is left out where it cannot be said in plain words', () => {
    const unsaid = [
      'text',
      {},
      { type: 'addRules', behavior: 'deny', destination, rules: [{ toolName: 'Bash' }] },
      { type: 'addRules', behavior: 'allow', destination, rules: [] },
      { type: 'addRules', behavior: 'allow', destination, rules: [{}] },
      {
        type: 'addRules',
        behavior: 'allow',
        destination,
        rules: [{ toolName: 'A', ruleContent: 7 }],
      },
      { type: 'addDirectories', directories: [], destination },
      { type: 'setMode', mode: 'unheardOf', destination },
      { type: 'setMode', mode: 'acceptEdits', destination: 'moon' },
      { type: 'replaceRules', behavior: 'allow', destination, rules: [{ toolName: 'Bash' }] },
    ];
    assert.deepEqual(suggestionTexts(unsaid, ''), []);
  });

  it('is plain text', () => {
    const [told] = suggestionTexts([rule('Bash', 'rm\u202E\u001B[31m\n x')], '');
    assert.equal(told?.text.includes('\u202E') || told?.text.includes('\u001B'), false);
  });
});
