import assert from 'node:assert/strict';
import { requestParts } from '../../../src/shared/requestParts';

const outline = (toolName: string, input: unknown) =>
  requestParts(toolName, input).map(({ kind, name, text }) => `${kind} ${name}: ${text}`);

describe('requestParts', () => {
  it('has a command whole, after the words for people', () => {
    const command = `echo ${'x'.repeat(3000)}`;
    assert.deepEqual(outline('Bash', { command, description: 'Say it' }), [
      'text : Say it',
      `code : ${command}`,
    ]);
  });

  it('names the fields where there are several', () => {
    assert.deepEqual(outline('Bash', { command: 'make', run_in_background: true }), [
      'code command: make',
      'code run in background: true',
    ]);
  });

  it('has both sides of an edit', () => {
    const input = { file_path: '/a.ts', old_string: 'one', new_string: 'two' };
    assert.deepEqual(outline('Edit', input), [
      'code file path: /a.ts',
      'removed Removed: one',
      'added Added: two',
    ]);
  });

  it('has every question with every choice', () => {
    const questions = [
      {
        question: 'Which parser?',
        multiSelect: true,
        options: [{ label: 'LALR', description: 'Fast' }, { label: 'PEG' }],
      },
      { question: 'When?' },
    ];
    assert.deepEqual(requestParts('AskUserQuestion', { questions }), [
      {
        kind: 'choices',
        name: 'Several may be chosen',
        text: 'Which parser?',
        choices: [
          { label: 'LALR', description: 'Fast' },
          { label: 'PEG', description: '' },
        ],
      },
      { kind: 'choices', name: '', text: 'When?', choices: [] },
    ]);
  });

  it('has a plan as it was written', () => {
    assert.deepEqual(outline('ExitPlanMode', { plan: '# Plan\n\n1. Do it' }), [
      'plan : # Plan\n\n1. Do it',
    ]);
  });

  it('writes deep values down, marks what hides, and drops what cannot be written', () => {
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    assert.deepEqual(outline('mcp__x', { ids: [1, 2], ring, evil: '\u001B[31mred\u202E' }), [
      'code ids: [\n  1,\n  2\n]',
      'code evil: ␛[31mred⟨U+202E⟩',
    ]);
  });

  it('is empty where nothing is known', () => {
    for (const input of [undefined, null, 'text', 7, {}, []]) {
      assert.deepEqual(outline('Bash', input), []);
      assert.deepEqual(outline('AskUserQuestion', input), []);
    }
    for (const questions of ['x', [], [7], [{ options: 'x' }]]) {
      assert.deepEqual(outline('AskUserQuestion', { questions }), []);
    }
  });
});
