import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { AppliedSet } from '../../../src/extension/hub/rules/offeredRules';
import { RuleBook } from '../../../src/extension/hub/rules/ruleBook';
import { silentLog } from '../../../src/extension/util/log';
import type { RuleSet } from '../../../src/shared/protocol/layers/rules';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const scriptOf = (): string => path.join(threadScripts(), 'rules.js');
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

describe('The thread of the label rules', function () {
  this.timeout(60_000);
  let home: string;
  let book: RuleBook;
  let file: TranscriptFile;

  const open = (its = scriptOf()): void => {
    book = new RuleBook({
      script: its,
      log: silentLog,
      projectOf: () => '/home/dev/shop',
      home: '/home/dev',
    });
  };
  const follow = (): void => book.thread.read({ path: file.file, sessionId: 's1' });
  const rests = (): Promise<unknown> =>
    until(
      () => book.thread.isAtRest,
      (rested) => assert.ok(rested),
    );
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
    await book.close();
    await removeHome(home);
  });

  it('is not there while no rule looks for signals', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://shop.fly.dev'));
    follow();
    assert.equal(book.thread.isRunning, false);
    book.set([user({ labels: [{ name: 'a', label: 'A' }] })]);
    assert.equal(book.thread.isRunning, false);
    book.set([user({ signals: [deploy] })]);
    assert.equal(book.thread.isRunning, true);
    book.set([]);
    assert.equal(book.thread.isRunning, false);
  });

  it('finds signals in all of the past, with captures and turns, and then in what is appended', async () => {
    await file.write(
      file.prompt('Ship it'),
      ...call('t1', 'fly deploy --now', 'v1 is at https://a.fly.dev\nbye'),
      file.answer('Done', 'm1'),
      file.prompt('Again'),
      ...call('t2', 'ls', 'https://b.fly.dev'),
    );
    follow();
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
    follow();
    await rests();
    const second = book.signalsOf('s1').at(-1);
    assert.deepEqual([second?.turn, second?.data['url']], [2, 'https://c.fly.dev']);
    assert.deepEqual(changed, ['s1']);
  });

  it('counts turns as the facts do: commands, notifications and queued prompts begin none', async () => {
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
    follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    assert.equal(book.signalsOf('s1')[0]?.turn, 1);
  });

  it('reads subagents, whose signals are of the turn in which they came', async () => {
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
    book.thread.read({ path: agent.file, sessionId: 's1', agentId: 'a' });
    follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    const [found] = book.signalsOf('s1');
    assert.deepEqual([found?.turn, found?.data['url']], [2, 'https://z.fly.dev']);
  });

  it('looks at tools by name, at their input as JSON, and at how they ended', async () => {
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
    follow();
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

  it('keeps the last 32 signals of a flood', async () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      call(`t${index}`, 'fly deploy', `https://${index}.fly.dev`),
    );
    await file.write(file.prompt('Go'), ...many.flat());
    follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    const found = book.signalsOf('s1');
    assert.deepEqual(
      [found.length, found[0]?.data['url'], found.at(-1)?.data['url']],
      [32, 'https://68.fly.dev', 'https://99.fly.dev'],
    );
  });

  it('starts over where a transcript is replaced', async () => {
    await file.write(file.prompt('Go'), ...call('t1', 'fly deploy', 'https://a.fly.dev'));
    follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    assert.equal(book.signalsOf('s1').length, 1);
    fs.writeFileSync(file.file, '');
    await file.write(file.prompt('Fresh'));
    follow();
    await until(
      () => book.signalsOf('s1'),
      (signals) => assert.deepEqual(signals, []),
    );
  });

  it('matches an expression quickly that would take another engine minutes', async () => {
    const evil = { name: 'evil', kind: 'evil', output: '(a+)+$' };
    const long = `${'a'.repeat(20_000)}!`;
    await file.write(...call('t1', 'x', long), ...call('t2', 'x', 'aaa'));
    follow();
    book.set([user({ signals: [evil] })]);
    await rests();
    assert.deepEqual(
      book.signalsOf('s1').map(({ kind }) => kind),
      ['evil'],
    );
  });

  it('is left off where it ends again and again', async () => {
    const broken = path.join(home, 'broken.js');
    fs.writeFileSync(broken, `throw new Error('out of luck');`);
    await book.close();
    open(broken);
    book.set([user({ signals: [deploy] })]);
    await until(
      () => book.thread.isRunning,
      (isRunning) => assert.equal(isRunning, false),
    );
    await assert.rejects(book.thread.test([]), /No rule runs/);
  });

  it('finds rules of a workspace only in sessions of its folders', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    follow();
    const rules = { signals: [deploy], labels: [] };
    book.set([{ origin: 'workspace', folders: ['/home/dev/other'], rules }]);
    await rests();
    assert.deepEqual(book.signalsOf('s1'), []);
    book.set([{ origin: 'workspace', folders: ['/home/dev'], rules }]);
    await rests();
    assert.equal(book.signalsOf('s1').length, 1);
  });

  it('forgets a session that is of the past', async () => {
    await file.write(...call('t1', 'fly deploy', 'https://a.fly.dev'));
    follow();
    book.set([user({ signals: [deploy] })]);
    await rests();
    book.forget('s1');
    assert.deepEqual([book.signalsOf('s1'), book.thread.filesOf('s1')], [[], []]);
  });
});
