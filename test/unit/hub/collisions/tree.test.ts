import assert from 'node:assert/strict';
import type { PendingChange } from '../../../../src/extension/hub/collisions/levels';
import { collisionsIn } from '../../../../src/extension/hub/collisions/meetings';
import { filesAfter, noFiles } from '../../../../src/extension/hub/collisions/sessionFiles';
import { needsLossCheck, type Sweep } from '../../../../src/extension/hub/collisions/sweeps';
import {
  treesAfter,
  treeWith,
  type TreeFact,
  type Trees,
} from '../../../../src/extension/hub/collisions/tree';
import {
  noChanges,
  addEdit,
  type FileChanges,
} from '../../../../src/extension/hub/domain/facts/changes';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';

const minute = 60_000;
const noon = Date.parse('2026-03-02T12:00:00.000Z');

/**
 * Facts of work trees, applied step by step. Files are named relative to `/r`, times are in
 * minutes.
 */
class Story {
  trees: Trees = new Map();
  now = 0;
  private readonly changes = new Map<string, FileChanges>();
  private readonly asking = new Map<string, PendingChange>();
  private readonly clients = new Map<string, readonly string[]>();

  enter(sessionId: string, top: string | undefined = '/r'): this {
    const place = { top, folder: `${top}/.git` };
    return this.apply({ type: 'placed', sessionId, place }).works(sessionId);
  }

  leaves(sessionId: string): this {
    return this.apply({ type: 'placed', sessionId, place: undefined });
  }

  edits(sessionId: string, file: string, at: number, since?: number): this {
    const moment = {
      turn: 1,
      at: noon + at * minute,
      since: since === undefined ? since : noon + since * minute,
    };
    const changes = this.changes.get(sessionId) ?? noChanges;
    this.changes.set(sessionId, addEdit(changes, `/r/${file}`, moment));
    return this.works(sessionId);
  }

  forgetsFiles(sessionId: string): this {
    this.changes.delete(sessionId);
    return this.works(sessionId);
  }

  asks(sessionId: string, file: string, at: number): this {
    const request = { requestId: `${file}-${at}`, agentId: undefined, path: `/r/${file}` };
    this.asking.set(sessionId, { sessionId, ...request, at: noon + at * minute, startedAt: noon });
    return this.works(sessionId);
  }

  isAnswered(sessionId: string): this {
    this.asking.delete(sessionId);
    return this.works(sessionId);
  }

  isRunBy(sessionId: string, client: string): this {
    this.clients.set(sessionId, [client]);
    return this.works(sessionId);
  }

  commits(at: number): this {
    return this.apply({ type: 'committed', top: '/r', at: noon + at * minute });
  }

  sweeps(sessionId: string, command: string, at: number): this {
    const time = noon + at * minute;
    const how = { act: 'stash', folder: '/r', paths: undefined, branch: undefined } as const;
    const sweep: Sweep = { sessionId, command, ...how, since: time, at: time };
    this.now = Math.max(this.now, time);
    return this.apply({ type: 'swept', top: '/r', sweep: { ...sweep, realFolder: '/r' } });
  }

  /** Reports the unchanged work again. */
  works(sessionId: string): this {
    const transcript = {
      ...emptyTranscript('/s'),
      changes: this.changes.get(sessionId) ?? noChanges,
    };
    const reals = new Map(transcript.changes.files.slice(0).map(([path]) => [path, path]));
    const files = filesAfter(noFiles(sessionId), { transcript, subagentFiles: new Map() }, reals);
    const session = {
      sessionId,
      clients: this.clients.get(sessionId) ?? [],
      asking: this.asking.get(sessionId),
      files,
      sweeps: [],
      committedAt: 0,
    };
    return this.apply({ type: 'worked', session });
  }

  apply(fact: TreeFact): this {
    this.trees = treesAfter(this.trees, fact, this.now);
    return this;
  }

