import assert from 'node:assert/strict';
import {
  changesAfter,
  changesInTurn,
  editedFile,
  mergeChanges,
  noChanges,
  withEdit,
} from '../../../../src/extension/hub/domain/facts/changes';

const first = { turn: 1, at: 10 };
const second = { turn: 2, at: 20 };

describe('the files that tools changed', () => {
  it('are those of tools that write', () => {
    assert.equal(editedFile('Edit', { file_path: '/a.ts' }), '/a.ts');
    assert.equal(editedFile('NotebookEdit', { notebook_path: '/n.ipynb' }), '/n.ipynb');
    for (const [name, input] of [
      ['Read', { file_path: '/a.ts' }],
      ['Edit', {}],
      ['Edit', { file_path: 7 }],
      ['Write', undefined],
      ['Write', { file_path: '' }],
    ] as const) {
      assert.equal(editedFile(name, input), undefined);
    }
  });

  it('count once the result says that it was made', () => {
    const open = [
      { id: 'a', name: 'Edit', input: { file_path: '/a.ts' }, at: 1 },
      { id: 'b', name: 'Write', input: { file_path: '/b.ts' }, at: 1 },
      { id: 'c', name: 'Bash', input: { command: 'ls' }, at: 1 },
    ];
    const result = (toolUseId: string, isError: boolean) => ({
      toolUseId,
      isError,
      rejected: isError,
    });
    const results = [result('a', false), result('b', true), result('c', false), result('d', false)];
    assert.deepEqual(changesAfter(noChanges, open, results, first), {
      files: [['/a.ts', 1, 1, 1]],
      fileCount: 1,
      edits: 1,
      lastAt: 10,
    });
    assert.equal(changesAfter(noChanges, open, [result('b', true)], first), noChanges);
  });

  it('are in the order of the last change, and bounded; the counts are not', () => {
    let changes = noChanges;
    for (let index = 0; index < 50; index += 1) changes = withEdit(changes, `/f${index}`, first);
    changes = withEdit(changes, '/f20', second);
    assert.deepEqual([changes.files.length, changes.fileCount, changes.edits], [40, 50, 51]);
    assert.deepEqual(changes.files.at(-1), ['/f20', 2, 2, 2]);
    assert.deepEqual(changes.files[0], ['/f10', 1, 1, 1]);
  });

  it('know in how many turns they were changed, and when the last time was', () => {
    let changes = noChanges;
    for (const moment of [first, first, second, { turn: 5, at: undefined }, { turn: 5, at: 50 }])
      changes = withEdit(changes, '/a', moment);
    assert.deepEqual(changes.files, [['/a', 5, 3, 5]]);
    assert.equal(changes.lastAt, 50);
    assert.equal(withEdit(changes, '/b', { turn: 6, at: undefined }).lastAt, 50);
  });

  it('are one where several agents changed them', () => {
    const main = withEdit(withEdit(noChanges, '/a', first), '/b', second);
    const inFirst = { turn: 0, at: 15 };
    const sub = changesInTurn(withEdit(withEdit(noChanges, '/b', inFirst), '/c', inFirst), 1);
    assert.deepEqual(mergeChanges([main, sub]), {
      files: [
        ['/a', 1, 1, 1],
        ['/b', 2, 1, 2],
        ['/c', 1, 1, 1],
      ],
      fileCount: 3,
      edits: 4,
      lastAt: 20,
    });
    assert.deepEqual(mergeChanges([]), noChanges);
  });
});
