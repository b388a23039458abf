import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { UsageCounter, UsageFile } from '../../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../../src/extension/hub/reading/usage/usageLedger';
import { WalkBuffer } from '../../../../src/extension/transcript/lines/lineWalk';
import { runToEnd } from '../../../support/runToEnd';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

const tokens = (input: number, output: number) => ({
  input_tokens: input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: output,
});
const own = { type: 'message', model: 'claude-sonnet-4-5', ...tokens(100_000, 1_000) };
const advisor = { type: 'advisor_message', model: 'claude-opus-4-8', ...tokens(200_000, 5_000) };

describe('A message that asked advisors', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  /** Counts lines of one message, in the client's form. */
  function counted(...iterations: readonly (readonly unknown[])[]) {
    const lines = iterations.map((list) => ({
      parentUuid: null,
      isSidechain: false,
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5-20250929',
        content: [{ type: 'text', text: 'b' }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { ...tokens(100_000, 1_000), iterations: list },
      },
      type: 'assistant',
      timestamp: '2026-11-26T17:52:42.665Z',
    }));
    const file = path.join(home, 'session.jsonl');
    fs.writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const ledger = new UsageLedger();
    const usage = new UsageFile(file, ledger.source('s', undefined), claudeFormat);
    runToEnd(new UsageCounter(ledger, new WalkBuffer()).read(usage));
    const [change] = ledger.takeChanges();
    assert.ok(change);
    const { input, output, usd } = change.total;
    const models = runToEnd(ledger.split('s')).models.map(({ model }) => model);
    return [input, output, usd.toFixed(3), models];
  }

  it('costs what they used, too, at the price of their own model', () => {
    const both = ['claude-opus-4-8', 'claude-sonnet-4-5-20250929'];
    assert.deepEqual(counted([own, advisor]), [300_000, 6_000, '1.440', both]);
  });

  it('counts each advisor once, however many lines tell of it', () => {
    const lines = [[own], [own, advisor], [own, advisor, own, advisor]];
    const [input, output, usd] = counted(...lines);
    assert.deepEqual([input, output, usd], [500_000, 11_000, '2.565']);
  });

  it('costs no more where none was asked', () => {
    const [input, output, usd] = counted([own, null, { type: 'compaction' }]);
    assert.deepEqual([input, output, usd], [100_000, 1_000, '0.315']);
  });
});
