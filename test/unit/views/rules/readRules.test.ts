import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import * as z from 'zod';
import { readRules } from '../../../../src/extension/views/rules/readRules';
import { projectRoot } from '../../../support/editor/paths';

const packageSchema = z.object({
  contributes: z.object({
    configuration: z.object({ properties: z.record(z.string(), z.unknown()) }),
  }),
});

/**
 * Validates the setting like the editor does while it is typed; keywords of the editor itself are
 * ignored.
 */
function editorSchema(): ValidateFunction {
  const text = readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
  const { properties } = packageSchema.parse(JSON.parse(text)).contributes.configuration;
  const schema = properties['missionControl.rules'];
  return new Ajv({ strict: false }).compile(schema as object);
}

const deploy = { kind: 'deploy', command: String.raw`\bfly deploy\b` };
const label = { label: 'Deployed' };

/** Rules that both the editor's schema and our reader accept. */
const good: readonly object[] = [
  {},
  { version: 1 },
  { version: 1, signals: [], labels: [] },
  { signals: [deploy, { kind: 'chapter', tool: ['Write', 'Edit'], input: 'md', ok: true }] },
  { signals: [{ name: 'a', kind: 'x-1_2', tool: 'mcp__*', output: '(?i)done' }] },
  { labels: [label, { badges: [{ text: 'live', href: '{url}' }] }] },
  {
    labels: [
      {
        name: 'Deployed',
        when: {
          state: ['idle', 'task_complete'],
          project: '~/work/*',
          signal: ['deploy', 'push'],
          data: { url: 'https://*', count: 3, done: true },
          ok: true,
          within: 'turn',
          not: 'tests',
        },
        label: 'Deployed {url}',
        icon: 'rocket',
        tone: 'green',
        urgency: 1,
        detail: 'At {url}',
        badges: [
          {
            text: 'live',
            href: 'https://x.dev/{id}',
            tone: 'blue',
            icon: 'globe',
            tooltip: 'Open',
          },
        ],
      },
    ],
  },
  { labels: [{ when: { not: ['deploy'], within: 'turn' }, label: 'Not yet' }] },
];

/** Rules that both the editor and our reader refuse, with our message. */
const bad: readonly (readonly [object, RegExp])[] = [
  [{ version: 2 }, /“version” must be 1/],
  [{ rules: [] }, /“rules” is not known here, but version, signals, labels/],
  [{ signals: {} }, /“signals” must be a list of rules/],
  [{ signals: [4] }, /signal rule 1: must be an object/],
  [{ signals: [{ command: 'x' }] }, /signal rule 1: “kind” must be a word of lower-case letters/],
  [{ signals: [{ ...deploy, kind: 'Deploy it' }] }, /“kind” must be a word/],
  [{ signals: [{ kind: 'x' }] }, /needs “tool”, “command”, “input” or “output”/],
  [{ signals: [{ ...deploy, cmd: 'x' }] }, /“cmd” is not known here, but name, kind, tool/],
  [{ signals: [{ ...deploy, command: '' }] }, /“command” must be a regular expression of 1 to/],
  [{ signals: [{ ...deploy, output: 'x'.repeat(1_001) }] }, /“output” must be a regular expr/],
  [{ signals: [{ ...deploy, tool: [] }] }, /“tool” must be a text, or a list of 1 to 16 texts/],
  [{ signals: [{ ...deploy, ok: 'yes' }] }, /“ok” must be true or false/],
  [{ labels: [{ name: 'No words' }] }, /rule 1 “No words”: needs “label” or “badges”/],
  [{ labels: [label, { label: '' }] }, /rule 2: “label” must be a text of 1 to 300 characters/],
  [{ labels: [{ ...label, icon: 'skull' }] }, /“icon” must be one of archive, book/],
  [{ labels: [{ ...label, tone: 'pink' }] }, /“tone” must be one of red, amber/],
  [{ labels: [{ ...label, urgency: 5 }] }, /“urgency” must be -1, 0 or 1/],
  [{ labels: [{ ...label, badges: [] }] }, /“badges” must be a list of 1 to 4 badges/],
  [
    { labels: [{ ...label, badges: [{ text: 'x', href: 'http://x.dev' }] }] },
    /“badges\[0\]\.href” must be an https:\/\/ address/,
  ],
  [
    { labels: [{ ...label, badges: [{ text: 'x', link: 'x' }] }] },
    /“link” is not known here, but text/,
  ],
  [{ labels: [{ ...label, when: 'idle' }] }, /“when” must be an object of conditions/],
  [{ labels: [{ ...label, when: { ok: true } }] }, /“signal” is missing/],
  [{ labels: [{ ...label, when: { data: {} } }] }, /“signal” is missing/],
  [{ labels: [{ ...label, when: { states: 'idle' } }] }, /“states” is not known here, but state/],
  [
    { labels: [{ ...label, when: { within: 'day' } }] },
    /“when\.within” must be “turn” or “session”/,
  ],
  [
    { labels: [{ ...label, when: { signal: 'x', data: { a: [] } } }] },
    /“when\.data\.a” must be an object of texts/,
  ],
];

