import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { AppliedSet } from '../../../src/extension/hub/rules/offeredRules';
import { RuleBook } from '../../../src/extension/hub/rules/ruleBook';
import { silentLog } from '../../../src/extension/util/log';
import type { RuleSet } from '../../../src/shared/protocol/layers/rules';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { RuleReading } from '../../support/rules/ruleReading';

const deploy = {
  name: 'deploys',
  kind: 'deploy',
  command: String.raw`\bfly deploy\b`,
  output: String.raw`(?<url>https://\S+)`,
};
const user = (rules: Partial<RuleSet>): AppliedSet => ({
  origin: 'user',
  rules: { signals: [], labels: [], ...rules },
});

describe('The signals of signal rules', function () {
  this.timeout(60_000);
  let home: string;
  let book: RuleBook;
  let file: TranscriptFile;

  let reading: RuleReading;

  const open = (): void => {
    reading = new RuleReading();
    book = new RuleBook({
      matches: reading.matches,
      log: silentLog,
      projectOf: () => '/home/dev/shop',
      home: '/home/dev',
    });
  };
  const follow = (): Promise<void> => reading.read(file.file);
  const rests = (): Promise<void> => reading.rests();
  const call = (id: string, command: string, output: string, fields = {}) => [
    file.call('Bash', { command }, id, id),
    file.result(id, output, fields),
  ];

  beforeEach(async () => {
    home = await tempHome();
    file = TranscriptFile.of(home, 's1');
    open();
  });
  afterEach(async () => {
    book.dispose();
    reading.matches.dispose();
    await removeHome(home);
  });

  it('are found in the complete transcript with captures and turns, and then in new lines', async () => {
    await file.write(
      file.prompt('Ship it'),
      ...call('t1', 'fly deploy --now', 'v1 is at https://a.fly.dev\nbye'),
      file.answer('Done', 'm1'),
      file.prompt('Again'),
      ...call('t2', 'ls', 'https://b.fly.dev'),
    );
    await follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    const [first] = book.signalsOf('s1');
    assert.equal(book.signalsOf('s1').length, 1);
    assert.deepEqual(
      { ...first, at: 0 },
      { kind: 'deploy', at: 0, turn: 1, ok: true, data: { url: 'https://a.fly.dev' } },
    );
    const changed: (string | undefined)[] = [];
    book.onDidChange((sessionId) => changed.push(sessionId));
    await file.write(...call('t3', 'fly deploy', 'https://c.fly.dev'));
    await follow();
    await rests();
    const second = book.signalsOf('s1').at(-1);
    assert.deepEqual([second?.turn, second?.data['url']], [2, 'https://c.fly.dev']);
    assert.deepEqual(changed, ['s1']);
  });

  it('count turns as the facts do: commands, notifications and queued prompts start none', async () => {
    await file.write(
      file.prompt('One'),
      file.prompt('<local-command-stdout>x</local-command-stdout>'),
      file.prompt('<task-notification>x</task-notification>'),
      {
        type: 'attachment',
        timestamp: '2026-03-02T10:00:00.000Z',
        attachment: { type: 'queued_command', prompt: 'Also this', role: 'user' },
      },
      { ...file.prompt('A subagent of an old client'), isSidechain: true },
      ...call('t1', 'fly deploy', 'https://a.fly.dev'),
    );
    await follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    assert.equal(book.signalsOf('s1')[0]?.turn, 1);
  });

  it('include those of subagents, in the turn in which they occurred', async () => {
    const agent = new TranscriptFile(
      's1',
      path.join(path.dirname(file.file), 's1', 'subagents', 'agent-a.jsonl'),
      Date.now(),
    );
    await file.write(file.prompt('One'), file.prompt('Two'));
    await agent.write(
      { ...agent.prompt('Deploy'), isSidechain: true },
      { ...agent.call('Bash', { command: 'fly deploy' }, 'x1'), isSidechain: true },
      { ...agent.result('x1', 'https://z.fly.dev'), isSidechain: true },
    );
    await reading.read(agent.file, { kind: 'subagent', sessionId: 's1', agentId: 'a' });
    await follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    const [found] = book.signalsOf('s1');
    assert.deepEqual([found?.turn, found?.data['url']], [2, 'https://z.fly.dev']);
  });

  it('depend on the tool’s name, its input as JSON and its outcome', async () => {
    await file.write(
      file.prompt('Write'),
      file.call('Write', { file_path: '/book/chapters/07.md', content: 'x' }, 'w1', 'm1'),
      file.result('w1'),
      file.call('mcp__linear__create', { title: 'Bug' }, 'w2', 'm2'),
      file.result('w2', 'no', {
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'w2', content: 'no', is_error: true }],
        },
      }),
      ...call('t1', 'fly deploy', 'refused', { toolDenialKind: 'user-rejected' }),
      ...call('t2', 'sleep 1', 'started', { toolUseResult: { backgroundTaskId: 'b1' } }),
    );
    await follow();
    book.set([
      user({
        signals: [
          {
            kind: 'chapter',
            tool: ['Write', 'Edit'],
            input: String.raw`"file_path":"[^"]*/chapters/(?<number>\d+)\.md"`,
          },
          { kind: 'issue', tool: 'mcp__linear__*', ok: false },
          { kind: 'never', tool: 'mcp__linear__*', ok: true },
          { kind: 'any', tool: 'Bash' },
        ],
      }),
    ]);
    await rests();
    assert.deepEqual(
      book.signalsOf('s1').map(({ kind, ok, data }) => [kind, ok, data]),
      [
        ['chapter', true, { number: '07' }],
        ['issue', false, {}],
        ['any', undefined, {}],
      ],
    );
  });

  it('are limited to the last 32', async () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      call(`t${index}`, 'fly deploy', `https://${index}.fly.dev`),
    );
    await file.write(file.prompt('Go'), ...many.flat());
    await follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    const found = book.signalsOf('s1');
    assert.deepEqual(
      [found.length, found[0]?.data['url'], found.at(-1)?.data['url']],
      [32, 'https://68.fly.dev', 'https://99.fly.dev'],
    );
  });

  it('are searched again if the transcript is replaced', async () => {
    await file.write(file.prompt('Go'), ...call('t1', 'fly deploy', 'https://a.fly.dev'));
    await follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    assert.equal(book.signalsOf('s1').length, 1);
    fs.writeFileSync(file.file, '');
    await file.write(file.prompt('Fresh'));
    await follow();
    await rests();
    assert.deepEqual(book.signalsOf('s1'), []);
  });

  it('are found quickly by an expression that would take a backtracking engine minutes', async () => {
    const evil = { name: 'evil', kind: 'evil', output: '(a+)+$' };
    const long = `${'a'.repeat(20_000)}!`;
    await file.write(...call('t1', 'x', long), ...call('t2', 'x', 'aaa'));
    await follow();
    book.set([user({ signals: [evil] })]);
    await rests();
    assert.deepEqual(
      book.signalsOf('s1').map(({ kind }) => kind),
      ['evil'],
    );
  });

  it('are found while facts are read if the rules existed before the call', async () => {
    await file.write(file.prompt('Go'));
    await follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    await follow();
    fs.rmSync(file.file); // The file cannot be read a second time.
    await rests();
    assert.equal(book.signalsOf('s1')[0]?.data['url'], 'https://a.fly.dev');
  });

  it('are complete if a call finished while its transcript was matched from the start', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    await follow();
    book.set([user({ signals: [deploy] })]);
    await file.write(...call('t2', 'fly deploy', 'https://b.fly.dev'));
    await follow();
    await file.write(...call('t3', 'fly deploy', 'https://c.fly.dev'));
    await follow();
    await rests();
    assert.deepEqual(
      book.signalsOf('s1').map(({ data }) => data['url']),
      ['https://a.fly.dev', 'https://b.fly.dev', 'https://c.fly.dev'],
    );
    // From then on nothing is read twice.
    await file.write(...call('t4', 'fly deploy', 'https://d.fly.dev'));
    await follow();
    fs.rmSync(file.file);
    await rests();
    assert.equal(book.signalsOf('s1').at(-1)?.data['url'], 'https://d.fly.dev');
  });

  it('are restored after a restart without another search, including open calls', async () => {
    await file.write(
      ...call('t1', 'fly deploy', 'https://a.fly.dev'),
      file.call('Bash', { command: 'fly deploy' }, 't2', 'm2'),
    );
    await follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    const { size } = fs.statSync(file.file);
    const stored: unknown = JSON.parse(JSON.stringify(reading.matches.kept(file.file)));
    const [subject] = reading.matches.subjectsOf('s1');
    assert.ok(subject);
    open();
    reading.matches.restore(subject, stored, size);
    const beginning = Buffer.alloc(size, 0x20);
    fs.writeFileSync(file.file, beginning);
    await file.write(file.result('t2', 'https://b.fly.dev'));
    reading.matches.read(subject, { from: size, to: fs.statSync(file.file).size });
    book.set([user({ signals: [{ ...deploy, name: 'renamed' }] })]);
    await rests();
    assert.deepEqual(
      book.signalsOf('s1').map(({ data }) => data['url']),
      ['https://a.fly.dev', 'https://b.fly.dev'],
    );
    // Changed rules are matched from the beginning of the file.
    book.set([user({ signals: [{ ...deploy, kind: 'other' }] })]);
    await rests();
    assert.deepEqual(book.signalsOf('s1'), []);
  });

  it('stay when a window offers further rules, and return with a window that reconnects', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    await follow();
    const own = user({ signals: [deploy] });
    const rules = { signals: [{ ...deploy, kind: 'theirs' }], labels: [] };
    const theirs = { origin: 'workspace', folders: ['/home/dev'], rules };
    const kinds = (): readonly string[] => book.signalsOf('s1').map(({ kind }) => kind);
    book.set([own, theirs]);
    await rests();
    assert.deepEqual(kinds(), ['deploy', 'theirs']);
    book.set([own]);
    await rests();
    assert.deepEqual(kinds(), ['deploy']);
    const { size } = fs.statSync(file.file);
    await file.write(...call('t2', 'fly deploy', 'https://b.fly.dev'));
    await follow();
    await rests();
    // The beginning is not read again.
    const descriptor = fs.openSync(file.file, 'r+');
    fs.writeSync(descriptor, Buffer.alloc(size, 0x20));
    fs.closeSync(descriptor);
    book.set([own, theirs]);
    await rests();
    assert.deepEqual(kinds(), ['deploy', 'theirs', 'deploy', 'theirs']);
  });

  it('of former rules stay until the present rules have matched the complete session', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    await follow();
    const kinds = (): readonly string[] => book.signalsOf('s1').map(({ kind }) => kind);
    book.set([user({ signals: [deploy] })]);
    await rests();
    book.set([user({ signals: [{ ...deploy, kind: 'ship' }] })]);
    assert.deepEqual(kinds(), ['deploy']);
    await rests();
    assert.deepEqual(kinds(), ['ship']);
    book.set([user({ signals: [{ ...deploy, command: 'never' }] })]);
    assert.deepEqual(kinds(), ['ship']);
    await rests();
    assert.deepEqual(kinds(), []);
  });

  it('are stored for at most eight rule sets', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    await follow();
    for (let index = 0; index < 12; index += 1) {
      book.set([user({ signals: [{ ...deploy, kind: `k${index}` }] })]);
      await rests();
    }
    assert.equal((reading.matches.kept(file.file) as readonly unknown[]).length, 8);
    assert.equal(book.signalsOf('s1')[0]?.kind, 'k11');
  });

  it('of a workspace’s rules are found only in sessions of its folders', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    await follow();
    const rules = { signals: [deploy], labels: [] };
    book.set([{ origin: 'workspace', folders: ['/home/dev/other'], rules }]);
    await rests();
    assert.deepEqual(book.signalsOf('s1'), []);
    book.set([{ origin: 'workspace', folders: ['/home/dev'], rules }]);
    await rests();
    assert.equal(book.signalsOf('s1').length, 1);
  });

  it('are deleted with a session that left the board', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    await follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    book.delete('s1');
    assert.deepEqual([book.signalsOf('s1'), reading.matches.subjectsOf('s1')], [[], []]);
  });
});
