import assert from 'node:assert/strict';
import {
  addEditsOfResults,
  changesInTurn,
  editedFile,
  mergeChanges,
  noChanges,
  addEdit,
  type FileChanges,
} from '../../../../src/extension/hub/domain/facts/changes';

const first = { turn: 1, at: 10 };
const second = { turn: 2, at: 20 };

const asLists = (changes: FileChanges) => ({ ...changes, files: [...changes.files] });

describe('The files that tools changed', () => {
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

  it('count once the result reports the change', () => {
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
    assert.deepEqual(asLists(addEditsOfResults(noChanges, open, results, first)), {
      files: [['/a.ts', 1, 1, 1, 10]],
      fileCount: 1,
      edits: 1,
      lastAt: 10,
    });
    assert.equal(addEditsOfResults(noChanges, open, [result('b', true)], first), noChanges);
  });

  it('are in order of the last change and limited in number; their counts are not', () => {
    let changes = noChanges;
    for (let index = 0; index < 410; index += 1) changes = addEdit(changes, `/f${index}`, first);
    changes = addEdit(changes, '/f20', second);
    assert.deepEqual([changes.files.length, changes.fileCount, changes.edits], [400, 410, 411]);
    assert.deepEqual(changes.files.at(-1), ['/f20', 2, 2, 2, 20]);
    assert.deepEqual(changes.files.at(0), ['/f10', 1, 1, 1, 10]);
  });

  it('have the number of turns that changed them, and the time of the last change', () => {
    let changes = noChanges;
    for (const moment of [first, first, second, { turn: 5, at: undefined }, { turn: 5, at: 50 }])
      changes = addEdit(changes, '/a', moment);
    assert.deepEqual([...changes.files], [['/a', 5, 3, 5, 50]]);
    assert.equal(changes.lastAt, 50);
    const untimed = addEdit(changes, '/b', { turn: 6, at: undefined });
    assert.deepEqual([untimed.lastAt, untimed.files.at(-1)], [50, ['/b', 1, 1, 6, 50]]);
    const never = addEdit(noChanges, '/b', { turn: 6, at: undefined });
    assert.deepEqual([never.lastAt, [...never.files]], [undefined, [['/b', 1, 1, 6, 0]]]);
  });

  it('count once if several agents changed them', () => {
    const main = addEdit(addEdit(noChanges, '/a', first), '/b', second);
    const inFirst = { turn: 0, at: 15 };
    const sub = changesInTurn(addEdit(addEdit(noChanges, '/b', inFirst), '/c', inFirst), 1);
    assert.deepEqual(asLists(mergeChanges([main, sub])), {
      files: [
        ['/a', 1, 1, 1, 10],
        ['/c', 1, 1, 1, 15],
        ['/b', 2, 1, 2, 20],
      ],
      fileCount: 3,
      edits: 4,
      lastAt: 20,
    });
    assert.deepEqual(asLists(mergeChanges([])), asLists(noChanges));
  });

  it('include those that a command changed, if the client reports them', () => {
    const open = [
      { id: 'a', name: 'Bash', input: { command: 'make' }, at: 4 },
      { id: 'b', name: 'Read', input: {}, at: 4 },
    ];
    const result = { isError: false, rejected: false, edited: ['/w/a', '/w/b'] };
    const results = ['a', 'b'].map((toolUseId) => ({ ...result, toolUseId }));
    const changes = addEditsOfResults(noChanges, open, results, first);
    assert.deepEqual([changes.edits, changes.fileCount], [2, 2]);
    assert.deepEqual(
      [...changes.files],
      [
        ['/w/a', 1, 1, 1, 10, 4],
        ['/w/b', 1, 1, 1, 10, 4],
      ],
    );
    assert.deepEqual(addEdit(changes, '/w/a', second).files.at(-1), ['/w/a', 2, 2, 2, 20]);
    assert.deepEqual(mergeChanges([addEdit(noChanges, '/w/a', { turn: 1, at: 5 }), changes]), {
      files: [
        ['/w/a', 2, 1, 1, 10, 4],
        ['/w/b', 1, 1, 1, 10, 4],
      ],
      fileCount: 2,
      edits: 3,
      lastAt: 10,
    });
  });

  it('are resolved against the agent’s folder if their paths are relative', () => {
    for (const [folder, named, file] of [
      ['/w/x', 'a.ts', '/w/x/a.ts'],
      ['/w/x/', './b/../a.ts', '/w/x/a.ts'],
      ['/w/x', '../../../../a.ts', '/a.ts'],
      ['/', 'a.ts', '/a.ts'],
      ['C:\\w', 'src/a.ts', 'C:\\w\\src\\a.ts'],
      ['\\\\wsl$\\w', 'a.ts', '\\\\wsl$\\w\\a.ts'],
      ['/w', '/a/../b.ts', '/a/../b.ts'],
      ['/w', 'D:/a.ts', 'D:/a.ts'],
      ['/w', '~/a.ts', '~/a.ts'],
      ['/w', '~a.ts', '/w/~a.ts'],
      ['w', 'a.ts', 'a.ts'],
      [undefined, 'a.ts', 'a.ts'],
    ] as const) {
      const { files } = addEdit(noChanges, named, { ...first, cwd: folder });
      assert.equal(files.at(0)?.[0], file, `${folder} ${named}`);
    }
  });
});
