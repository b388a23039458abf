import assert from 'node:assert/strict';
import {
  changesAfter,
  editedFile,
  mergeChanges,
  noChanges,
  withEdit,
} from '../../../../src/extension/hub/domain/facts/changes';

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
    assert.deepEqual(changesAfter(noChanges, open, results), {
      files: [['/a.ts', 1]],
      fileCount: 1,
      edits: 1,
    });
    assert.equal(changesAfter(noChanges, open, [result('b', true)]), noChanges);
  });

  it('are in the order of the last change, and bounded; the counts are not', () => {
    let changes = noChanges;
    for (let index = 0; index < 50; index += 1) changes = withEdit(changes, `/f${index}`);
    changes = withEdit(changes, '/f20');
    assert.deepEqual([changes.files.length, changes.fileCount, changes.edits], [40, 50, 51]);
    assert.deepEqual(changes.files.at(-1), ['/f20', 2]);
    assert.deepEqual(changes.files[0], ['/f10', 1]);
  });

  it('are one where several agents changed them', () => {
    const main = withEdit(withEdit(noChanges, '/a'), '/b');
    const sub = withEdit(withEdit(noChanges, '/b'), '/c');
    assert.deepEqual(mergeChanges([main, sub]), {
      files: [
        ['/a', 1],
        ['/b', 2],
        ['/c', 1],
      ],
      fileCount: 3,
      edits: 4,
    });
    assert.deepEqual(mergeChanges([]), noChanges);
  });
});
