import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { SignalFact } from '../../src/extension/hub/domain/facts/signals';
import type { SubagentFileFacts } from '../../src/extension/hub/domain/facts/session';
import { sessionTouches, type Touch } from '../../src/extension/hub/domain/facts/touches';
import type { FoldSubject, TranscriptFold } from '../../src/extension/transcript/fold/fold';
import { RealPaths } from '../../src/extension/util/files/realPaths';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { agent, bash, say, tool, type Reply } from '../support/claude/reply';
import { script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { folded } from '../support/transcript/foldedTranscript';
import { until } from '../support/until';

const author = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@localhost',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@localhost',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
const cell = { cell_type: 'code', id: 'c1', metadata: {}, outputs: [], source: 'x = 1' };
const notebook = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });

/** Commands that remove uncommitted work, each with the reported sweep. */
const sweeps: readonly (readonly [command: string, told: string])[] = [
  ['echo 1 >> hello.txt; git checkout -- hello.txt', 'checkout true . hello.txt'],
  ['echo 2 >> hello.txt; git checkout hello.txt', 'checkout true . hello.txt'],
  ['echo 3 >> hello.txt && git restore hello.txt', 'restore true . hello.txt'],
  ['git switch other', 'switch true . (other)'],
  ['git checkout main', 'switch true . (main)'],
  ['git checkout -q -b topic && git switch -q -', 'switch true . (topic), switch true .'],
  ['echo 4 >> hello.txt; git stash', 'stash true .'],
  ['git stash drop -q; echo 5 >> hello.txt; cd src && git reset --hard', 'reset true src'],
  ['cd .. && touch src/new && git clean -fd src', 'clean true . src'],
  ['git -C src checkout HEAD~0 -- .', 'checkout true src .'],
  ['git switch nowhere', 'switch false . (nowhere)'],
  ['git stash; git clean -nd; git restore --staged .', ''],
];

