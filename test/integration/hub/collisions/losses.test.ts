import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { Collisions } from '../../../../src/extension/hub/collisions/collisions';
import { filesAfterSweep } from '../../../../src/extension/hub/collisions/evidence';
import { IgnoredFiles } from '../../../../src/extension/hub/collisions/ignored';
import {
  KeptCollisions,
  type WorkLoss,
} from '../../../../src/extension/hub/collisions/keptCollisions';
import { headMoves } from '../../../../src/extension/hub/collisions/reflog';
import { addEdit } from '../../../../src/extension/hub/domain/facts/changes';
import {
  createSessionFacts,
  type SessionFacts,
} from '../../../../src/extension/hub/domain/facts/session';
import type { SignalFact } from '../../../../src/extension/hub/domain/facts/signals';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { findGit } from '../../../../src/extension/hub/repositories/runGit';
import { repositoryPlace } from '../../../../src/extension/util/files/gitPlace';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { RealPaths } from '../../../../src/extension/util/files/realPaths';
import type { Collision } from '../../../../src/shared/protocol/work/collisions';
import { GitRepository } from '../../../support/git/gitRepository';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { aSession } from '../../../support/sessionBuilder';
import { waitFixedTime } from '../../../support/waitFixedTime';

/** Two sessions in one repository: `owner` has uncommitted work, `taker` runs git. */
describe('Uncommitted work that another session’s git command removes', function () {
  this.timeout(120_000);
  let home: string;
  let repository: GitRepository;
  let kept: KeptCollisions;
  let collisions: Collisions;
  let reported: WorkLoss[];
  let facts: Map<string, SessionFacts>;
  let endedIds: Set<string>;

  beforeEach(async () => {
    home = await tempHome();
    repository = GitRepository.like('losses', (made) => {
      made.write('.gitignore', '*.log\n');
      made.commit('a.ts', 'one\n');
      made.commit('b.ts', 'one\n');
      made.git('branch', 'other');
    });
    const log = repository.file('.git/logs/HEAD');
    // Dates the commits ten seconds back.
    const text = fs.readFileSync(log, 'utf8');
    fs.writeFileSync(
      log,
      text.replaceAll(/> (\d+) /gu, (_, at: string) => `> ${Number(at) - 10} `),
    );
    kept = new KeptCollisions(new PrivateFolder(home), (error) => assert.fail(String(error)));
    open();
    facts = new Map();
    endedIds = new Set();
    for (const id of ['owner', 'taker'])
      facts.set(id, { ...createSessionFacts(id), transcript: emptyTranscript(`/p/${id}.jsonl`) });
    await show();
  });
  afterEach(async () => {
    collisions.dispose();
    repository.remove();
    await removeHome(home);
  });

  function open(): void {
    reported = [];
    const realPaths = new RealPaths();
    collisions = new Collisions({
      placeOf: () => ({
        top: repository.root,
        folder: repository.file('.git'),
        common: repository.file('.git'),
        worktree: undefined,
      }),
      touch: () => undefined,
      realPath: (file) => realPaths.findRealPath(file),
      ignored: new IgnoredFiles({ program: () => findGit(), now: Date.now }),
      moves: headMoves,
      kept,
      workTreeOf: repositoryPlace,
      evidence: async (top, paths) => filesAfterSweep(await findGit(), top, paths),
      onDidTake: (taken) => reported.push(taken),
      now: Date.now,
      onError: (error) => assert.fail(String(error)),
    });
  }

  const card = (id: string): Collision[] => {
    const session = aSession({
      sessionId: id,
      title: `The ${id}`,
      ...(endedIds.has(id) && { agentState: { group: 'delivered', state: 'session_ended' } }),
    });
    const known = facts.get(id);
    assert.ok(known);
    return (
      collisions.fieldsOf(session, known).collisions?.found.filter(({ level }) => level === 3) ?? []
    );
  };
  const show = async (): Promise<void> => {
    for (const id of facts.keys()) card(id);
    await collisions.whenIdle();
  };

  /** Changes a file like the client's Edit tool. */
  const edit = (id: string, name: string, text = 'mine\n'): void => {
    repository.write(name, text);
    const known = facts.get(id);
    assert.ok(known?.transcript);
    const changes = addEdit(known.transcript.changes, repository.file(name), {
      turn: 1,
      at: Date.now(),
    });
    facts.set(id, { ...known, transcript: { ...known.transcript, changes } });
  };

  /** Runs a git command, and reports it like the transcript. */
  const sweep = async (
    args: readonly string[],
    data: Record<string, string>,
    by = 'taker',
    meanwhile: () => void = () => undefined,
  ): Promise<void> => {
    await waitFixedTime(30);
    const since = Date.now();
    if (args.length > 0) repository.git(...args);
    meanwhile();
    reportSweep(by, since, data);
    await show();
  };
  const reportSweep = (by: string, since: number, data: Record<string, string>): void => {
    const signal: SignalFact = {
      kind: 'sweep',
      at: Date.now(),
      turn: 1,
      ok: true,
      data: { command: `git ${data['act'] ?? ''}`, folder: repository.root, since, ...data },
    };
    const known = facts.get(by);
    assert.ok(known?.transcript);
    const signals = [...known.transcript.signals, signal];
    facts.set(by, { ...known, transcript: { ...known.transcript, signals } });
  };

  const lost = (): unknown => card('owner').map(({ side, title, files }) => [side, title, files]);
  const all = [['lost', 'The taker', ['a.ts']]];

  for (const [name, args, data] of [
    ['checkout of the file', ['checkout', '--', 'a.ts'], { act: 'checkout', paths: 'a.ts' }],
    ['checkout of a folder', ['checkout', '--', '.'], { act: 'checkout', paths: '.' }],
    ['checkout by force', ['checkout', '-qf', 'main'], { act: 'switch', branch: 'main' }],
    ['restore', ['restore', 'a.ts'], { act: 'restore', paths: 'a.ts' }],
    [
      'restore of another commit',
      ['checkout', 'HEAD~1', '--', 'a.ts'],
      { act: 'checkout', paths: 'a.ts' },
    ],
    ['stash', ['stash'], { act: 'stash' }],
    ['reset --hard', ['reset', '-q', '--hard'], { act: 'reset' }],
    ['reset to a commit before', ['reset', '-q', '--hard', 'HEAD~1'], { act: 'reset' }],
  ] as const) {
    it(`is reported after ${name} on both cards, once`, async () => {
      edit('owner', 'a.ts');
      await show();
      await sweep(args, data);
      assert.deepEqual(lost(), all);
      const [took] = card('taker');
      assert.deepEqual(
        [took?.side, took?.title, took?.id],
        ['took', 'The owner', card('owner')[0]?.id],
      );
      assert.deepEqual(
        took?.proof.map(({ sessionId, act }) => [sessionId, act]),
        [
          ['owner', 'changed'],
          ['taker', data.act],
        ],
      );
      assert.equal(reported.length, 1);
      await show();
      assert.equal(reported.length, 1);
    });
  }

  it('is reported after git clean for untracked files only', async () => {
    edit('owner', 'a.ts');
    edit('owner', 'new/c.ts');
    await show();
    await sweep(['clean', '-fdq'], { act: 'clean' });
    assert.deepEqual(lost(), [['lost', 'The taker', ['new/c.ts']]]);
  });

  it('is reported after a stash of untracked files, for the files in the stash only', async () => {
    // The owner itself has removed this file.
    edit('owner', 'scratch.ts');
    fs.rmSync(repository.file('scratch.ts'));
    edit('taker', 'a.ts');
    await sweep(['stash'], { act: 'stash' });
    assert.deepEqual(card('owner'), []);
    edit('owner', 'c.ts');
    edit('owner', 'd.ts');
    repository.git('add', 'c.ts');
    await sweep(['stash'], { act: 'stash' });
    assert.deepEqual(card('owner')[0]?.files, ['c.ts']);
    await sweep(['stash', '-u'], { act: 'stash' });
    assert.deepEqual(card('owner')[0]?.files, ['d.ts']);
  });

  it('is reported if the branch was switched', async () => {
    edit('owner', 'a.ts');
    await show();
    await sweep(['switch', '-q', 'other'], { act: 'switch', branch: 'other' });
    assert.deepEqual(lost(), all);
    const act = card('owner')[0]?.proof.at(-1);
    assert.deepEqual([act?.branch, act?.carried], ['other', true]);
  });

  it('is not reported as carried to another branch if a part of it is lost', async () => {
    edit('owner', 'a.ts');
    edit('owner', 'c.ts');
    await show();
    await sweep(['checkout', '-qf', 'other'], { act: 'switch', branch: 'other' });
    assert.deepEqual(card('owner')[0]?.files.toSorted(), ['a.ts', 'c.ts']);
    assert.equal(card('owner')[0]?.proof.at(-1)?.carried, undefined);
  });

  it('is reported even if its change is read after the git command', async () => {
    edit('owner', 'a.ts');
    await sweep(['stash'], { act: 'stash' });
    assert.deepEqual(lost(), all);
  });

  it('is reported once for all parts of one command', async () => {
    edit('owner', 'a.ts');
    edit('owner', 'c.ts');
    await show();
    const since = Date.now();
    repository.git('checkout', '--', '.');
    repository.git('clean', '-fdq');
    const at = Date.now();
    const known = facts.get('taker');
    assert.ok(known?.transcript);
    const signals = ['checkout', 'clean'].map((act) => ({
      kind: 'sweep',
      at,
      turn: 1,
      data: { act, command: `git ${act}`, folder: repository.root, since },
    }));
    facts.set('taker', { ...known, transcript: { ...known.transcript, signals } });
    await show();
    assert.equal(card('owner').length, 1);
    assert.deepEqual(card('owner')[0]?.files.toSorted(), ['a.ts', 'c.ts']);
    assert.equal(reported.length, 1);
  });

  const none: [string, () => Promise<void>][] = [
    [
      'was committed before',
      async () => {
        edit('owner', 'a.ts');
        repository.git('commit', '-qam', 'Mine');
        await sweep(['reset', '-q', '--hard', 'HEAD~1'], { act: 'reset' });
      },
    ],
    [
      'was not touched by a sweep of other files',
      async () => {
        edit('owner', 'a.ts');
        repository.write('b.ts', 'other\n');
        await show();
        await sweep(['checkout', '--', 'b.ts'], { act: 'checkout', paths: 'b.ts' });
      },
    ],
    [
      'is restored before it is checked',
      async () => {
        edit('owner', 'a.ts');
        await sweep(['stash'], { act: 'stash' }, 'taker', () => repository.git('stash', 'pop'));
      },
    ],
    [
      'was kept because git refused',
      async () => {
        edit('owner', 'a.ts');
        await sweep([], { act: 'switch', branch: 'other' });
      },
    ],
    [
      'was removed by its own session',
      async () => {
        edit('owner', 'a.ts');
        await sweep(['checkout', '--', 'a.ts'], { act: 'checkout', paths: 'a.ts' }, 'owner');
      },
    ],
    [
      'may have been removed by either of two sessions',
      async () => {
        edit('owner', 'a.ts');
        await waitFixedTime(30);
        const since = Date.now();
        repository.git('checkout', '--', 'a.ts');
        reportSweep('owner', since, { act: 'checkout', paths: 'a.ts' });
        reportSweep('taker', since, { act: 'stash' });
        await show();
      },
    ],
    [
      'was deleted by its own session before',
      async () => {
        edit('owner', 'tmp/c.ts');
        fs.rmSync(repository.file('tmp/c.ts'));
        const old = new Date(Date.now() - 5_000);
        fs.utimesSync(repository.file('tmp'), old, old);
        await sweep(['stash', '-u'], { act: 'clean', paths: 'tmp/x' });
      },
    ],
    [
      'is in an ignored file',
      async () => {
        edit('owner', 'a.log');
        await sweep(['clean', '-fdxq'], { act: 'clean' });
      },
    ],
    [
      'is in another work tree',
      async () => {
        edit('owner', 'a.ts');
        repository.git('worktree', 'add', '-q', repository.file('w'), 'other');
        const folder = repository.file('w');
        await sweep(['-C', folder, 'reset', '-q', '--hard'], { act: 'reset', folder });
      },
    ],
    [
      'stays on its branch because the switch was reverted',
      async () => {
        edit('owner', 'a.ts');
        await sweep(['switch', '-q', 'other'], { act: 'switch', branch: 'other' }, 'taker', () =>
          repository.git('switch', '-q', 'main'),
        );
      },
    ],
  ];
  for (const [why, act] of none) {
    it(`is not reported if it ${why}`, async () => {
      await act();
      assert.deepEqual(lost(), []);
      assert.deepEqual(reported, []);
    });
  }

  it('is reported until its owner has changed all files again', async () => {
    edit('owner', 'a.ts');
    edit('owner', 'b.ts');
    await show();
    await sweep(['stash'], { act: 'stash' });
    assert.equal(card('owner')[0]?.fileCount, 2);
    await waitFixedTime(5);
    edit('owner', 'a.ts');
    await show();
    assert.deepEqual(card('owner')[0]?.files, ['b.ts']);
    assert.deepEqual(card('taker')[0]?.files, ['b.ts']);
    edit('owner', 'b.ts');
    await show();
    assert.deepEqual([card('owner'), card('taker')], [[], []]);
  });

  it('is reported after the session that removed it has ended, but not after its owner has', async () => {
    edit('owner', 'a.ts');
    await show();
    await sweep(['stash'], { act: 'stash' });
    endedIds.add('taker');
    await show();
    assert.deepEqual(lost(), all);
    endedIds.add('owner');
    await show();
    assert.deepEqual(lost(), []);
  });

  it('is reported by the next hub as well, without another notification', async () => {
    edit('owner', 'a.ts');
    await show();
    await sweep(['stash'], { act: 'stash' });
    await kept.flush();
    collisions.dispose();
    kept = new KeptCollisions(new PrivateFolder(home), (error) => assert.fail(String(error)));
    await kept.load();
    open();
    await show();
    await show();
    assert.deepEqual(lost(), all);
    assert.deepEqual(reported, []);
  });
});
