import type { AskedRequest } from '../../../../../src/extension/agents/hooks';
import assert from 'node:assert/strict';
import { hookAnswer } from '../../../../../src/extension/agents/claude/hooks/hookAnswer';
import type { Decision } from '../../../../../src/shared/protocol/control';

const rule = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
  behavior: 'allow',
  destination: 'localSettings',
};
const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
const bash: AskedRequest = {
  toolName: 'Bash',
  toolInput: { command: 'npm test' },
  suggestions: [rule, mode],
};
const questions = [
  { question: 'Which colour?', header: 'Colour', options: [], multiSelect: false },
  { question: 'Which features?', header: 'Features', options: [], multiSelect: true },
];
const asks: AskedRequest = {
  toolName: 'AskUserQuestion',
  toolInput: { questions, metadata: { kept: true } },
  suggestions: [],
};
const plan: AskedRequest = {
  toolName: 'ExitPlanMode',
  toolInput: { plan: '# Plan', planFilePath: '/home/dev/.claude/plans/a.md' },
  suggestions: [],
};

/**
 * Expected decisions; compared as text, because absent and undefined fields differ for the client.
 */
const expectedDecisions: readonly [
  what: string,
  asked: AskedRequest,
  decision: Decision,
  told: object,
][] = [
  ['a tool is allowed', bash, { kind: 'allow' }, { behavior: 'allow' }],
  [
    'a tool is allowed from now on, by what the client suggested and as it did',
    bash,
    { kind: 'allow', suggestions: [1, 0, 1] },
    { behavior: 'allow', updatedPermissions: [mode, rule] },
  ],
  [
    'a tool is denied with words',
    bash,
    { kind: 'deny', message: 'Not now,\n"please"' },
    { behavior: 'deny', message: 'Not now,\n"please"' },
  ],
  [
    'a tool is denied without words',
    bash,
    { kind: 'deny', message: ' ' },
    { behavior: 'deny', message: 'The user denied this request.' },
  ],
  [
    'a tool is denied and the turn ended',
    bash,
    { kind: 'deny', message: 'Stop', interrupt: true },
    { behavior: 'deny', message: 'Stop', interrupt: true },
  ],
  [
    'questions are answered with the whole input',
    asks,
    { kind: 'answer', answers: [['Something greenish'], ['Search', 'Export', ' ']] },
    {
      behavior: 'allow',
      updatedInput: {
        questions,
        metadata: { kept: true },
        answers: { 'Which colour?': 'Something greenish', 'Which features?': 'Search, Export' },
      },
    },
  ],
  [
    'questions are refused',
    asks,
    { kind: 'deny', message: 'Decide yourself.' },
    { behavior: 'deny', message: 'Decide yourself.' },
  ],
  [
    'a plan is approved',
    plan,
    { kind: 'approve', acceptEdits: false },
    {
      behavior: 'allow',
      updatedInput: {},
      updatedPermissions: [{ type: 'setMode', mode: 'default', destination: 'session' }],
    },
  ],
  [
    'a plan is approved with its edits',
    plan,
    { kind: 'approve', acceptEdits: true, plan: '# Better plan' },
    {
      behavior: 'allow',
      updatedInput: { plan: '# Better plan' },
      updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    },
  ],
  [
    'a plan is approved that was opened and not changed',
    plan,
    { kind: 'approve', acceptEdits: true, plan: '# Plan' },
    {
      behavior: 'allow',
      updatedInput: {},
      updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    },
  ],
];

/**
 * Decisions that do not fit the request: the client would keep the dialog open, or get an empty
 * answer.
 */
const unfit: readonly [what: string, asked: AskedRequest, decision: Decision][] = [
  ['allowing a question', asks, { kind: 'allow' }],
  ['allowing a plan', plan, { kind: 'allow' }],
  ['answering a tool', bash, { kind: 'answer', answers: [['Yes']] }],
  ['approving a tool', bash, { kind: 'approve', acceptEdits: false }],
  ['a suggestion that was not made', bash, { kind: 'allow', suggestions: [2] }],
  ['one answer to two questions', asks, { kind: 'answer', answers: [['Blue']] }],
  ['an empty answer', asks, { kind: 'answer', answers: [['Blue'], [' ']] }],
  ['an empty plan', plan, { kind: 'approve', acceptEdits: false, plan: ' \n' }],
  ['answers to nothing', { ...asks, toolInput: {} }, { kind: 'answer', answers: [] }],
  ['answers to no questions', { ...asks, toolInput: 'x' }, { kind: 'answer', answers: [['x']] }],
];

describe('A decision, as the client reads it, when', () => {
  for (const [what, asked, decision, expected] of expectedDecisions) {
    it(what, () => {
      assert.equal(
        JSON.stringify(hookAnswer(asked, decision)),
        JSON.stringify({
          hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: expected },
        }),
      );
    });
  }

  for (const [what, asked, decision] of unfit) {
    it(`is none: ${what}`, () => {
      assert.equal(hookAnswer(asked, decision), undefined);
    });
  }
});
