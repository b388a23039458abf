import assert from 'node:assert/strict';
import { asksUser } from '../../../src/extension/hub/domain/words/asksUser';
import { parsePs } from '../../../src/extension/hub/ingest/processList';
import { shownLimits } from '../../../src/extension/reader/items/clip';
import { itemsOf } from '../../../src/extension/reader/items/readerItem';
import { summarizeRequest } from '../../../src/shared/request/requestSummary';
import { diffOf } from '../../../src/webview/diff/diffLines';
import { parseMarkdown } from '../../../src/webview/reader/markdown';
import { parsePlanLines } from '../../../src/webview/decide/planLines';
import { targets } from '../../fuzz/targets';
import { overgrowth } from '../../support/processes/growth';
import { claudeFormat } from '../../../src/extension/agents/claude/transcripts';

/** Texts whose repetition may cause backtracking or repeated scanning. */
const units = [
  ' ',
  '\n',
  ' \n',
  '<',
  '`',
  '```\n',
  '"',
  '\\',
  '[',
  '](',
  '*',
  '**a',
  '#',
  '/',
  '$',
  'a',
  'a ',

  '1',
  '\u001B[',
  '\u009D',
  '\uD800',
  '{"',
  '[Image]\n',
  '<system-reminder>',
  '<command-name>',
  '- ',
  '> ',
  '~~~\n',
  '|-',
  'http://',
  'a@a.',
  '__',
  ' (',
  '\r',
];

const style = {
  format: claudeFormat,
  relative: (path: string) => path,
  isSubagent: false,
  limits: shownLimits,
};
const userLine = (content: unknown): string =>
  JSON.stringify({ type: 'user', timestamp: '2026-03-02T10:00:00.000Z', message: { content } });
const contentWith = (text: string): unknown => [
  { type: 'text', text },
  { type: 'tool_use', id: 't', name: text, input: { command: text, [text]: text } },
];
const hook = (text: string): string =>
  JSON.stringify({
    session_id: 's',
    hook_event_name: 'Stop',
    last_assistant_message: text,
    cwd: text,
    prompt: text,
    message: text,
  });
const item = (line: string): unknown =>
  itemsOf({ at: 0, bytes: Buffer.from(line), length: line.length }, style);

/** Jobs on untrusted text, each with the length of the longest text, in characters. */
const works: readonly (readonly [name: string, longest: number, work: (text: string) => void])[] = [
  ['a hook', 64_000, (text) => targets.hookPayloads(hook(text))],
  ['a prompt', 64_000, (text) => targets.transcriptLines(userLine(text))],
  ['a command', 64_000, (text) => targets.transcriptLines(userLine(`<command-name>${text}`))],
  [
    'an answer',
    64_000,
    (text) =>
      targets.transcriptLines(
        JSON.stringify({ type: 'assistant', message: { content: contentWith(text) } }),
      ),
  ],
  [
    "a tool's result",
    64_000,
    (text) =>
      targets.transcriptLines(userLine([{ type: 'tool_result', tool_use_id: 't', content: text }])),
  ],
  [
    'a result on the page',
    64_000,
    (text) => item(userLine([{ type: 'tool_result', tool_use_id: 't', content: text }])),
  ],
  [
    'a prompt with pictures',
    64_000,
    (text) =>
      item(
        userLine([
          { type: 'text', text },
          { type: 'image', source: {} },
        ]),
      ),
  ],
  ['settings', 64_000, (text) => targets.settings(text)],
  ['a shown text', 64_000, (text) => targets.shownText(text)],
  ['a question', 64_000, (text) => void asksUser(text)],
  [
    'a plan',
    64_000,
    (text) => {
      parsePlanLines(text);
      summarizeRequest('ExitPlanMode', { plan: text });
    },
  ],
  ['a list of processes', 64_000, (text) => void parsePs(text)],
  ['Markdown', 16_000, (text) => void parseMarkdown(text, true)],
  ['an edit', 16_000, (text) => void diffOf([{ before: text, after: `${text}x` }], undefined)],
];

describe('A text of one part, again and again,', function () {
  this.timeout(300_000);

  for (const [name, longest, work] of works) {
    it(`takes a time in proportion to its length as ${name}`, () => {
      for (const unit of units) {
        const text = (length: number): string => `x${unit.repeat(length / unit.length)}x`;
        const found = overgrowth((length) => work(text(length)), longest);
        assert.equal(found, undefined, `${JSON.stringify(unit)}: ${JSON.stringify(found)}`);
      }
    });
  }

  it('is noticed where it takes longer', () => {
    // Simulates quadratic work: 1 ms of processor time for 1,000 characters, 256 ms for 16,000.
    const slow = (length: number): void => {
      const from = process.cpuUsage();
      const isSpent = ({ user, system }: NodeJS.CpuUsage): boolean =>
        user + system >= (length / 1_000) ** 2 * 1_000;
      while (!isSpent(process.cpuUsage(from)));
    };
    assert.notEqual(overgrowth(slow, 256_000), undefined);
  });
});
