import assert from 'node:assert/strict';
import { cardCollisions } from '../../../../src/extension/hub/collisions/card';
import { Collisions } from '../../../../src/extension/hub/collisions/collisions';
import type { WorkLoss } from '../../../../src/extension/hub/collisions/keptCollisions';
import type { TreeCollision } from '../../../../src/extension/hub/collisions/levels';
import type { HeadMove } from '../../../../src/extension/hub/collisions/reflog';
import { noChanges, addEdit } from '../../../../src/extension/hub/domain/facts/changes';
import {
  createSessionFacts,
  type SessionFacts,
} from '../../../../src/extension/hub/domain/facts/session';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import type { CardCollisions } from '../../../../src/shared/protocol/work/collisions';
import { aSession, type SessionOverrides } from '../../../support/sessionBuilder';

const noon = Date.parse('2026-03-02T12:00:00.000Z');

/** Cards of sessions, refreshed like the board does; work trees are simulated without a disk. */
class Cards {
  now = noon;
  /** The reflog of HEAD, the same for all trees. */
  moves: readonly HeadMove[] | undefined = undefined;
  taken: readonly WorkLoss[] = [];
  private readonly sessions = new Map<string, SessionOverrides>();
  private readonly facts = new Map<string, SessionFacts>();
  private readonly places = new Map<string, { readonly top: string; readonly folder: string }>();
  private readonly shown = new Map<string, CardCollisions | undefined>();
  private readonly touched = new Set<string>();
  private readonly collisions = new Collisions({
    placeOf: (id) => {
      const place = this.places.get(id);
      return place && Object.assign(place, { common: place.folder, worktree: undefined });
    },
    workTreeOf: () => Promise.resolve(undefined),
    realPath: (file) => Promise.resolve(file),
    moves: () => Promise.resolve(this.moves),
    ignored: { among: () => Promise.resolve(new Set()) },
    evidence: () => Promise.resolve(undefined),
    kept: {
      isQuiet: () => false,
      lossWithId: (id) => this.taken.find((one) => one.id === id),
      lossesOf: (id) => this.taken.filter(({ taker, owner }) => taker === id || owner === id),
      put: () => Promise.resolve(),
    },
    touch: (id) => this.touched.add(id),
    onDidTake: () => undefined,
    now: () => this.now,
    onError: (error) => assert.fail(String(error)),
  });

  async addSession(id: string, top = '/r'): Promise<void> {
    this.places.set(id, { top, folder: `${top}/.git` });
    if (!this.facts.has(id))
      this.facts.set(id, { ...createSessionFacts(id), transcript: emptyTranscript(`/p/${id}`) });
    await this.refresh(id);
  }

  async edits(id: string, file: string): Promise<void> {
    this.now += 60_000;
    await this.reads(id, ({ changes = noChanges }) => ({
      changes: addEdit(changes, file, { turn: 1, at: this.now }),
    }));
  }

  async commits(id: string): Promise<void> {
    this.now += 60_000;
    const commit = { kind: 'commit', at: this.now, turn: 1, ok: true, data: {} };
    await this.reads(id, () => ({ signals: [commit] }));
  }

  /** Changes fields of the session's card. */
  async changeCard(id: string, change: SessionOverrides): Promise<void> {
    this.sessions.set(id, { ...this.sessions.get(id), ...change });
    await this.refresh(id);
  }

  async isRunBy(id: string, pid: number): Promise<void> {
    const facts = this.facts.get(id) ?? createSessionFacts(id);
    this.facts.set(id, { ...facts, hook: { pid } as SessionFacts['hook'] });
    await this.refresh(id);
  }

  /** The number of others, then level, other side and files of each collision. */
  card(id: string): readonly unknown[] | undefined {
    const card = this.shown.get(id);
    return (
      card && [
        card.others,
        ...card.found.map(({ level, sessionId, files }) => [level, sessionId, ...files].join(' ')),
      ]
    );
  }

  dispose(): void {
    this.collisions.dispose();
  }

  private async reads(
    id: string,
    change: (
      before: Partial<NonNullable<SessionFacts['transcript']>>,
    ) => Partial<NonNullable<SessionFacts['transcript']>>,
  ): Promise<void> {
    const facts = this.facts.get(id) ?? createSessionFacts(id);
    const transcript = facts.transcript ?? emptyTranscript(`/p/${id}`);
    this.facts.set(id, { ...facts, transcript: { ...transcript, ...change(transcript) } });
    await this.refresh(id);
  }

  private async refresh(id: string): Promise<void> {
    this.touched.add(id);
    while (this.touched.size > 0) {
      for (const one of this.touched) this.show(one);
      this.touched.clear();
      await this.collisions.whenIdle();
    }
  }