  /** Level, sessions and files of all collisions. */
  meetings(isQuiet = () => false, ignored?: ReadonlySet<string>): readonly string[] {
    return [...this.trees.values()]
      .flatMap((tree) => collisionsIn(tree, isQuiet, ignored))
      .map(({ level, sessions, paths }) => {
        const names = paths.map((path) => path.slice('/r/'.length));
        return `${level} ${sessions.join('+')} ${names.join()}`;
      })
      .toSorted();
  }
}

/** Both sessions are in one tree, and `a` has changed `x`. */
const two = (): Story => new Story().enter('a').enter('b').edits('a', 'x', 1);

describe('Sessions of a work tree collide', () => {
  const stories: readonly [string, Story, readonly string[]][] = [
    ['nowhere if they changed different files', two().edits('b', 'y', 2), []],
    ['in the file that both changed', two().edits('b', 'x', 2), ['1 a+b x']],
    [
      'in all such files, the newest first',
      two().edits('b', 'x', 2).edits('a', 'y', 3).edits('b', 'y', 4),
      ['1 a+b y,x'],
    ],
    [
      'in pairs',
      two().edits('b', 'x', 2).enter('c').edits('c', 'x', 3),
      ['1 a+b x', '1 a+c x', '1 b+c x'],
    ],
    ['no longer after a commit', two().edits('b', 'x', 2).commits(3), []],
    [
      'not after a commit if only one of them changed the file again',
      two().edits('b', 'x', 2).commits(3).edits('a', 'x', 4),
      [],
    ],
    [
      'again when both changed the file after a commit',
      two().edits('b', 'x', 2).commits(3).edits('a', 'x', 4).edits('b', 'x', 5),
      ['1 a+b x'],
    ],
    [
      'no longer if half an hour lies between the changes',
      two().edits('b', 'x', 2).edits('b', 'x', 32),
      [],
    ],
    [
      'not if a shell command ran while the other one changed the file',
      two().edits('b', 'x', 2, 0),
      [],
    ],
    ['no longer once the facts dropped a change', two().edits('b', 'x', 2).forgetsFiles('b'), []],
    ['no longer once one of them left', two().edits('b', 'x', 2).leaves('b'), []],
    [
      'again when one of them came back',
      two().edits('b', 'x', 2).leaves('b').enter('b'),
      ['1 a+b x'],
    ],
    ['not across work trees', two().edits('b', 'x', 2).enter('b', '/other'), []],
    [
      'in files that they changed before they entered the tree',
      new Story().enter('a').edits('a', 'x', 1).enter('b', '/other').edits('b', 'x', 2).enter('b'),
      ['1 a+b x'],
    ],
    ['in the file that one asks to change', two().asks('b', 'x', 2), ['2 b+a x']],
    ['no longer once the request was answered', two().asks('b', 'x', 2).isAnswered('b'), []],
    [
      'not in a request for a file that the asking session changed last',
      two().edits('b', 'x', 2).commits(2).asks('b', 'x', 3),
      [],
    ],
    [
      'in a request and in the file that both changed',
      two().edits('b', 'x', 2).edits('a', 'x', 3).asks('b', 'x', 4),
      ['1 a+b x', '2 b+a x'],
    ],
    [
      'in a file that is changed while one asks',
      two().asks('b', 'y', 2).edits('a', 'y', 3),
      ['2 b+a y'],
    ],
    [
      'never if one process ran both',
      two().edits('b', 'x', 2).isRunBy('a', '1/p').isRunBy('b', '1/p'),
      [],
    ],
  ];
  for (const [how, story, expected] of stories) {
    it(how, () => assert.deepEqual(story.meetings(), expected));
  }

  it('neither in ignored files nor if a person allowed them to share the tree', () => {
    const story = two().edits('b', 'x', 2).edits('b', 'y', 3).asks('a', 'y', 4);
    assert.deepEqual(story.meetings(), ['1 a+b x', '2 a+b y']);
    assert.deepEqual(story.meetings(undefined, new Set(['/r/x'])), ['2 a+b y']);
    assert.deepEqual(story.meetings(undefined, new Set(['/r/y'])), ['1 a+b x']);
    assert.deepEqual(
      story.meetings(() => true),
      [],
    );
  });
});