describe('The setting of the label rules', () => {
  const editor = editorSchema();

  for (const value of good) {
    it(`is valid for the editor’s schema and for ours: ${JSON.stringify(value).slice(0, 90)}`, () => {
      assert.deepEqual(readRules(value).problems, []);
      assert.equal(editor(value), true);
    });
  }

  for (const [value, problem] of bad) {
    it(`is invalid for both schemas: ${JSON.stringify(value).slice(0, 90)}`, () => {
      const { problems } = readRules(value);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', problem);
      assert.equal(editor(value), false);
    });
  }

  it('names the rule, the field and the reason if an expression is invalid', () => {
    const { problems } = readRules({ signals: [{ name: 'ships', kind: 'x', command: '(fly' }] });
    assert.deepEqual(problems, [
      'signal rule 1 “ships”: “command” must be a regular expression (missing closing )).',
    ]);
  });

  for (const [pattern, words] of [
    ['fly (?=deploy)', 'without lookahead and lookbehind such as “(?=”: match the text around'],
    ['fly (?!deploy)', 'without lookahead and lookbehind such as “(?!”'],
    ['(?<=fly )deploy', 'without lookahead and lookbehind such as “(?<=”'],
    ['(?<!fly )deploy', 'without lookahead and lookbehind such as “(?<!”'],
    [String.raw`(\w+) \1`, String.raw`without backreferences such as “\1”: write the expression`],
    [String.raw`(?<a>x)\k<a>`, String.raw`without backreferences such as “\k<”`],
    ['(?:[^y]{1,300}x){2}', 'a smaller regular expression: use “*” or “+” in place of large'],
    ['a{1001}', 'a regular expression (invalid repeat count: {1001})'],
  ] as const) {
    it(`suggests a replacement for an expression that cannot run in linear time: ${pattern}`, () => {
      for (const field of ['command', 'input', 'output']) {
        const { rules, problems } = readRules({ signals: [{ kind: 'x', [field]: pattern }] });
        assert.deepEqual([rules.signals, problems.length], [[], 1]);
        const [problem = ''] = problems;
        assert.ok(problem.startsWith(`signal rule 1: “${field}” must be a`), problem);
        assert.ok(problem.includes(words), problem);
      }
    });
  }

  it('ignores invalid rules, whose positions still count', () => {
    const { rules } = readRules({
      signals: [{ kind: 'x' }, deploy],
      labels: [{}, label, { ...label, name: 'Third' }],
    });
    assert.deepEqual(
      [rules.signals.map(({ name }) => name), rules.labels.map(({ name }) => name)],
      [['signal rule 2'], ['rule 2', 'Third']],
    );
  });

  it('may have 50 rules of a kind', () => {
    const { rules, problems } = readRules({ labels: Array.from({ length: 60 }, () => label) });
    assert.equal(rules.labels.length, 50);
    assert.match(problems.join(), /Of “labels” only the first 50 count/);
  });

  for (const value of [undefined, null]) {
    it(`has no rules if it is ${String(value)}`, () => {
      assert.deepEqual(readRules(value), { rules: { signals: [], labels: [] }, problems: [] });
    });
  }

  it('is an object', () => {
    assert.match(readRules('x').problems.join(), /must be an object/);
    assert.match(readRules([]).problems.join(), /must be an object/);
  });
});
