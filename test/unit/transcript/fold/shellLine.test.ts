import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { signalsOf } from '../../../../src/extension/transcript/fold/fold';
import { folded, foldedQuickly } from '../../../support/transcript/foldedTranscript';

const common = { uuid: 'u', timestamp: '2026-06-10T12:00:00.000Z', cwd: '/w', version: '2.1.329' };
const head = { parentUuid: 'p', isSidechain: false };
const answer = (id: string, command: string): string => {
  const content = [{ type: 'tool_use', id, name: 'Bash', input: { command } }];
  const message = { model: 'm', id: `m${id}`, type: 'message', role: 'assistant', content };
  return JSON.stringify({ ...head, message, type: 'assistant', ...common });
};
const result = (id: string, stdout: string, stderr = ''): string => {
  const content = [{ tool_use_id: id, type: 'tool_result', content: stdout, is_error: false }];
  const message = { role: 'user', content };
  return JSON.stringify({
    ...head,
    type: 'user',
    message,
    ...common,
    toolUseResult: { stdout, stderr },
  });
};

describe('A long output of a command', () => {
  let file: string;
  before(() => {
    file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'mc-shell-')), 'one.jsonl');
  });
  after(() => fs.rmSync(path.dirname(file), { recursive: true }));

  it('tells the same where only its end is parsed', () => {
    const starts = [
      'ü "x"\n'.repeat(3_000),
      '€'.repeat(9_000),
      'x'.repeat(20_000),
      '𝄞 '.repeat(9_000),
    ];
    const ends = [
      '',
      'z '.repeat(2_030),
      'z '.repeat(2_040),
      '€'.repeat(4_085),
      '\u001b[1m'.repeat(1_030),
    ];
    let seen = 0;
    for (const start of starts) {
      for (const end of ends) {
        for (const stderr of ['', 'fatal: "no"\n', '$ '.repeat(3_000)]) {
          const stdout = `${start}\n[main 1a2b3c4] X\n${end}`;
          const user = { role: 'user', content: 'Go' };
          const prompt = JSON.stringify({ ...head, type: 'user', message: user, ...common });
          const lines = [prompt, answer('t', 'git commit -m x | cat'), result('t', stdout, stderr)];
          fs.writeFileSync(file, `${lines.join('\n')}\n`);
          const of = { path: file, sessionId: 's' };
          const { signals } = signalsOf(folded(of));
          assert.equal(signals.length, 1);
          assert.deepEqual(signalsOf(foldedQuickly(of)).signals, signals);
          seen += signals[0]?.data['sha'] === undefined ? 0 : 1;
        }
      }
    }
    assert.ok(seen > 10 && seen < 50, `${seen}`);
  });

  it('tells the same of a line of another shape, of a subagent, or of no output', () => {
    const parts = {
      plain: {},
      sidechain: { isSidechain: true },
      denied: { toolDenialKind: 'user' },
      interrupted: { toolUseResult: { stdout: 'x'.repeat(9_000), stderr: '', interrupted: true } },
      silent: { toolUseResult: { stdout: '', stderr: '' } },
      background: { toolUseResult: { stdout: 'x', stderr: '', backgroundTaskId: 'b1' } },
      nested: { toolUseResult: { stdout: 'x', stderr: '', more: { stdout: '"y"', stderr: 'z' } } },
    };
    for (const [name, part] of Object.entries(parts)) {
      const text = `${'y'.repeat(9_000)}\n[main 1a2b3c4] X\n`;
      const block = { tool_use_id: 't', type: 'tool_result', content: text, is_error: false };
      const told = {
        ...head,
        type: 'user',
        message: { role: 'user', content: [block] },
        ...common,
      };
      const line = JSON.stringify({
        ...told,
        toolUseResult: { stdout: text, stderr: '' },
        ...part,
      });
      const user = { role: 'user', content: 'Go' };
      const prompt = JSON.stringify({ ...head, type: 'user', message: user, ...common });
      fs.writeFileSync(
        file,
        `${[prompt, answer('t', 'git commit -m x | cat'), line].join('\n')}\n`,
      );
      const of = { path: file, sessionId: 's' };
      assert.deepEqual(signalsOf(foldedQuickly(of)), signalsOf(folded(of)), name);
    }
  });
});
