import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import { Sessions } from '../../../src/extension/hub/domain/facts/sessions';
import { Projects } from '../../../src/extension/hub/projects';
import { Spending } from '../../../src/extension/hub/reading/usage/spending';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { asOrdinaryUser } from '../../support/processes/ordinaryUser';
import { until } from '../../support/until';
import { needs, skip } from '../../support/skip';
import { claudeHomes } from '../../support/agents/claudeHomes';

const at = new Date(2026, 5, 10, 12);

function line(id: string, output = 5): string {
  const usage = { input_tokens: 0, output_tokens: output };
  const message = { id, model: 'claude-sonnet-4-5', role: 'assistant', content: [], usage };
  const rest = { type: 'assistant', timestamp: at.toISOString(), cwd: '/w', version: '2.1.329' };
  return `${JSON.stringify({ parentUuid: null, isSidechain: false, message, ...rest })}\n`;
}

/** Results of one start of the projects. */
interface Start {
  readonly projects: Projects;
  readonly events: DomainEvent[];
  readonly warnings: string[];
  readonly notes: string[];
  readonly tokens: () => number;
}

describe('The transcripts of all projects', function () {
  this.timeout(60_000);
  let home = '';
  let project = '';
  const open: Projects[] = [];

  beforeEach(() => {
    home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-transcripts-')));
    project = path.join(home, 'projects', '-w');
    fs.mkdirSync(project, { recursive: true });
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    fs.rmSync(home, { recursive: true });
  });

  async function start({ scans = true, first = [] as string[] } = {}): Promise<Start> {
    const [events, warnings, notes]: [DomainEvent[], string[], string[]] = [[], [], []];
    const log = {
      debug: () => undefined,
      info: (text: string) => void notes.push(text),
      warn: (text: string) => void warnings.push(text),
      error: (text: string) => void warnings.push(text),
    };
    const known = new Set<string>();
    const spending = new Spending();
    const projects: Projects = new Projects({
      homes: claudeHomes(path.join(home, 'projects')),
      configHome: home,
      cacheFolder: path.join(home, 'cache'),
      script: scans ? path.join(threadScripts(), 'reading.js') : idle(),
      emit(event) {
        events.push(event);
        if (known.has(event.sessionId)) return;
        known.add(event.sessionId);
        projects.sendKnownData(event.sessionId);
      },
      forget: (sessionId) => void known.delete(sessionId),
      pinned: () => new Set(),
      isKnown: (sessionId) => known.has(sessionId),
      isLive: () => false,
      spending,
      onSpending: () => undefined,
      log,
    });
    open.push(projects);
    await projects.start(new Set(first));
    if (scans) await projects.complete;
    return {
      projects,
      events,
      warnings,
      notes,
      tokens: () => spending.today(at.getTime()).tokens,
    };
  }
  /** Starts once to create the cache. */
  async function remember(): Promise<void> {
    await (await start()).projects.close();
  }
  /** A scan that never sends a result. */
  function idle(): string {
    const script = path.join(home, 'idle.js');
    const code = `require('worker_threads').parentPort.on('message', ({ type }) => { if (type === 'close') process.exit(0); });`;
    fs.writeFileSync(script, code);
    return script;
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
    await cold.projects.close();
    // Different content with unchanged time and length: only opening the file would reveal it.
    fs.writeFileSync(file('a'), line('m3', 9) + line('m4', 9));
    fs.utimesSync(file('a'), at, at);
    const warm = await start();
    assert.deepEqual(factsOf(warm), factsOf(cold));
    assert.equal(warm.tokens(), 10);
  });

  it('shows what it showed last while the scan still looks for all', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    await remember();
    const warm = await start({ scans: false });
    await until(
      () => factsOf(warm).length,
      (count) => assert.equal(count, 1),
    );
  });

  it('starts with the ends of a large transcript, and reads what is between afterwards', async () => {
    const between = `${JSON.stringify({ type: 'other', text: 'x'.repeat(1_000) })}\n`;
    fs.writeFileSync(file('a'), line('m1') + between.repeat(10_000) + line('m2'));
    const started = await start({ scans: false, first: ['a'] });
    assert.equal(factsOf(started).length, 1);
    await until(
      () => factsOf(started).length,
      (actual) => assert.equal(actual, 2),
    );
  });

  it('reads what was appended since', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    await remember();
    fs.appendFileSync(file('a'), line('m2').slice(0, 40));
    const half = await start();
    assert.equal(half.tokens(), 5);
    fs.appendFileSync(file('a'), line('m2').slice(40));
    half.projects.readFile(file('a'));
    await until(half.tokens, (tokens) => assert.equal(tokens, 10));
  });

  it('tells which tools of a subagent are open, each time anew', async () => {
    const folder = path.join(project, 's1', 'subagents');
    const subagent = new TranscriptFile('s1', path.join(folder, 'agent-a1.jsonl'));
    const { events, projects } = await start();
    const openTools = (): readonly string[] => {
      const sessions = new Sessions();
      for (const event of events) sessions.apply(event);
      const file = sessions.get('s1')?.subagentFiles.get('a1');
      return file?.openTools.map(({ id }) => id) ?? [];
    };
    await subagent.write(subagent.prompt('Go'), subagent.call('Bash', {}, 'one', 'm1'));
    const shows = async (...expected: readonly string[]): Promise<unknown> => {
      projects.readFile(subagent.file);
      return until(openTools, (open) => assert.deepEqual(open, expected));
    };
    await shows('one');
    await subagent.write(subagent.result('one'), subagent.call('Write', {}, 'two', 'm2'));
    await shows('two');
    await subagent.write(subagent.result('two'));
    await shows();
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
    running.projects.readFile(file('a'));
    await until(running.tokens, (tokens) => assert.equal(tokens, 7));
  });

  it('notices while it runs that a file was written over or replaced by a longer one', async () => {
    for (const name of ['over', 'replaced']) fs.writeFileSync(file(name), line('m1') + line('m2'));
    const running = await start();
    fs.writeFileSync(file('over'), line('over-long-1', 10) + line('over-long-2', 10));
    // Each line is as long as the one that it replaces.
    fs.writeFileSync(file('aside'), line('r1', 2) + line('r2', 2) + line('r3', 2));
    fs.renameSync(file('aside'), file('replaced'));
    for (const name of ['over', 'replaced']) running.projects.readFile(file(name));
    await until(running.tokens, (tokens) => assert.equal(tokens, 20 + 6));
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
    running.projects.readFile(file('a'));
    await until(
      () => factsOf(running).at(-1) as { present: boolean; cwd: string },
      (facts) => assert.deepEqual([facts.present, facts.cwd], [false, '/w']),
    );
  });

  it('rebuilds a cache that is broken, cut off or of another version', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    const breaks: ((text: string) => string)[] = [
      () => '',
      () => 'nonsense\n',
      (text) => text.slice(0, -20),
      (text) =>
        text
          .replace(/("version":"?)\d+/, (_, start: string) => `${start}0`)
          .replace(/usage\n./su, 'usage\n\u0000'),
      (text) => text.replace('claude-sonnet-4-5', 'claude-sonnet-4-6'),
    ];
    for (const damage of breaks) {
      await remember();
      for (const one of cacheFiles()) {
        fs.writeFileSync(one, damage(fs.readFileSync(one, 'latin1')), 'latin1');
      }
      const again = await start();
      assert.equal(again.tokens(), 5);
      assert.equal(factsOf(again).length, 1);
      assert.deepEqual([again.notes.length, again.warnings], [2, []]);
      await again.projects.close();
    }
  });

  it('is not hurt by a write that a crash left unfinished', async () => {
    fs.writeFileSync(file('a'), line('m1'));
    await remember();
    const [good = ''] = cacheFiles();
    const draft = path.join(home, 'cache', `.${path.basename(good)}.0123456789ab`);
    fs.writeFileSync(draft, fs.readFileSync(good).subarray(0, 50));
    const again = await start();
    assert.deepEqual([again.tokens(), again.notes], [5, []]);
  });

  it('keeps the cache for this user alone', async function () {
    needs(this, 'modes');
    fs.writeFileSync(file('a'), line('m1'));
    await remember();
    assert.equal(fs.statSync(path.join(home, 'cache')).mode & 0o777, 0o700);
    for (const one of cacheFiles()) assert.equal(fs.statSync(one).mode & 0o777, 0o600);
  });

  it('goes on past folders and files that may not be read, and says so once', async function () {
    if (process.getuid === undefined) skip(this, 'needs rights of files');
    const folders = { shut: 0o000, listed: 0o400 };
    fs.writeFileSync(file('readable'), line('m1'));
    fs.writeFileSync(file('secret'), line('m2'), { mode: 0o000 });
    for (const [name, mode] of Object.entries(folders)) {
      const folder = path.join(home, 'projects', name);
      fs.mkdirSync(folder);
      fs.writeFileSync(path.join(folder, 'b.jsonl'), line('m3'));
      fs.chmodSync(folder, mode);
    }
    await asOrdinaryUser(home, async () => {
      const running = await start();
      assert.equal(running.tokens(), 5);
      running.projects.readFile(file('secret'));
      const warned = running.warnings.map((text) => /^Cannot read ([^:]+): /u.exec(text)?.[1]);
      const unreadable = Object.keys(folders).map((name) => path.join(home, 'projects', name));
      assert.equal(warned.length, 3, running.warnings.join('\n'));
      assert.deepEqual(new Set(warned), new Set([...unreadable, file('secret')]));
    });
    for (const name of Object.keys(folders)) fs.chmodSync(path.join(home, 'projects', name), 0o700);
  });

  it('passes over a link that leads outside', async function () {
    needs(this, 'links');
    const outside = path.join(home, 'outside.jsonl');
    fs.writeFileSync(outside, line('m1'));
    fs.symlinkSync(outside, file('a'));
    const running = await start();
    fs.writeFileSync(file('b'), line('m2'));
    for (const name of ['a', 'b']) running.projects.readFile(file(name));
    await until(running.tokens, (tokens) => assert.equal(tokens, 5));
  });
});
