import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { newFold } from '../../../../src/extension/transcript/fold/fold';
import { foldEnds } from '../../../../src/extension/transcript/fold/foldLines';
import { readEnds } from '../../../../src/extension/transcript/fold/transcriptEnds';
import { WalkBuffer } from '../../../../src/extension/transcript/lines/lineWalk';
import { runToEnd } from '../../../support/runToEnd';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { kindOf } from '../../../support/readings/transcriptSets';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

const sessionId = '00000011-0000-4000-8000-000000000000';
const tailBytes = 64 * 1024;
const prompt = (content: string, second: number): object => ({
  type: 'user',
  message: { role: 'user', content },
  uuid: `u${second}`,
  timestamp: `2026-11-26T17:52:${10 + second}.000Z`,
});

describe('The tail of a transcript that begins within a line', () => {
  let home = '';
  beforeEach(async () => {
    home = await tempHome();
  });
  afterEach(() => removeHome(home));

  /** Last prompt and number of turns of a transcript whose tail begins with these bytes. */
  function ends(before: string, tail: string): readonly unknown[] {
    const name = `-home-dev-shop/${sessionId}.jsonl`;
    const file = path.join(home, 'projects', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const rest = ' '.repeat(tailBytes - tail.length - 1);
    const first = `${JSON.stringify({ cwd: '/home/dev/shop', ...prompt('first', 1) })}\n`;
    fs.writeFileSync(file, `${first}${before}${tail}${rest}\n`);
    const { size, mtimeMs, dev, ino } = fs.statSync(file);
    const found = { path: file, kind: kindOf(name), size, mtimeMs, dev, ino };
    const descriptor = fs.openSync(file, 'r');
    const open = { file: descriptor, stat: fs.fstatSync(descriptor), shared: new WalkBuffer() };
    const of = { path: file, sessionId, format: claudeFormat };
    const fold = runToEnd(foldEnds(open, of, newFold(of), tailBytes));
    fs.closeSync(descriptor);
    return [readEnds(found, claudeFormat).lastPrompt, fold.facts?.turns];
  }

  const progress = `{"type":"progress","data":{"prompt":"${'a'.repeat(40_000)}","message":`;

  it('does not tell a subagent’s prompt within that line as one of the session', () => {
    const line = `${progress}${JSON.stringify(prompt('of agent', 2))}}}\n`;
    for (const cut of [500, progress.length])
      assert.deepEqual(ends(line.slice(0, cut), line.slice(cut)), ['first', 1], `cut at ${cut}`);
  });

  it('tells the prompt of a line with which it begins', () => {
    const before = `${progress}1}}\n`;
    assert.deepEqual(ends(before, `${JSON.stringify(prompt('next', 2))}\n`), ['next', 2]);
  });
});
