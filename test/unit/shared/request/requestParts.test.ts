import assert from 'node:assert/strict';
import { requestParts } from '../../../../src/shared/request/requestParts';

const outline = (toolName: string, input: unknown) =>
  requestParts(toolName, input).map(
    ({ kind, name, field, text, warning }) =>
      `${kind} ${field || name}: ${text}${warning && ` (${warning})`}`,
  );

describe('requestParts', () => {
  it('has a command whole, before what the agent says about it', () => {
    const command = `echo ${'x'.repeat(300_000)}`;
    assert.deepEqual(outline('Bash', { description: 'Say it', command }), [
      `code : ${command}`,
      'words : “Say it”',
    ]);
  });

  it('takes a description for words only where it does nothing', () => {
    assert.deepEqual(outline('mcp__tracker__create', { title: 'A', description: 'B' }), [
      'code title: A',
      'code description: B',
    ]);
  });

  it('keeps the beginning of a text that hides behind empty lines', () => {
    assert.deepEqual(outline('Bash', { command: '\n\n  rm -rf /\n\n' }), [
      'code command: \n\n  rm -rf /\n\n (Deletes everything on the computer)',
    ]);
  });

  for (const [toolName, field, value, warning] of [
    ['Bash', 'dangerouslyDisableSandbox', true, 'Changes the sandbox that it runs in'],
    ['Bash', 'run_in_background', true, 'Continues in the background'],
    ['Bash', 'unheardOf', { any: 1 }, 'Changes how the command runs'],
    ['Agent', 'mode', 'bypassPermissions', 'Asks for fewer permissions'],
    ['mcp__web__fetch', 'method', 'DELETE', 'Sends or changes data, not just reads'],
    ['mcp__web__fetch', 'headers', { a: 'b' }, 'Is sent with the request'],
    ['mcp__web__fetch', 'body', 'secret', 'Is sent with the request'],
    ['mcp__run__it', 'env', { PATH: '/tmp' }, 'Changes the environment of what runs'],
    ['mcp__run__it', 'force', true, 'Switches a safeguard off'],
    ['mcp__run__it', 'sandbox', false, 'Changes the sandbox that it runs in'],
    ['ExitPlanMode', 'allowedPrompts', [], 'Allows these without asking again'],
  ] as const) {
    it(`marks ${field} of ${toolName} and has it before what is harmless`, () => {
      const input = { timeout: 5, plan_b: false, command: 'make', url: false, [field]: value };
      const [first, second] = requestParts(toolName, input);
      assert.deepEqual([first?.field, first?.warning], ['command', '']);
      assert.deepEqual([second?.field, second?.warning], [field, warning]);
    });
  }

  it('marks nothing that is harmless', () => {
    for (const [toolName, input] of [
      ['Bash', { command: 'make', timeout: 5, run_in_background: false, description: 'Make' }],
      ['mcp__web__fetch', { url: 'https://a.example', method: 'get' }],
      ['mcp__tracker__create', { title: 'A', body: 'B' }],
      ['Agent', { prompt: 'Look', mode: 'plan' }],
    ] as const) {
      const warned = requestParts(toolName, input).filter(({ warning }) => warning !== '');
      assert.deepEqual(warned, [], toolName);
    }
  });

  it('has both sides of an edit beside each other', () => {
    const input = { old_string: 'one', replace_all: true, new_string: '', file_path: '/a.ts' };
    assert.deepEqual(outline('Edit', input), [
      'code File: /a.ts',
      'removed Removed: one',
      'added Added: ',
      'code Replace all: true',
    ]);
  });

  it('has a file’s content apart from what runs', () => {
    assert.deepEqual(outline('Write', { file_path: '/a.ts', content: 'x' }), [
      'code File: /a.ts',
      'content Content: x',
    ]);
  });

  it('leaves out a default of the client’s own tools alone', () => {
    const input = { file_path: '/a.ts', old_string: 'a', new_string: 'b', replace_all: false };
    assert.deepEqual(
      requestParts('Edit', input).map(({ name }) => name),
      ['File', 'Removed', 'Added'],
    );
    assert.deepEqual(outline('mcp__files__edit', { replace_all: false }), [
      'code replace_all: false',
    ]);
    assert.deepEqual(
      outline('Edit', { ...input, replace_all: 'false' }).at(-1),
      'code Replace all: false',
    );
  });

  it('leaves no field out: empty ones, none, numbers, strange and long names, or many', () => {
    const long = 'n'.repeat(5_000);
    const input = JSON.parse(
      `{"a":"","b":null,"c":0,"d":false,"__proto__":{"x":1},"constructor":"y","":"nameless","${long}":[]}`,
    ) as object;
    assert.deepEqual(outline('mcp__x', input), [
      'code a: ',
      'code b: null',
      'code c: 0',
      'code d: false',
      'code __proto__: {\n  "x": 1\n}',
      'code constructor: y',
      'code (no name): nameless',
      `code ${long}: []`,
    ]);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]));
    assert.equal(requestParts('mcp__x', { ...many, run_in_background: true }).length, 501);
    assert.equal(
      requestParts('mcp__x', { ...many, run_in_background: true })[0]?.field,
      'run_in_background',
    );
  });

  it('has short fields before long ones', () => {
    assert.deepEqual(
      requestParts('mcp__x', { big: 'x'.repeat(1_000), small: 1 }).map(({ field }) => field),
      ['small', 'big'],
    );
  });

  it('tells a text from data that reads alike, and from a name that pretends to', () => {
    const field = (input: object): string | undefined => requestParts('mcp__x__y', input)[0]?.field;
    for (const value of [null, 1, -1.5, true, { a: 1 }, [], 'x', '(empty)']) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      assert.equal(field({ limit: text }), text === 'x' ? 'limit' : 'limit ⟨text⟩');
      if (typeof value !== 'string') assert.equal(field({ limit: value }), 'limit');
    }
    assert.equal(field({ 'limit ⟨text⟩': null }), 'limit ⟨U+27E8⟩text⟩');
    assert.equal(requestParts('Write', { content: '{"a": 1}' })[0]?.name, 'Content');
  });

  it('has all of a question that has more than is known of one', () => {
    const option = { label: 'PEG', description: '' };
    for (const question of [
      { question: 'Which?', options: [option], run: 'rm -rf /' },
      { question: 'Which?', options: [{ ...option, run: 'rm -rf /' }] },
      { question: 'Which?', options: [option, { run: 'rm -rf /' }] },
      { question: 'Which?', options: [{ ...option, description: ['rm -rf /'] }] },
      { question: 'Which?', options: [option], multiSelect: 'rm -rf /' },
    ]) {
      const parts = requestParts('AskUserQuestion', { questions: [question] });
      assert.equal(parts.length, 2);
      assert.match(parts[1]?.text ?? '', /rm -rf/);
    }
    const plain = { question: 'Which?', header: 'H', options: [option], multiSelect: false };
    assert.equal(requestParts('AskUserQuestion', { questions: [plain] }).length, 1);
  });

  it('has every question with every choice, and what is beside them', () => {
    const questions = [
      {
        question: 'Which parser?',
        multiSelect: true,
        options: [{ label: 'LALR', description: 'Fast' }, { label: 'PEG' }],
      },
      { question: 'When?' },
    ];
    const parts = requestParts('AskUserQuestion', { metadata: { a: 1 }, questions });
    assert.deepEqual(
      parts.map(({ kind, name, text, choices }) => ({ kind, name, text, choices })).slice(0, 2),
      [
        {
          kind: 'choices',
          name: 'Select one or more',
          text: 'Which parser?',
          choices: [
            { label: 'LALR', description: 'Fast' },
            { label: 'PEG', description: '' },
          ],
        },
        { kind: 'choices', name: '', text: 'When?', choices: [] },
      ],
    );
    assert.equal(parts[2]?.field, 'metadata');
  });

  it('has questions of another shape as they are', () => {
    assert.deepEqual(outline('AskUserQuestion', { questions: 'Sure?' }), ['code questions: Sure?']);
  });

  it('has a plan as it was written, and what is beside it', () => {
    assert.deepEqual(
      outline('ExitPlanMode', { planFilePath: '/p.md', plan: '# Plan\n\n1. Do it' }),
      ['plan : # Plan\n\n1. Do it', 'code planFilePath: /p.md'],
    );
    assert.deepEqual(outline('ExitPlanMode', { plan: ['a'] }), ['code plan: [\n  "a"\n]']);
  });

  it('writes deep values down, and says so where it cannot', () => {
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    assert.deepEqual(
      outline('mcp__x', { ids: [1, 2], ring, evil: '\u001B[31mred\u202E', 'na\nme': 1 }),
      [
        'code ids: [\n  1,\n  2\n]',
        'code ring: This value cannot be shown.',
        'code evil: ⟨U+001B⟩[31mred⟨U+202E⟩',
        'code na⏎me: 1',
      ],
    );
    assert.deepEqual(
      requestParts('mcp__x', { ring }).map(({ missing }) => missing),
      [1],
    );
  });

  it('has an input that is no object as it is, and nothing where nothing is known', () => {
    assert.deepEqual(outline('Bash', 'text'), ['code : text']);
    assert.deepEqual(outline('Bash', [7]), ['code : [\n  7\n]']);
    for (const input of [undefined, null, {}, []]) {
      assert.deepEqual(outline('Bash', input), []);
      assert.deepEqual(outline('AskUserQuestion', input), []);
    }
  });
});