describe('The fold of work trees', () => {
  /** Random steps of four sessions, the same for the same seed. */
  const random = (seed: number, story: Story): void => {
    let state = seed;
    const int = (n: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    for (let step = 1; step <= 60; step += 1) {
      const id = ['a', 'b', 'c', 'd'][int(4)] ?? 'a';
      const file = `f${int(5)}`;
      const what = int(12);
      if (what < 2) story.enter(id, int(4) === 0 ? '/other' : '/r');
      else if (what === 2) story.leaves(id);
      else if (what === 3) story.asks(id, file, step);
      else if (what === 4) story.isAnswered(id);
      else if (what === 5) story.forgetsFiles(id);
      else if (what === 6) story.isRunBy(id, `${int(3)}/p`);
      else if (what === 7 && int(3) === 0) story.commits(step);
      else story.edits(id, file, step);
    }
  };

  it('finds the same collisions from all facts as from only the last ones', () => {
    let found = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      const story = new Story();
      random(seed, story);
      const meetings = story.meetings();
      found += meetings.length;
      const at = story.trees.get('/r')?.committedAt ?? 0;
      const present = [...story.trees.values()].flatMap(({ top, sessions }) =>
        [...sessions.keys()].map((sessionId) => [sessionId, top] as const),
      );
      for (const [sessionId] of present) story.leaves(sessionId);
      assert.equal(story.trees.size, 0);
      for (const [sessionId, top] of present.toReversed()) story.enter(sessionId, top);
      story.apply({ type: 'committed', top: '/r', at });
      assert.deepEqual(story.meetings(), meetings, `seed ${seed}`);
    }
    assert.ok(found > 50, `${found} meetings`);
  });

  it('returns the same object if a fact changes nothing', () => {
    const story = two().edits('b', 'x', 2).commits(1).sweeps('a', 'git stash', 3);
    const { trees } = story;
    story.commits(1).sweeps('a', 'git stash', 3).enter('stranger').leaves('stranger');
    story.apply({ type: 'committed', top: '/unknown', at: 1 });
    assert.equal(story.trees.get('/r')?.contested, trees.get('/r')?.contested);
    const before = story.trees;
    story.commits(1).sweeps('a', 'git stash', 3).leaves('stranger');
    assert.equal(story.trees, before);
  });

  it('deletes a tree without sessions', () => {
    const story = two().commits(9).leaves('a').leaves('b');
    assert.equal(story.trees.size, 0);
    assert.equal(treeWith(story.enter('a').trees, 'a')?.committedAt, 0);
  });

  it('merges the sweeps of one command, and drops old ones when a new one arrives', () => {
    const story = two().sweeps('a', 'git stash', 3).sweeps('a', 'git clean', 3);
    const commands = (): unknown =>
      story.trees
        .get('/r')
        ?.sweeps.map(({ taker, sweeps }) => [taker, ...sweeps.map(({ command }) => command)]);
    story.sweeps('b', 'git stash', 4);
    assert.deepEqual(commands(), [
      ['a', 'git stash', 'git clean'],
      ['b', 'git stash'],
    ]);
    story.sweeps('b', 'git reset', 12 * 60 + 4).sweeps('b', 'git clean', 3);
    assert.deepEqual(commands(), [
      ['b', 'git stash'],
      ['b', 'git reset'],
    ]);
  });

  it('requires one check for losses per sweep, and further ones within a minute', () => {
    const story = two().sweeps('a', 'git stash', 3);
    const isDueAt = (sessionId: string, at: number): boolean[] =>
      (story.trees.get('/r')?.sweeps ?? []).map((one) =>
        needsLossCheck(one, sessionId, noon + at * minute),
      );
    assert.deepEqual([isDueAt('a', 3), isDueAt('b', 90)], [[false], [true]]);
    const sweep = { taker: 'a', at: noon + 3 * minute };
    story.apply({ type: 'checked', top: '/r', sessionId: 'b', sweep });
    assert.deepEqual(
      [isDueAt('b', 4), isDueAt('b', 5), isDueAt('c', 5)],
      [[true], [false], [true]],
    );
  });
});
