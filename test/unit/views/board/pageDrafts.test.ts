import assert from 'node:assert/strict';
import { PageDrafts } from '../../../../src/extension/views/board/pageDrafts';
import type { PageDraft } from '../../../../src/shared/messages/pageMessages';
import { FakeKeeper } from '../../../support/fakes/fakeKeeper';
import { aChannel } from '../../../support/fakes/pageChannel';

const draft = (at: number, text?: string, sessionId = 'a'): PageDraft => ({
  kind: 'prompt',
  sessionId,
  part: '',
  at,
  ...(text !== undefined && { text }),
});

describe('The drafts of a window', () => {
  it('are the latest of each name, including deleted ones, also in the next window', () => {
    const memento = new FakeKeeper();
    const drafts = new PageDrafts(memento);
    const received: unknown[] = [];
    drafts.onDidChange(({ draft: { at } }) => void received.push(at));
    drafts.applyDraft(draft(2, '"two"'), drafts);
    drafts.applyDraft(draft(1, '"one"'), drafts);
    drafts.applyDraft(draft(2, '"two"'), drafts);
    drafts.applyDraft(draft(3), drafts);
    drafts.applyDraft(draft(1, '"b"', 'b'), drafts);
    assert.deepEqual(received, [2, 3, 1]);
    drafts.dispose();
    const all = [draft(3), draft(1, '"b"', 'b')];
    assert.deepEqual(new PageDrafts(memento).all, all);
    memento.kept.set('drafts', [{ at: 'once' }]);
    assert.deepEqual(new PageDrafts(memento).all, []);
  });

  it('are deleted if there are too many, the oldest first', () => {
    const drafts = new PageDrafts(new FakeKeeper());
    for (let at = 0; at < 150; at += 1) drafts.applyDraft(draft(at, '1', `s${at}`), drafts);
    assert.equal(drafts.all.length, 100);
    assert.equal(drafts.all[0]?.at, 50);
    drafts.dispose();
  });

  it('are sent from one page to the others, and to each new page', () => {
    const { page, drafts, channel } = aChannel();
    const others: PageDraft[] = [];
    drafts.onDidChange((change) => void others.push(change.draft));
    page.say({ type: 'ready' });
    assert.deepEqual(page.take(), ['snapshot']);
    page.say({ type: 'draft', draft: draft(1, '"x"') });
    assert.deepEqual(others, [draft(1, '"x"')]);
    assert.deepEqual(page.take(), [], 'the page that wrote it knows');
    drafts.applyDraft(draft(2, '"y"'), drafts);
    assert.deepEqual(page.told.at(-1), { type: 'drafts', sequence: 2, drafts: [draft(2, '"y"')] });
    page.take();
    page.say({ type: 'ready' });
    assert.deepEqual(page.take(), ['snapshot', 'drafts']);
    channel.dispose();
    drafts.dispose();
  });
});
