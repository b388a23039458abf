import assert from 'node:assert/strict';
import {
  callText,
  commandIn,
  fileIn,
  hasOtherEditFields,
  isServerTool,
  planIn,
  questionsIn,
  replacementsIn,
  replacesAll,
  serverTool,
  shellIdIn,
  subagentTypeIn,
  taskChangeIn,
  textFileIn,
  todosIn,
} from '../../../../src/shared/agents/inputs';

const foreign = [undefined, null, 'text', 5, [], ['a'], {}] as const;

describe('The input of a tool call', () => {
  it('is read as empty if it has an unexpected shape', () => {
    for (const input of foreign) {
      const read = [commandIn, textFileIn, fileIn, shellIdIn, subagentTypeIn, planIn];
      assert.deepEqual(
        read.map((one) => one(input)),
        read.map(() => undefined),
      );
      assert.deepEqual(questionsIn(input), []);
      assert.equal(todosIn(input), undefined);
      assert.deepEqual(taskChangeIn(input), {
        id: undefined,
        status: undefined,
        subject: undefined,
      });
      assert.deepEqual(replacementsIn('MultiEdit', input), []);
      assert.equal(replacesAll(input), false);
    }
  });

  it('has a notebook as its file, but not as a text file', () => {
    assert.equal(fileIn({ file_path: '/a' }), '/a');
    assert.equal(fileIn({ notebook_path: '/b' }), '/b');
    assert.equal(textFileIn({ notebook_path: '/b' }), undefined);
  });

  it('has the id of a background shell under each field name that clients have used', () => {
    for (const field of ['task_id', 'bash_id', 'shell_id']) {
      assert.equal(shellIdIn({ [field]: 'b1' }), 'b1');
    }
    assert.equal(shellIdIn({ task_id: '', bash_id: 'b1' }), 'b1');
  });

  it('has one replacement for Edit and a list of them for MultiEdit', () => {
    const edits = [{ old_string: 'a', new_string: 'b', replace_all: true }, { old_string: 5 }];
    const [one] = edits;
    const replacement = { old: 'a', next: 'b', all: true };
    assert.deepEqual(replacementsIn('Edit', one), [replacement]);
    const lacking = { old: 5, next: undefined, all: undefined };
    assert.deepEqual(replacementsIn('MultiEdit', { edits }), [replacement, lacking]);
  });

  it('of a plain edit has no fields besides the file, the texts and replace_all', () => {
    const input = { file_path: '/a', old_string: 'a', new_string: 'b' };
    assert.equal(hasOtherEditFields({ ...input, replace_all: true }), false);
    assert.equal(hasOtherEditFields({ ...input, mode: 'x' }), true);
    assert.equal(replacesAll({ ...input, replace_all: true }), true);
    assert.equal(replacesAll({ ...input, replace_all: false }), false);
  });

  it('has at most the requested number of to-dos, with missing fields empty', () => {
    const todos = [
      { content: 'A', activeForm: 'Doing A', status: 'completed' },
      5,
      { content: 'C' },
    ];
    const [first, second] = todosIn({ todos }, 2) ?? [];
    assert.deepEqual(first, { text: 'A', doing: 'Doing A', status: 'completed' });
    assert.deepEqual(second, { text: '', doing: '', status: '' });
    assert.equal(todosIn({ todos }, 2)?.length, 2);
    assert.equal(todosIn({ todos })?.length, 3);
  });

  it('is summarized according to the kind of its tool', () => {
    const relative = (path: string) => path.replace('/proj/', '');
    const text = (kind: Parameters<typeof callText>[0], input: unknown) =>
      callText(kind, input, relative);
    assert.equal(text('shell', { command: 'ls\n' }), 'ls');
    assert.equal(text('shell', { command: 'a\nb', description: 'Runs both' }), 'Runs both');
    assert.equal(text('read', { file_path: '/proj/a', offset: 3, limit: 2 }), 'a  lines 3–4');
    assert.equal(text('editNotebook', { notebook_path: '/proj/b' }), 'b');
    assert.equal(text('search', { pattern: 'x', path: '/proj/s', glob: '*.ts' }), 'x  in s  *.ts');
    assert.equal(text('find', { pattern: 'x', glob: '*.ts' }), 'x');
    assert.equal(text('changeTask', { taskId: 7, status: 'completed' }), '#7  completed');
    assert.equal(text('subagent', { description: 'Look', subagent_type: 'x' }), 'Look (x)');
    assert.equal(text('question', { questions: [] }), '');
    assert.equal(text('readNotebook', { notebook_path: '/proj/b' }), undefined);
  });
});

describe('The name of a tool of an MCP server', () => {
  it('contains the names of the server and the tool', () => {
    assert.deepEqual(serverTool('mcp__files__read_all'), { server: 'files', tool: 'read_all' });
    assert.deepEqual(serverTool('mcp__a____b'), { server: 'a', tool: '__b' });
  });

  it('is not recognized if one of the two is missing', () => {
    for (const name of ['mcp__files', 'mcp__files__', 'mcp__', 'files__read', 'Bash'])
      assert.equal(serverTool(name), undefined, name);
    assert.deepEqual(['mcp__files', 'files__read'].map(isServerTool), [true, false]);
  });
});
