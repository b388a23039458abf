import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { codexFormat } from '../../../../../src/extension/agents/codex/transcripts';
import {
  UsageCounter,
  UsageFile,
} from '../../../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../../../src/extension/hub/reading/usage/usageLedger';
import { WalkBuffer } from '../../../../../src/extension/transcript/lines/lineWalk';
import { runToEnd } from '../../../../support/runToEnd';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';

describe('The tokens of a session of Codex', () => {
  let home = '';
  let file = '';
  let ledger: UsageLedger;
  let source = 0;
  beforeEach(async () => {
    home = await tempHome();
    file = path.join(home, 'rollout.jsonl');
    ledger = new UsageLedger();
    source = ledger.source('one', undefined);
  });
  afterEach(() => removeHome(home));

  let ordinal = 0;
  function write(type: string, payload: object): void {
    const line = { timestamp: '2026-11-26T18:00:00.000Z', ordinal: (ordinal += 1), type, payload };
    fs.appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
  function writeAnswer(id: string, input: number, cached: number): void {
    const usage = { input_tokens: input, cached_input_tokens: cached, output_tokens: 10 };
    // Sums of a fork begin with those of its parent.
    const sum = { input_tokens: 1e6, cached_input_tokens: 0, output_tokens: 1e6 };
    write('token_usage_record', { response_id: id, usage, thread_token_usage: sum });
    write('event_msg', { type: 'token_count', info: { total_token_usage: sum } });
  }
  const count = (counted: UsageFile): void =>
    runToEnd(new UsageCounter(ledger, new WalkBuffer()).read(counted));
  const newFile = (): UsageFile => new UsageFile(file, source, codexFormat);
  const models = (): readonly unknown[] =>
    runToEnd(ledger.split('one')).models.map(({ model, tokens, usd }) => [model, tokens, usd]);

  it('are those of each answer, by the model of its turn, without an invented price', () => {
    write('turn_context', { model: 'gpt-5.5' });
    writeAnswer('r1', 100, 90);
    write('turn_context', { model: 'gpt-6.2-sol' });
    writeAnswer('r2', 50, 0);
    writeAnswer('r2', 50, 0);
    count(newFile());
    assert.deepEqual(models(), [
      ['gpt-5.5', 110, 0],
      ['gpt-6.2-sol', 60, 0],
    ]);
    const [change] = ledger.takeChanges();
    assert.deepEqual(
      [change?.total.input, change?.total.cacheRead, change?.total.output, change?.total.unpriced],
      [60, 90, 20, true],
    );
  });

  it('are counted for the model of a turn that began before an earlier count', () => {
    write('session_meta', { id: 'one' });
    write('turn_context', { model: 'gpt-5.5' });
    write('response_item', { type: 'message', text: 'x'.repeat(600_000) });
    write('response_item', { type: 'message', text: '"type":"turn_context" is only quoted' });
    const first = newFile();
    count(first);
    const place = first.place;
    assert.ok(place);
    writeAnswer('r1', 100, 0);
    const resumed = newFile();
    resumed.resume(place);
    count(resumed);
    assert.deepEqual(models(), [['gpt-5.5', 110, 0]]);
  });
});
