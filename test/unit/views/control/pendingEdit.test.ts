import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { editCall } from '../../../../src/extension/util/files/editCall';
import { pendingEdit } from '../../../../src/extension/views/control/pendingEdit';
import { readCurrent } from '../../../../src/extension/views/control/readCurrent';
import { skip } from '../../../support/skip';
import { makeNamedPipe } from '../../../support/namedPipe';

const file = '/home/dev/shop/hello.txt';

/** The text after the call, or the reason why the call does not apply. */
function made(tool: string, input: object, current: string | undefined): string {
  const call = editCall(tool, { file_path: file, ...input }, '/home/dev');
  assert.ok(call, 'it is no edit');
  const edit = pendingEdit(call, current);
  return 'problem' in edit ? edit.problem : edit.after;
}

describe('An edit that waits', () => {
  for (const [what, tool, input, current, expected] of [
    ['one place', 'Edit', { old_string: 'b', new_string: 'X' }, 'a\nb\nc', 'a\nX\nc'],
    ['every place', 'Edit', { old_string: 'b', new_string: '', replace_all: true }, 'b a b', ' a '],
    [
      'with signs that a pattern would know',
      'Edit',
      { old_string: '$1', new_string: '$&' },
      '$1',
      '$&',
    ],
    ['of a new file', 'Edit', { old_string: '', new_string: 'new' }, undefined, 'new'],
    [
      'of lines that end as on Windows',
      'Edit',
      { old_string: 'a\nb', new_string: 'x\ny' },
      'a\r\nb\r\nc',
      'x\r\ny\r\nc',
    ],
    ['of a whole file', 'Write', { content: 'all' }, 'old', 'all'],
    ['of a file that is not there', 'Write', { content: 'all' }, undefined, 'all'],
    [
      'one after the other',
      'MultiEdit',
      {
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'b', new_string: 'c', replace_all: true },
        ],
      },
      'a b',
      'c c',
    ],
    ['nowhere', 'Edit', { old_string: 'z', new_string: 'X' }, 'a', /doesn’t contain/],
    ['in no file', 'Edit', { old_string: 'z', new_string: 'X' }, undefined, /doesn’t exist/],
    ['in more places than meant', 'Edit', { old_string: 'a', new_string: '' }, 'aa', /2 times/],
    [
      'of a file that should be new',
      'Edit',
      { old_string: '', new_string: 'a' },
      'x',
      /already has content/,
    ],
    [
      'of which a later part does not apply',
      'MultiEdit',
      {
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'a', new_string: 'c' },
        ],
      },
      'a',
      /doesn’t contain/,
    ],
  ] as const) {
    it(`is applied ${what}`, () => {
      const result = made(tool, input, current);
      if (typeof expected === 'string') assert.equal(result, expected);
      else assert.match(result, expected);
    });
  }

  it('that does not apply shows what it would replace, and by what', () => {
    const input = { file_path: file, old_string: 'gone', new_string: 'come' };
    const call = editCall('Edit', input, '/');
    assert.ok(call);
    const { before, after } = pendingEdit(call, 'else');
    assert.deepEqual([before, after], ['gone', 'come']);
  });

  it('names its file from the folder of the agent', () => {
    const input = { file_path: 'sub/a.txt', content: '' };
    assert.equal(editCall('Write', input, '/home/dev')?.file, path.resolve('/home/dev/sub/a.txt'));
  });

  it('names the file that the client writes for a path in the home folder, or with spaces around it', () => {
    for (const [named, means] of [
      ['~/.bashrc', path.join(os.homedir(), '.bashrc')],
      [' ~/.bashrc', path.join(os.homedir(), '.bashrc')],
      [' /etc/hosts\n', path.resolve('/etc/hosts')],
    ] as const) {
      const input = { file_path: named, content: '' };
      assert.equal(editCall('Write', input, '/home/dev')?.file, means, JSON.stringify(named));
    }
  });

  for (const [what, tool, input] of [
    ['another tool', 'Bash', { command: 'ls' }],
    ['no file', 'Edit', { old_string: 'a', new_string: 'b' }],
    ['no text', 'Write', { file_path: file, content: 7 }],
    ['half an edit', 'Edit', { file_path: file, old_string: 'a' }],
    ['no edits', 'MultiEdit', { file_path: file, edits: [] }],
    [
      'one odd edit',
      'MultiEdit',
      { file_path: file, edits: [{ old_string: 'a', new_string: 'b' }, 7] },
    ],
    ['nothing', 'Edit', undefined],
  ] as const) {
    it(`is none: ${what}`, () => assert.equal(editCall(tool, input, '/'), undefined));
  }
});

describe('A file that an agent names', () => {
  let folder: string;
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mc-edit-'))));
  after(() => fs.rmSync(folder, { recursive: true }));
  const named = (name: string, content?: string | Buffer): string => {
    const file = path.join(folder, name);
    if (content !== undefined) fs.writeFileSync(file, content);
    return file;
  };

  it('is read as text', async () => {
    assert.deepEqual(await readCurrent(named('a.txt', 'Nö')), { text: 'Nö' });
  });

  it('that is not there has no text', async () => {
    assert.deepEqual(await readCurrent(named('none')), { text: undefined });
    assert.deepEqual(await readCurrent(path.join(named('b', ''), 'below')), { text: undefined });
  });

  it('is not read where it is a device or a pipe, and nobody waits for one', async function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such files');
    makeNamedPipe(named('pipe'));
    for (const file of ['/dev/zero', named('pipe')]) {
      const read = await readCurrent(file);
      assert.match('problem' in read ? read.problem : 'it was read', /isn’t a regular file/, file);
    }
  });

  it('is not read where it is a folder, no text or too large', async () => {
    for (const [file, problem] of [
      [folder, /isn’t a regular file/],
      [named('binary', Buffer.from([1, 0, 2])), /isn’t a text file/],
      [named('large', Buffer.alloc(9 * 1024 * 1024, 0x61)), /too large/],
    ] as const) {
      const read = await readCurrent(file);
      assert.match('problem' in read ? read.problem : 'it was read', problem, file);
    }
  });
});
