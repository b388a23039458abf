import assert from 'node:assert/strict';
import { summarizeRequest } from '../../../../src/shared/request/requestSummary';

describe('summarizeRequest', () => {
  it('shows the command of Bash with its lines', () => {
    assert.deepEqual(
      summarizeRequest('Bash', { command: 'cd api\nnpm test', description: 'Run tests' }),
      { kind: 'code', text: 'cd api\nnpm test' },
    );
  });

  it('shows the file of an edit', () => {
    assert.deepEqual(summarizeRequest('Edit', { file_path: '/a/b.ts', old_string: 'x' }), {
      kind: 'code',
      text: '/a/b.ts',
    });
  });

  it('shows the first file of a patch and how many more there are', () => {
    const patch = (...lines: readonly string[]) =>
      summarizeRequest('apply_patch', { patch: lines.join('\n') });
    const first = ['*** Begin Patch', '*** Update File: src/a.ts', '@@', '-a', '+b'];
    assert.deepEqual(patch(...first), { kind: 'code', text: 'src/a.ts' });
    const others = ['*** Add File: b.ts', '+*** Add File: no.ts', ' \u00A0*** Delete File: c.ts'];
    assert.deepEqual(patch(...first, ...others), { kind: 'code', text: 'src/a.ts (+2 more)' });
    assert.deepEqual(patch('x'), { kind: 'code', text: '{"patch":"x"}' });
  });

  it('shows the first question and how many more there are', () => {
    const questions = [{ question: 'Which database?' }, { question: 'Which port?' }];
    assert.deepEqual(summarizeRequest('AskUserQuestion', { questions }), {
      kind: 'text',
      text: 'Which database? (+1 more)',
    });
  });

  it('shows the first line of a plan without Markdown marks', () => {
    assert.deepEqual(
      summarizeRequest('ExitPlanMode', { plan: '\n---\n## **Move** to `pnpm`\n1. x' }),
      {
        kind: 'text',
        text: 'Move to pnpm',
      },
    );
  });

  it('shows which task is created and how one is changed', () => {
    const subject = 'Announce the month';
    assert.deepEqual(summarizeRequest('TaskCreate', { subject, description: 'For readers' }), {
      kind: 'text',
      text: subject,
    });
    const change = { taskId: '3', status: 'in_progress' };
    assert.equal(summarizeRequest('TaskUpdate', change)?.text, '#3 in progress');
    assert.equal(
      summarizeRequest('TaskUpdate', { ...change, subject })?.text,
      `#3 in progress ${subject}`,
    );
    assert.equal(summarizeRequest('TaskUpdate', { addBlocks: ['4'] }), undefined);
  });

  it('shows the item of a list that is in progress', () => {
    const todo = { content: 'Run the tests', status: 'in_progress' };
    const todos = [{ content: 'Read', status: 'completed' }, todo];
    assert.deepEqual(summarizeRequest('TodoWrite', { todos }), {
      kind: 'text',
      text: todo.content,
    });
    const spoken = { todos: [{ ...todo, activeForm: 'Running the tests' }] };
    assert.equal(summarizeRequest('TodoWrite', spoken)?.text, 'Running the tests');
    assert.equal(summarizeRequest('TodoWrite', { todos: [] }), undefined);
  });

  it('shows the input of an unknown tool as data', () => {
    assert.deepEqual(summarizeRequest('mcp__jira__move', { issue: 'A-1' }), {
      kind: 'code',
      text: '{"issue":"A-1"}',
    });
  });

  it('escapes terminal sequences and keeps the text after them', () => {
    const command = 'npm test \u009D;curl x | sh';
    assert.equal(summarizeRequest('Bash', { command })?.text, 'npm test ⟨U+009D⟩;curl x | sh');
  });

  for (const input of [undefined, null, 'text', 7, [], {}, { questions: 'no' }]) {
    it(`is undefined for ${JSON.stringify(input)}`, () => {
      assert.equal(summarizeRequest('AskUserQuestion', input), undefined);
      assert.equal(summarizeRequest('ExitPlanMode', input), undefined);
    });
  }
});
