import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { PrivateFolder } from '../../../src/extension/util/privateFolder';
import type { DomainEvent } from '../../../src/extension/hub/domain/event';
import { Transcripts } from '../../../src/extension/hub/ingest/transcripts';
import { UsageLedger } from '../../../src/extension/hub/ingest/usageLedger';

const at = new Date(2026, 5, 10, 12);

function line(id: string, output = 5): string {
  const usage = { input_tokens: 0, output_tokens: output };
  const message = { id, model: 'claude-sonnet-4-5', role: 'assistant', content: [], usage };
  const rest = { type: 'assistant', timestamp: at.toISOString(), cwd: '/w', version: '2.1.329' };
  return `${JSON.stringify({ parentUuid: null, isSidechain: false, message, ...rest })}\n`;
}

/** What one start of a hub sees. */
interface Start {
  readonly transcripts: Transcripts;
  readonly events: DomainEvent[];
  readonly warnings: string[];
  readonly notes: string[];
  tokens(): number;
}

describe('Transcripts', function () {
  this.timeout(20_000);
  let home = '';
  let project = '';
  const open: Transcripts[] = [];

  beforeEach(() => {
    home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-transcripts-')));
    project = path.join(home, 'projects', '-w');
    fs.mkdirSync(project, { recursive: true });
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    fs.rmSync(home, { recursive: true });
  });

  async function start(): Promise<Start> {
    const [events, warnings, notes]: [DomainEvent[], string[], string[]] = [[], [], []];
    const ledger = new UsageLedger();
    const log = {
      debug: () => undefined,
      info: (text: string) => void notes.push(text),
      warn: (text: string) => void warnings.push(text),
      error: (text: string) => void warnings.push(text),
    };
    const transcripts = new Transcripts(
      path.join(home, 'projects'),
      new PrivateFolder(path.join(home, 'cache')),
      ledger,
      (event) => void events.push(event),
      () => false,
      log,
    );
    open.push(transcripts);
    await transcripts.start();
    return {
      transcripts,
      events,
      warnings,
      notes,
      tokens: () => ledger.today(at.getTime()).tokens,
    };
  }
  /** Starts once, so that the cache is there. */
  async function remember(): Promise<void> {
    await (await start()).transcripts.close();
  }
  const file = (name: string): string => path.join(project, `${name}.jsonl`);
  const factsOf = ({ events }: Start): unknown[] =>
    events.flatMap((event) => (event.type === 'transcriptRead' ? [event.facts] : []));
  const cacheFiles = (): string[] =>
    fs.readdirSync(path.join(home, 'cache')).map((name) => path.join(home, 'cache', name));

  it('starts warm with the same facts and totals, and does not open what did not change', async () => {
    fs.writeFileSync(file('a'), line('m1') + line('m2'));
    fs.utimesSync(file('a'), at, at);
    const cold = await start();
    await cold.transcripts.close();
    // Another text that looks unchanged: whoever opened the file would see it.
    fs.writeFileSync(file('a'), line('m3', 9) + line('m4', 9));
    fs.utimesSync(file('a'), at, at);
    const warm = await start();
    assert.deepEqual(factsOf(warm), factsOf(cold));
    assert.equal(warm.tokens(), 10);
  });

  it('reads what was appended since', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    await remember();
    fs.appendFileSync(file('a'), line('m2').slice(0, 40));
    const half = await start();
    assert.equal(half.tokens(), 5);
    fs.appendFileSync(file('a'), line('m2').slice(40));
    await half.transcripts.look(file('a'));
    assert.equal(half.tokens(), 10);
  });

  it('reads anew what was cut, replaced or written over', async () => {
    for (const name of ['cut', 'replaced', 'over']) {
      fs.writeFileSync(file(name), line(`${name}1`) + line(`${name}2`));
    }
    await remember();
    fs.writeFileSync(file('cut'), line('cut3', 1));
    fs.writeFileSync(
      file('aside'),
      line('replaced3', 2) + line('replaced4', 2) + line('replaced5', 2),
    );
    fs.renameSync(file('aside'), file('replaced'));
    fs.writeFileSync(file('over'), line('over3', 3) + line('over4', 3) + line('over5', 3));
    assert.equal((await start()).tokens(), 1 + 6 + 9);
  });

  it('notices while it runs that a file was cut', async () => {
    fs.writeFileSync(file('a'), line('m1') + line('m2'));
    const running = await start();
    fs.writeFileSync(file('a'), line('m3', 7));
    await running.transcripts.look(file('a'));
    assert.equal(running.tokens(), 7);
  });

  it('counts a moved file once, and forgets a removed one at the next start', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    fs.writeFileSync(file('b'), line('m2'));
    await remember();
    const other = path.join(home, 'projects', '-other');
    fs.mkdirSync(other);
    fs.renameSync(file('a'), path.join(other, 'a.jsonl'));
    fs.rmSync(file('b'));
    const moved = await start();
    assert.equal(moved.tokens(), 5);
    const [facts] = factsOf(moved) as { path: string; present: boolean }[];
    assert.deepEqual([facts?.path, facts?.present], [path.join(other, 'a.jsonl'), true]);
  });

  it('says that a transcript is gone, and keeps what it said', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    const running = await start();
    fs.rmSync(file('a'));
    await running.transcripts.look(file('a'));
    const facts = factsOf(running).at(-1) as { present: boolean; cwd: string };
    assert.deepEqual([facts.present, facts.cwd], [false, '/w']);
  });

  it('rebuilds a cache that is broken, cut off or of another version', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    const breaks: ((text: string) => string)[] = [
      () => '',
      () => 'nonsense\n',
      (text) => text.slice(0, -20),
      (text) => text.replace('"version":1', '"version":0'),
      (text) => text.replace('claude-sonnet-4-5', 'claude-sonnet-4-6'),
    ];
    for (const damage of breaks) {
      await remember();
      for (const one of cacheFiles()) fs.writeFileSync(one, damage(fs.readFileSync(one, 'utf8')));
      const again = await start();
      assert.equal(again.tokens(), 5);
      assert.deepEqual([again.notes.length, again.warnings], [1, []]);
      await again.transcripts.close();
    }
  });

  it('is not hurt by a write that a crash left unfinished', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    await remember();
    const [good = ''] = cacheFiles();
    const aside = path.join(home, 'cache', `.${path.basename(good)}.0123456789ab`);
    fs.writeFileSync(aside, fs.readFileSync(good).subarray(0, 50));
    const again = await start();
    assert.deepEqual([again.tokens(), again.notes], [5, []]);
  });

  it('keeps the cache for this user alone', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    await remember();
    assert.equal(fs.statSync(path.join(home, 'cache')).mode & 0o777, 0o700);
    for (const one of cacheFiles()) assert.equal(fs.statSync(one).mode & 0o777, 0o600);
  });

  it('passes over a link that leads outside', async () => {
    const outside = path.join(home, 'outside.jsonl');
    fs.writeFileSync(outside, line('m1'));
    fs.symlinkSync(outside, file('a'));
    const running = await start();
    await running.transcripts.look(file('a'));
    assert.equal(running.tokens(), 0);
  });
});
