import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse } from 'jsonc-parser';
import type { SessionLabel, SessionView } from '../../../src/shared/api/missionControl';
import { RuleBook } from '../../../src/extension/hub/rules/ruleBook';
import { silentLog } from '../../../src/extension/util/log';
import { readRules } from '../../../src/extension/views/rules/readRules';
import { projectRoot } from '../../support/editor/paths';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile, type Line } from '../../support/hub/transcriptFile';
import { RuleReading } from '../../support/rules/ruleReading';

/** Examples of the documentation page, by their headings. */
const examples = new Map(
  readFileSync(path.join(projectRoot, 'docs/rules.md'), 'utf8')
    .split('\n### ')
    .slice(1)
    .map((part) => {
      const [, code = ''] = /```jsonc\n([^`]*)```/.exec(part) ?? [];
      return [part.slice(0, part.indexOf('\n')), parse(code) as unknown];
    }),
);

describe('The examples of docs/rules.md', function () {
  this.timeout(60_000);
  let home: string;
  let file: TranscriptFile;
  let book: RuleBook;
  let reading: RuleReading;
  let count = 0;

  beforeEach(async () => {
    home = await tempHome();
    file = TranscriptFile.of(home, 's1');
    reading = new RuleReading();
    book = new RuleBook({
      matches: reading.matches,
      log: silentLog,
      projectOf: () => '/home/dev/pipelines/sales',
      home: '/home/dev',
    });
  });
  afterEach(async () => {
    book.dispose();
    reading.matches.dispose();
    await removeHome(home);
  });

  const call = (name: string, input: object, output: string, isError = false): readonly Line[] => {
    const id = `t${(count += 1)}`;
    const block = { type: 'tool_result', tool_use_id: id, content: output, is_error: isError };
    return [
      file.call(name, input, id, id),
      file.result(id, output, { message: { role: 'user', content: [block] } }),
    ];
  };
  const bash = (command: string, output: string, isError = false): readonly Line[] =>
    call('Bash', { command }, output, isError);

  /** Label that the rules give after these lines, with all labels combined. */
  const saidAfter = async (
    turn: number,
    ...lines: readonly (Line | readonly Line[])[]
  ): Promise<SessionLabel> => {
    await file.write(...lines.flat());
    await reading.read(file.file);
    await reading.rests();
    const signals = book.signalsOf('s1').map(({ at, ok, ...signal }) => ({
      ...signal,
      at: new Date(at).toISOString(),
      ...(ok !== undefined && { ok }),
    }));
    const view: SessionView = {
      sessionId: 's1',
      title: '',
      projectPath: '/home/dev/pipelines/sales',
      projectName: 'sales',
      core: { group: 'needs_you', state: 'idle', since: '2026-03-02T10:00:00.000Z' },
      turn,
      signals,
      pullRequests: [],
    };
    const labels = book.labelsFor(view).map(({ label }) => label);
    const badges = labels.flatMap((label) => label.badges ?? []);
    return { ...labels.find(({ label }) => label !== undefined), badges };
  };
  const use = (heading: string): void => {
    const { rules, problems } = readRules(examples.get(heading));
    assert.deepEqual(problems, []);
    assert.ok(rules.signals.length > 0 && rules.labels.length > 0, heading);
    book.set([{ origin: 'user', rules }]);
  };

  it('are three', () => {
    assert.deepEqual([...examples.keys()], ['A deployment', 'A data pipeline', 'A book']);
  });

  it('label a deployment until the next turn', async () => {
    use('A deployment');
    const output = 'Visit your newly deployed app at https://shop.fly.dev/';
    assert.deepEqual(await saidAfter(1, file.prompt('Ship it'), bash('fly deploy', output)), {
      label: 'Deployed https://shop.fly.dev/',
      icon: 'rocket',
      tone: 'green',
      badges: [{ text: 'live', icon: 'globe', href: 'https://shop.fly.dev/' }],
    });
    const [saying] = book.labelsFor({
      sessionId: 's1',
      title: '',
      projectPath: '',
      projectName: '',
      core: { group: 'needs_you', state: 'idle', since: '' },
      turn: 1,
      signals: [
        {
          kind: 'deploy',
          turn: 1,
          ok: true,
          at: new Date(book.signalsOf('s1')[0]?.at ?? 0).toISOString(),
          data: {},
        },
      ],
      pullRequests: [],
    });
    assert.deepEqual(
      [saying?.layer, saying?.rule, saying?.because?.text],
      ['rules', 'Deployed', 'matched `fly deploy`'],
    );
    assert.deepEqual(await saidAfter(2, file.prompt('Thanks')), { badges: [] });
  });

  it('label a data pipeline by its newest run', async () => {
    use('A data pipeline');
    const red = 'Done. PASS=11 WARN=0 ERROR=2 SKIP=0 TOTAL=13';
    const result = await saidAfter(
      1,
      file.prompt('Run it'),
      bash('dbt build --select sales', red, true),
    );
    assert.deepEqual([result.label, result.tone, result.urgency], ['2 models failed', 'red', 1]);
    const green = 'Done. PASS=13 WARN=0 ERROR=0 SKIP=0 TOTAL=13';
    const then = await saidAfter(1, bash('dbt build', green));
    assert.deepEqual([then.label, then.tone, then.badges], ['13 models built', 'green', []]);
    const last = await saidAfter(
      1,
      call('mcp__warehouse__write', { table: 'sales.daily', rows: 3 }, 'ok'),
    );
    assert.deepEqual(
      [last.label, last.badges?.map(({ text }) => text)],
      ['13 models built', ['sales.daily']],
    );
  });

  it('label a book whose PDF is up to date until a chapter changes', async () => {
    use('A book');
    const chapter = { file_path: '/home/dev/book/chapters/07-the-storm.md', content: 'It rained.' };
    const draft = await saidAfter(1, file.prompt('Write'), call('Write', chapter, 'ok'));
    assert.equal(draft.label, 'Chapter 07: the-storm');
    const printed = await saidAfter(1, bash('pandoc chapters/*.md -o book.pdf', ''));
    assert.equal(printed.label, 'book.pdf is up to date');
    const again = await saidAfter(1, call('Edit', { file_path: '/x/chapters/08-calm.md' }, 'ok'));
    assert.equal(again.label, 'Chapter 08: calm');
  });
});