  private show(id: string): void {
    const session = aSession({ sessionId: id, title: id, ...this.sessions.get(id) });
    const facts = this.facts.get(id) ?? createSessionFacts(id);
    this.shown.set(id, this.collisions.fieldsOf(session, facts).collisions);
  }
}

const endedState: SessionOverrides = { agentState: { group: 'delivered', state: 'session_ended' } };

describe('The card of a session in a shared work tree', () => {
  let cards: Cards;

  beforeEach(async () => {
    cards = new Cards();
    for (const id of ['a', 'b', 'c']) await cards.addSession(id);
    await cards.edits('a', '/r/x');
    await cards.edits('b', '/r/x');
  });
  afterEach(() => cards.dispose());

  const loss = (): void => {
    const sweeps = [{ act: 'stash', command: 'git stash' }];
    const files = [{ path: '/r/y', at: cards.now }];
    const common = { titles: {}, dismissed: false, told: true };
    const sides = { taker: 'a', owner: 'b' };
    cards.now += 1;
    cards.taken = [
      { kind: 'taken', id: 'loss', top: '/r', at: cards.now, ...sides, sweeps, files, ...common },
    ];
  };

  it('shows its collisions and the number of other sessions', () => {
    assert.deepEqual(cards.card('a'), [2, '1 b x']);
    assert.deepEqual(cards.card('b'), [2, '1 a x']);
    assert.deepEqual(cards.card('c'), [2]);
  });

  it('no longer shows a collision after another session has committed', async () => {
    cards.now += 60_000;
    cards.moves = [{ act: 'commit', at: cards.now }];
    await cards.edits('c', '/r/z');
    assert.deepEqual([cards.card('a'), cards.card('b')], [[2], [2]]);
  });

  it('does not show a collision again if the session that committed leaves a tree without reflog', async () => {
    await cards.commits('c');
    await cards.edits('a', '/r/z');
    assert.deepEqual(cards.card('a'), [2]);
    await cards.changeCard('c', endedState);
    await cards.edits('a', '/r/z');
    assert.deepEqual([cards.card('a'), cards.card('b')], [[1], [1]]);
  });

  it('no longer counts a session that runs in the same process', async () => {
    await cards.isRunBy('a', 1);
    await cards.isRunBy('b', 1);
    assert.deepEqual([cards.card('a'), cards.card('b'), cards.card('c')], [[1], [1], [2]]);
  });

  it('shows collisions of the same level and time in a stable order', () => {
    const found = ['x', 'y', 'z'].map((id): TreeCollision => ({
      id,
      level: 1,
      top: '/r',
      sessions: ['a', id],
      paths: ['/r/x'],
      at: noon,
      proof: [],
    }));
    const card = { sessionId: 'a', others: 3, titleOf: () => '' };
    const [one, other] = [found, found.toReversed()].map((all) =>
      cardCollisions({ ...card, found: all }),
    );
    assert.deepEqual(one, other);
  });

  it('shows the path of a request in the session’s present work tree', async () => {
    await cards.addSession('c', '/other');
    const pendingRequest = {
      requestId: 'r1',
      toolName: 'Write',
      toolInput: { file_path: 'x' },
      requestedAt: new Date(cards.now).toISOString(),
      suggestions: [],
      whole: true,
    };
    const started = { startedAt: new Date(noon).toISOString() };
    await cards.changeCard('c', { ...started, pendingRequest, projectPath: '/other' });
    assert.deepEqual(cards.card('c'), undefined);
    await cards.changeCard('c', { projectPath: '/r' });
    await cards.addSession('c', '/r');
    assert.deepEqual(cards.card('c')?.toSorted(), [2, '2 a x', '2 b x']);
    await cards.edits('b', '/r/y');
    const next = { ...pendingRequest, requestId: 'r2', toolInput: { file_path: 'y' } };
    await cards.changeCard('c', { pendingRequest: next });
    assert.deepEqual(cards.card('c'), [2, '2 b y']);
  });

  it('no longer shows a loss that it caused once the owner’s session has ended', async () => {
    loss();
    await cards.addSession('b', '/other');
    assert.deepEqual(cards.card('a'), [1, '3 b y']);
    await cards.changeCard('b', endedState);
    assert.deepEqual(cards.card('a'), [1]);
  });

  it('no longer shows a loss that it caused once the owner has changed the file again', async () => {
    loss();
    await cards.edits('c', '/r/y');
    await cards.edits('b', '/r/y');
    assert.equal(cards.card('a')?.includes('3 b y'), false);
  });
});
