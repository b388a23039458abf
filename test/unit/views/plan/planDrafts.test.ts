import assert from 'node:assert/strict';
import { PlanDrafts, type PlanDraft } from '../../../../src/extension/views/plan/planDrafts';
import { withPlanChanges } from '../../../../src/extension/views/plan/withPlanChanges';

const draft = (path: string, values: Partial<PlanDraft> = {}): PlanDraft => ({
  path,
  sessionId: 'one',
  title: 'Paint',
  plan: '# A plan',
  text: '# A plan',
  comments: [],
  ...values,
});

/** An editor's workspace storage, which stores JSON. */
function aMemento(values: Record<string, string> = {}) {
  return {
    values,
    get: (key: string): unknown => {
      const stored = values[key];
      return stored === undefined ? undefined : JSON.parse(stored);
    },
    update: (key: string, value: unknown) => {
      if (value === undefined) delete values[key];
      else values[key] = JSON.stringify(value);
      return Promise.resolve();
    },
  };
}

describe('Drafts of plans', () => {
  it('are there again in the next window, and leave nothing when they are gone', () => {
    const memento = aMemento();
    const drafts = new PlanDrafts(memento);
    drafts.put(draft('/a'));
    drafts.update('/a', { text: '# Mine', comments: [{ start: 0, end: 1, texts: ['Why?'] }] });
    const again = new PlanDrafts(memento);
    assert.equal(again.of('one', '# A plan')?.text, '# Mine');
    assert.deepEqual(again.get('/a')?.comments, [{ start: 0, end: 1, texts: ['Why?'] }]);
    assert.equal(again.of('two', '# A plan'), undefined);
    again.delete('/a');
    assert.deepEqual(memento.values, {});
  });

  it('have in the next window what was not saved in the one before', () => {
    const memento = aMemento();
    const drafts = new PlanDrafts(memento);
    drafts.put(draft('/a'));
    drafts.update('/a', { unsaved: '# Mine' });
    assert.equal(drafts.get('/a')?.text, '# A plan');
    assert.deepEqual(new PlanDrafts(memento).get('/a'), draft('/a', { text: '# Mine' }));
    drafts.update('/a', { text: '# Saved', unsaved: undefined });
    assert.deepEqual(new PlanDrafts(memento).get('/a'), draft('/a', { text: '# Saved' }));
  });

  it('are gone once their plan is closed with nothing written on it', () => {
    const memento = aMemento();
    const drafts = new PlanDrafts(memento);
    drafts.put(draft('/a'));
    assert.equal(drafts.deleteClosed('/a', false), true);
    assert.deepEqual([drafts.all, memento.values], [[], {}]);
  });

  it('stay when their plan is closed with an edit or a comment on it, until it is over', () => {
    const comments = [{ start: 0, end: 0, texts: ['Why?'] }];
    for (const written of [{ text: '# Mine' }, { comments }]) {
      const drafts = new PlanDrafts(aMemento());
      drafts.put(draft('/a', written));
      assert.equal(drafts.deleteClosed('/a', false), false);
      assert.deepEqual(drafts.get('/a'), draft('/a', written));
      assert.equal(drafts.deleteClosed('/a', true), true);
      assert.deepEqual(drafts.all, []);
    }
  });

  it('take what the editor saves after they are gone, and keep nothing of it', () => {
    const memento = aMemento();
    const drafts = new PlanDrafts(memento);
    drafts.put(draft('/a'));
    drafts.delete('/a');
    assert.equal(drafts.textOf('/a'), '# A plan');
    drafts.save('/a', '# Late');
    assert.equal(drafts.textOf('/a'), '# Late');
    assert.equal(drafts.get('/a'), undefined);
    assert.deepEqual(memento.values, {});
    assert.equal(drafts.textOf('/never'), undefined);
  });

  it('are the newest thirty', () => {
    const drafts = new PlanDrafts(aMemento());
    for (let index = 0; index < 35; index++) drafts.put(draft(`/${index}`));
    assert.equal(drafts.all.length, 30);
    assert.equal(drafts.get('/4'), undefined);
    assert.ok(drafts.get('/5') && drafts.get('/34'));
  });

  it('lose the one that cannot be read, and no other; it is kept under another name', () => {
    const newer = { path: '/b', text: { of: 'a later version' } };
    const memento = aMemento({ plans: JSON.stringify([draft('/a'), newer, 'what']) });
    const drafts = new PlanDrafts(memento);
    assert.deepEqual(
      drafts.all.map(({ path }) => path),
      ['/a'],
    );
    drafts.put(draft('/c'));
    assert.deepEqual(memento.get('plans.unreadable'), [newer, 'what']);
    assert.equal(new PlanDrafts(memento).all.length, 2);
    assert.deepEqual(memento.get('plans.unreadable'), [newer, 'what']);
  });

  it('are none where something else was kept', () => {
    assert.deepEqual(new PlanDrafts(aMemento({ plans: '[{"path":1}]' })).all, []);
  });
});

describe('A decision on the card beside an open plan', () => {
  const comments = [{ start: 0, end: 0, texts: ['Why?'] }];
  const untouched = { plan: '# A plan', text: '# A plan\n', comments: [] };
  const approve = { kind: 'approve', acceptEdits: true } as const;
  const deny = { kind: 'deny', message: 'No.', interrupt: true } as const;

  it('stays as it is where nobody wrote anything', () => {
    assert.deepEqual(withPlanChanges(approve, untouched), approve);
    assert.deepEqual(withPlanChanges(deny, untouched), deny);
    assert.deepEqual(withPlanChanges({ kind: 'deny' }, untouched), { kind: 'deny' });
  });

  it('takes the changed text along', () => {
    const written = { ...untouched, text: '# Mine' };
    assert.deepEqual(withPlanChanges(approve, written), { ...approve, plan: '# Mine' });
  });

  it('takes the comments along', () => {
    const sent = withPlanChanges(deny, { ...untouched, comments });
    assert.ok(sent.kind === 'deny' && sent.interrupt === true);
    assert.match(sent.message ?? '', /^No\.\n\nMy comments[^]*Line 1:\n> # A plan\n\nWhy\?$/);
  });
});
