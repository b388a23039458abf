import { agentOf } from '../../../src/extension/agents/transcripts/files';
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { messagesIn } from '../../../src/extension/agents/claude/entry/messageUsage';
import { classify } from '../../../src/extension/agents/claude/catalogue/transcriptPath';
import { UsageLedger } from '../../../src/extension/hub/reading/usage/usageLedger';
import { ensureCcusage, runCcusage, type PeerTokens } from '../../bench/compare/ccusage';
import { cacheFolder } from '../../support/editor/paths';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { recording, recordingNames } from '../../support/recordings/recording';
import { skip } from '../../support/skip';

interface Tokens {
  readonly total: number;
  readonly usd: number;
}

/** Usage in recordings of real clients, counted here and by another tool. */
describe('The usage in the recordings, beside ccusage’s', function () {
  this.timeout(60_000);
  let home = '';
  let cells: ReadonlyMap<string, PeerTokens>;
  const ledger = new UsageLedger();
  const sessions = new Set<string>();

  before(async function () {
    this.timeout(300_000); // The first run installs it.
    const program = await ensureCcusage(path.join(cacheFolder, 'bench')).catch((error: unknown) =>
      skip(this, `ccusage cannot be installed: ${String(error)}`),
    );
    home = await tempHome();
    const files = new Map<string, string[]>();
    for (const name of recordingNames()) {
      for (const { file, line } of recording(name)) {
        if (file === undefined || line === undefined) continue;
        files.set(file, [...(files.get(file) ?? []), JSON.stringify(line, withoutDifferences)]);
      }
    }
    const projects = path.join(home, 'projects');
    for (const [name, lines] of files) {
      const file = path.join(projects, name);
      await fs.mkdir(path.dirname(file), { recursive: true });
      await fs.writeFile(file, `${lines.join('\n')}\n`);
      const kind = classify(projects, file);
      if (kind === undefined || kind.kind === 'subagentMeta') continue;
      sessions.add(kind.sessionId);
      const source = ledger.source(kind.sessionId, agentOf(kind));
      for (const line of lines) {
        const usage = messagesIn(line)[0];
        if (usage !== undefined) ledger.record(source, usage);
      }
    }
    ({ cells } = await runCcusage(program, home));
  });
  after(async () => {
    if (home !== '') await removeHome(home);
  });

  function theirs(part: (key: string) => string): Map<string, Tokens> {
    const sums = new Map<string, Tokens>();
    for (const [key, { input, output, cacheRead, cacheCreation, usd }] of cells) {
      const before = sums.get(part(key)) ?? { total: 0, usd: 0 };
      const total = before.total + input + output + cacheRead + cacheCreation;
      sums.set(part(key), { total, usd: before.usd + usd });
    }
    return sums;
  }

  it('is some, of several models', () => {
    assert.ok(theirs(() => 'all').get('all')?.total);
    assert.ok(theirs((key) => key.split(' ')[1] ?? '').size > 2);
  });

  it('has as many tokens on each day', () => {
    const ours = new Map(ledger.takeDays().map(({ day, tokens }) => [day, tokens]));
    for (const [day, { total }] of theirs((key) => key.split(' ')[0] ?? '')) {
      assert.equal(ours.get(Number(day.replaceAll('-', ''))), total, day);
    }
  });

  it('has as many tokens of each model, and costs the same where both know its price', () => {
    const ours = new Map<string, Tokens>();
    for (const sessionId of sessions) {
      const job = ledger.split(sessionId);
      let step = job.next();
      while (step.done !== true) step = job.next();
      for (const { model, tokens, usd } of step.value.models) {
        const before = ours.get(model) ?? { total: 0, usd: 0 };
        ours.set(model, { total: before.total + tokens, usd: before.usd + usd });
      }
    }
    const peer = theirs((key) => key.split(' ')[1] ?? '');
    assert.deepEqual([...ours.keys()].toSorted(byText), [...peer.keys()].toSorted(byText));
    for (const [model, { total, usd }] of peer) {
      const own = ours.get(model);
      assert.equal(own?.total, total, model);
      const isPriced = [...cells].every(
        ([key, { priced }]) => !key.endsWith(` ${model}`) || priced,
      );
      if (isPriced)
        assert.ok(Math.abs(own.usd - usd) <= usd * 0.001, `${model}: ${own.usd} ${usd}`);
    }
  });
});

/**
 * Removes fields in which the two counts differ: the recorded service gave subagents parts of the
 * cache writes whose sum exceeds the total; the total counts here, the parts there, and a real
 * service's agree. A fork's copies name a session whose file is not in the recording.
 */
function withoutDifferences(key: string, value: unknown): unknown {
  return key === 'cache_creation' || key === 'session_id' ? undefined : value;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