describe('What the real client changed', function () {
  this.timeout(240_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let session: ClientSession;

  before('work', async () => {
    home = await IsolatedHome.create({
      settings: {
        permissions: { allow: ['Bash', 'Read', 'Edit', 'Write', 'NotebookEdit'] },
        bashEditDiffEnabled: true,
      },
      env: author,
    });
    const git = (...args: readonly string[]): unknown =>
      execFileSync('git', args, { cwd: home.project, env: { ...process.env, ...author } });
    fs.mkdirSync(at('src'));
    fs.symlinkSync('src', at('linked'));
    fs.writeFileSync(at('n.ipynb'), notebook);
    fs.writeFileSync(at('src', 'keep.txt'), 'keep\n');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Second');
    git('branch', 'other');
    const behind = 'sleep 1; echo 6 >> hello.txt; git stash; git stash drop -q';
    const turn = (name: string, ...replies: readonly Reply[]) =>
      script(name, [...replies, say('Done.')]);
    api = await ScriptedApi.start(
      turn(
        'edits',
        tool('Write', { file_path: at('src', 'a.ts'), content: 'a\n' }),
        tool('Write', { file_path: at('linked', 'b.ts'), content: 'b\n' }),
        tool('Edit', { file_path: at('src', 'a.ts'), old_string: 'a', new_string: 'A' }),
        tool('Edit', { file_path: at('hello.txt'), old_string: 'nowhere', new_string: '' }),
        tool('Read', { file_path: at('n.ipynb') }),
        tool('NotebookEdit', { notebook_path: at('n.ipynb'), cell_id: 'c1', new_source: 'x = 2' }),
      ),
      turn('shell', bash('echo c > made.txt && rm linked/b.ts'), bash('ls')),
      script('subagent', [
        agent({ prompt: '[[child]] go', subagent_type: 'general-purpose' }),
        say('Launched.'),
        say('It is back.'),
      ]),
      turn('child', tool('Write', { file_path: at('src', 'child.ts'), content: 'c\n' })),
      turn('commit', bash('git add -A && git commit -qm Third')),
      turn('sweeps', ...sweeps.map(([command]) => bash(command))),
      script('behind', [bash(behind, { run_in_background: true }), say('Begun.'), say('Over.')]),
    );
    session = await startClient({ api, home });
    for (const name of ['edits', 'shell', 'subagent', 'commit', 'sweeps', 'behind']) {
      await session.turn(`[[${name}]] go`, 90_000);
      if (name === 'subagent' || name === 'behind')
        await until(
          () => api.turns(name).length,
          (count) => assert.equal(count, 3),
        );
      await session.waitFor('prompt');
    }
    await until(
      () => signals().filter(({ turn }) => turn === 6).length,
      (count) => assert.equal(count, 1),
    );
  });
  after(async () => {
    await session?.dispose();
    await home?.dispose();
    await api?.close();
  });

  const at = (...parts: readonly string[]): string => path.join(home.project, ...parts);
  /** The transcripts, the session's own first. */
  function subjects(): readonly FoldSubject[] {
    const projects = path.join(home.configHome, 'projects');
    return fs
      .readdirSync(projects, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => {
        const agentId = /agent-([^/]+)\.jsonl$/.exec(name)?.[1];
        return { path: path.join(projects, name), sessionId: 's', agentId };
      })
      .sort((a, b) => Number(a.agentId !== undefined) - Number(b.agentId !== undefined));
  }
  function touches(read: (of: FoldSubject) => TranscriptFold): readonly Touch[] {
    const readings = subjects().map((of) => ({ of, ...read(of) }));
    const subagentFiles = new Map(
      readings.flatMap(({ of: { agentId, path: file }, agent: known }) =>
        agentId === undefined || known === undefined
          ? []
          : [[agentId, { ...known, agentId, path: file } as SubagentFileFacts]],
      ),
    );
    return sessionTouches({ transcript: readings[0]?.facts, subagentFiles });
  }
  const signals = (): readonly SignalFact[] => {
    const [own] = subjects();
    assert.ok(own);
    return (folded(own).facts?.signals ?? []).filter(({ kind }) => kind === 'sweep');
  };

  it('are files by every tool that edits, by a shell and by a subagent, in their turns', () => {
    const all = touches(folded);
    const rows = all
      .filter(({ turn, agentId }) => turn < 4 || agentId !== undefined)
      .map(({ path: file, turn, agentId, since }) => [
        path.relative(home.project, file),
        // A subagent's change belongs to the current turn or the one before it.
        agentId === undefined ? turn : turn < 6,
        agentId !== undefined,
        since !== undefined,
      ]);
    assert.deepEqual(rows.slice(0, 2), [
      [path.join('linked', 'b.ts'), 1, false, false],
      [path.join('src', 'a.ts'), 1, false, false],
    ]);
    assert.deepEqual(
      rows.slice(2).toSorted(([one], [other]) => String(one).localeCompare(String(other))),
      [
        ['made.txt', 2, false, true],
        ['n.ipynb', 1, false, false],
        [path.join('src', 'b.ts'), 2, false, true],
        [path.join('src', 'child.ts'), true, true, false],
      ],
    );
    for (const [index, one] of all.entries()) {
      assert.ok(one.at >= (all[index - 1]?.at ?? 1) && (one.since ?? 0) <= one.at, one.path);
    }
  });

  it('are one file, whichever way it was named', async () => {
    const paths = new RealPaths();
    assert.equal(await paths.findRealPath(at('linked', 'b.ts')), at('src', 'b.ts'));
  });

  it('was swept away by these commands, in that folder', () => {
    const folder = (text: unknown) => path.relative(home.project, String(text)) || '.';
    const found = signals()
      .filter(({ turn }) => turn === 5)
      .map(({ ok, at: time, data }) => {
        const { act, paths, branch, since } = data;
        assert.ok(Number(since) <= time);
        const parts = [act, ok, folder(data['folder']), paths, branch && `(${branch})`];
        return parts.filter((one) => one !== undefined).join(' ');
      });
    const expected = sweeps.flatMap(([, one]) => (one === '' ? [] : one.split(', ')));
    assert.deepEqual(found, expected);
  });

  it('was swept away in the background, between its call and its end', () => {
    const stash = signals().find(({ turn }) => turn === 6);
    assert.deepEqual([stash?.data['act'], stash?.data['folder']], ['stash', home.project]);
    assert.ok(Number(stash?.data['since']) + 1_000 <= Number(stash?.at));
  });
});
