import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Marks } from '../../../src/extension/hub/store/marks';
import { savedResult, type SavedResult } from '../../../src/extension/util/files/savedResult';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { MarkTarget } from '../../../src/shared/protocol/marks';
import { aSession } from '../../support/sessionBuilder';

const a: MarkTarget = { scope: 'session', sessionId: 'a' };
const work: MarkTarget = { scope: 'project', path: '/work' };
const ofA = { sessionId: 'a', projectPath: '/work' };
const ofB = { sessionId: 'b', projectPath: '/work' };

describe('The marks', () => {
  let root: string;
  let errors: unknown[];
  let changedIds: (string | undefined)[];
  const open = (): Marks => {
    const marks = new Marks(new PrivateFolder(root), (error) => errors.push(error));
    marks.onDidChange((sessionId) => changedIds.push(sessionId));
    return marks;
  };

  const file = (): string => path.join(root, 'marks.json');
  const text = (): string => readFileSync(file(), 'utf8');
  const keep = (entries: readonly unknown[]): void =>
    writeFileSync(file(), JSON.stringify(entries));
  /**
   * Stored names of this many sessions, written directly, because each further call takes longer.
   */
  const named = (id: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      scope: 'session',
      sessionId: `${id}${at}`,
      title: 'x',
    }));

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-marks-'));
    [errors, changedIds] = [[], []];
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are stored over a restart: pins, names and tags', async () => {
    const marks = open();
    await marks.pin(a, true);
    await marks.rename('a', 'Mine');
    await marks.tag(a, { word: 'hot', color: 'red' }, true);
    await marks.pin(work, true);
    await marks.flush();
    const next = open();
    await next.load();
    assert.deepEqual(next.marksOf(ofA), {
      title: 'Mine',
      pinned: true,
      projectPinned: true,
      tags: [{ word: 'hot', color: 'red' }],
    });
    assert.deepEqual([...next.pinned], ['a']);
  });

  it('can be removed one by one until nothing is stored', async () => {
    const marks = open();
    await marks.pin(a, true);
    await marks.rename('a', 'Mine');
    await marks.tag(a, { word: 'hot', color: 'red' }, true);
    await marks.pin(a, false);
    await marks.rename('a', undefined);
    assert.deepEqual(marks.marksOf(ofA), { tags: [{ word: 'hot', color: 'red' }] });
    await marks.tag(a, { word: 'HOT', color: 'red' }, false);
    assert.deepEqual(marks.marksOf(ofA), {});
    await marks.flush();
    assert.equal(text(), '[]');
  });

  it('replace the title of the card, which keeps the original one', async () => {
    const marks = open();
    const [marked, plain] = ['a', 'b'].map((sessionId) => aSession({ sessionId, title: 'Go' }));
    assert.ok(marked && plain);
    await marks.rename('a', 'Mine');
    assert.deepEqual(marks.fieldsOf(marked), { title: 'Mine', originalTitle: 'Go' });
    assert.deepEqual(marks.fieldsOf(plain), {});
    await marks.flush();
  });

  it('of a project appear on all its sessions, after their own and without duplicates', async () => {
    const marks = open();
    await marks.tag(work, { word: 'team', color: 'blue' }, true);
    await marks.tag(work, { word: 'Hot', color: 'red' }, true);
    await marks.tag(a, { word: 'hot', color: 'red' }, true);
    assert.deepEqual(marks.marksOf(ofA).tags, [
      { word: 'hot', color: 'red' },
      { word: 'team', color: 'blue', project: true },
    ]);
    assert.deepEqual(
      marks.marksOf(ofB).tags?.map(({ word }) => word),
      ['team', 'Hot'],
    );
    assert.equal(marks.marksOf({ ...ofB, projectPath: '/other' }).tags, undefined);
  });

  it('with the same word have the colour that was chosen last', async () => {
    const marks = open();
    await marks.tag(a, { word: 'hot', color: 'red' }, true);
    changedIds.length = 0;
    await marks.tag({ scope: 'session', sessionId: 'b' }, { word: 'hot', color: 'pink' }, true);
    assert.deepEqual(marks.marksOf(ofA).tags, [{ word: 'hot', color: 'pink' }]);
    assert.deepEqual(changedIds, ['b', undefined]);
  });

  it('fire an event for a session, or for all sessions of a project', async () => {
    const marks = open();
    await marks.pin(a, true);
    await marks.pin(work, true);
    assert.deepEqual(changedIds, ['a', undefined]);
  });

  it('include at most eight tags; a ninth one is refused', async () => {
    const marks = open();
    const words = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    const taken = words.map((word) => marks.tag(a, { word, color: 'red' }, true));
    assert.deepEqual(await Promise.all(taken), [...Array<SavedResult>(8).fill(savedResult), false]);
    assert.equal(await marks.tag(a, { word: '8', color: 'blue' }, true), savedResult);
  });

  it('are at most five thousand; the least recently changed ones are dropped first', async () => {
    keep(named('s', 4_990));
    const marks = open();
    await marks.load();
    for (let count = 4_990; count < 5_000; count += 1) await marks.rename(`s${count}`, 'x');
    await marks.rename('s0', 'again');
    await marks.rename('last', 'x');
    const titleOf = (sessionId: string) => marks.marksOf({ sessionId, projectPath: '' }).title;
    assert.deepEqual(['s0', 's1', 's2', 'last'].map(titleOf), ['again', undefined, 'x', 'x']);
    await marks.flush();
    const stored: unknown = JSON.parse(text());
    assert.equal(Array.isArray(stored) && stored.length, 5_000);
  });

  it('of a person stay, however many others a client with the token alone sets', async () => {
    const token = { isByPerson: false };
    const first = open();
    await first.rename('mine', 'Mine');
    await first.rename('shared', 'Mine');
    await first.rename('shared', 'Forged', token);
    await first.rename('adopted', 'Forged', token);
    await first.rename('adopted', 'Mine');
    await first.flush();
    const forged = named('f', 4_990).map((one) => ({ ...one, byToken: true }));
    keep([...(JSON.parse(text()) as readonly unknown[]), ...forged]);
    const marks = open();
    await marks.load();
    for (let count = 4_990; count < 5_000; count += 1) await marks.rename(`f${count}`, 'x', token);
    await marks.flush();
    const next = open();
    await next.load();
    await next.rename('late', 'x', token);
    const titleOf = (sessionId: string) => next.marksOf({ sessionId, projectPath: '' }).title;
    assert.deepEqual(['mine', 'shared', 'adopted'].map(titleOf), ['Mine', 'Forged', 'Mine']);
    assert.deepEqual(['f0', 'f4999', 'late'].map(titleOf), [undefined, 'x', 'x']);
    await next.rename('late', undefined, token);
    await next.flush();
    const stored: unknown = JSON.parse(text());
    assert.equal(Array.isArray(stored) && stored.length, 4_999);
  });

  it('that are damaged are skipped, and the others stay', async () => {
    const stored = [
      { scope: 'session', sessionId: 'a', pinned: true },
      { scope: 'session', sessionId: 'b', tags: [{ word: 'x', color: 'beige' }] },
      { scope: 'session', sessionId: 'c', title: 'x'.repeat(81) },
      7,
    ];
    keep(stored);
    const marks = open();
    await marks.load();
    assert.deepEqual([...marks.pinned], ['a']);
    assert.deepEqual([marks.marksOf(ofB), errors.length], [{}, 1]);
  });

  it('can be searched by given name and tags', async () => {
    const marks = open();
    await marks.rename('a', 'Mine');
    await marks.tag(a, { word: 'hot', color: 'red' }, true);
    await marks.tag(work, { word: 'team', color: 'blue' }, true);
    assert.equal(marks.words.sessions.get('a'), 'Mine\nhot');
    assert.equal(marks.words.projects.get('/work'), 'team');
  });
});
