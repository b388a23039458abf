import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import { readSurroundings } from '../../../src/extension/hub/control/editSurroundings';
import { RequestTraces } from '../../../src/extension/hub/control/requestTrace';
import { WaitingCalls } from '../../../src/extension/hub/control/waitingCalls';
import { silentLog } from '../../../src/extension/util/log';
import type { EditSurroundings } from '../../../src/shared/protocol/control';
import { FakeCaller } from '../../support/fakes/fakeCaller';
import { skip } from '../../support/skip';
import { makeNamedPipe } from '../../support/namedPipe';
import { hookAnswer } from '../../../src/extension/agents/claude/hooks/hookAnswer';

const lines = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`);
const text = `${lines.join('\n')}\n`;

describe('The lines around an edit', () => {
  let folder: string;
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mc-around-'))));
  after(() => fs.rmSync(folder, { recursive: true }));
  const at = (name: string): string => path.join(folder, name);
  const write = (name: string, content: string | Buffer): void =>
    fs.writeFileSync(at(name), content);
  const read = (file_path: string, old_string: string, change: object = {}) =>
    readSurroundings({
      toolName: 'Edit',
      toolInput: { file_path, old_string, new_string: 'new', ...change },
      cwd: folder,
      project: '/elsewhere',
    });

  it('are three above and below, with the number of the first', async () => {
    write('a.txt', text);
    assert.deepEqual(await read('a.txt', 'line 5'), {
      line: 2,
      before: 'line 2\nline 3\nline 4\n',
      after: '\nline 6\nline 7\nline 8',
    });
  });

  it('are fewer at the ends of a file, whose last line break begins no line', async () => {
    write('a.txt', text);
    assert.deepEqual(await read('a.txt', 'line 1\n'), {
      line: 1,
      before: '',
      after: 'line 2\nline 3\nline 4\nline 5',
    });
    assert.deepEqual(await read('a.txt', 'line 9'), {
      line: 6,
      before: 'line 6\nline 7\nline 8\n',
      after: '',
    });
  });

  it('have the rest of the lines in which the replaced text begins and ends', async () => {
    write('a.txt', text);
    const { before, after } = (await read('a.txt', 'ne 5\nli')) ?? {};
    assert.equal(before, 'line 2\nline 3\nline 4\nli');
    assert.equal(after, 'ne 6\nline 7\nline 8\nline 9');
  });

  it('end with LF in a file of CRLF lines, as the client reads it', async () => {
    write('a.txt', text.replaceAll('\n', '\r\n'));
    assert.equal((await read('a.txt', 'line 5\nline 6'))?.before, 'line 2\nline 3\nline 4\n');
  });

  it('are as many as fit, and none where the replaced text stands in an endless line', async () => {
    const long = 'x'.repeat(1_000);
    write('a.txt', [long, long, 'one', long, long].join('\n'));
    assert.deepEqual(await read('a.txt', 'one'), {
      line: 2,
      before: `${long}\n`,
      after: `\n${long}`,
    });
    write('a.txt', `${long}${long}one`);
    assert.equal(await read('a.txt', 'one'), undefined);
  });

  it('are unknown where the file lacks the replaced text, or has it more than once', async () => {
    write('a.txt', text);
    for (const wanted of ['line 10', 'line', '']) {
      assert.equal(await read('a.txt', wanted), undefined, wanted);
    }
    assert.equal(await read('a.txt', 'line', { replace_all: true }), undefined);
    assert.equal(await read('none.txt', 'line 5'), undefined);
  });

  it('are not read through a link, nor from what is binary, large or no file', async function () {
    if (process.platform === 'win32') skip(this, 'Windows has no such files');
    write('a.txt', text);
    fs.symlinkSync(at('a.txt'), at('link.txt'));
    write('binary.txt', `${text}\0`);
    write('large.txt', text + '\n'.repeat(1024 * 1024));
    makeNamedPipe(at('pipe'));
    for (const file of ['link.txt', 'binary.txt', 'large.txt', 'pipe', '.', '/dev/zero']) {
      assert.equal(await read(file, 'line 5'), undefined, file);
    }
  });

  it('are of an edit of one place alone', async () => {
    write('a.txt', text);
    const edits = [
      { old_string: 'line 5', new_string: 'a' },
      { old_string: 'line 6', new_string: 'b' },
    ];
    for (const [toolName, toolInput] of [
      ['Write', { file_path: 'a.txt', content: 'line 5' }],
      ['MultiEdit', { file_path: 'a.txt', edits }],
      ['Bash', { command: 'cat a.txt' }],
      ['Edit', 'line 5'],
    ] as const) {
      const asked = { toolName, toolInput, cwd: folder, project: folder };
      assert.equal(await readSurroundings(asked), undefined, toolName);
    }
  });

  it('come to the card of a request once they were read, and it waits for none of them', async () => {
    const offers = new ControlOffers();
    const changed: string[] = [];
    const finish: ((read: EditSurroundings) => void)[] = [];
    const calls = new WaitingCalls({
      offers,
      traces: new RequestTraces(silentLog),
      onChange: (sessionId) => changed.push(sessionId),
      onEnd: () => undefined,
      readSurroundings: () => new Promise((resolve) => finish.push(resolve)),
    });
    offers.open();
    offers.connect('a');
    offers.acceptWithSettings({ window: 'a', label: 'a', enabled: true, disabledProjects: [] });
    const asked = {
      toolName: 'Edit',
      toolInput: {},
      suggestions: [],
      cwd: folder,
      project: folder,
      answer: hookAnswer,
    };
    const by = { agentId: undefined, agentType: undefined };
    const held = calls.hold({ ...asked, ...by, sessionId: 'one' }, new FakeCaller());
    assert.equal(calls.cardOf(held)?.fate, 'open');
    assert.equal(calls.cardOf(held)?.surroundings, undefined);
    changed.length = 0;
    const around = { line: 4, before: 'a\n', after: '\nb' };
    for (const one of finish) one(around);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(calls.cardOf(held)?.surroundings, around);
    assert.deepEqual(changed, ['one']);
    calls.dispose();
    offers.dispose();
  });
});
