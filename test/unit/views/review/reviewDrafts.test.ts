import assert from 'node:assert/strict';
import { ReviewDrafts } from '../../../../src/extension/views/review/reviewDrafts';
import { FakeKeeper } from '../../../support/fakes/fakeKeeper';

const uri = 'file:///shop/a.ts';
const lines = ['one', 'two', 'three'];
const document = { uri, name: 'a.ts', side: 'after', lines } as const;
const at = (start: number, text: string, about = 's1') => ({
  start,
  end: start,
  texts: [text],
  about,
});

describe('Unsent comments of a review', () => {
  it('are stored for the next window, with their lines', () => {
    const memento = new FakeKeeper();
    new ReviewDrafts(memento).put(document, [at(1, 'Why two?')]);
    const [comment] = new ReviewDrafts(memento).of('s1');
    assert.deepEqual(comment?.code, ['two']);
    assert.deepEqual(new ReviewDrafts(memento).in(uri), [at(1, 'Why two?')]);
  });

  it('keep their quotation while their document is not open', () => {
    const drafts = new ReviewDrafts(new FakeKeeper());
    drafts.put(document, [at(1, 'Why two?')]);
    drafts.put({ ...document, lines: undefined }, [at(1, 'Why?')]);
    assert.deepEqual(
      drafts.of('s1').map(({ code, texts }) => [...code, ...texts]),
      [['two', 'Why?']],
    );
  });

  it('are sent to their session, and only sent ones are deleted', () => {
    const memento = new FakeKeeper();
    const drafts = new ReviewDrafts(memento);
    drafts.put(document, [at(0, 'For one'), at(2, 'For two', 's2')]);
    drafts.drop('s1');
    assert.deepEqual(drafts.of('s1'), []);
    assert.deepEqual(drafts.in(uri), [at(2, 'For two', 's2')]);
    drafts.drop('s2');
    assert.equal(memento.get('reviews'), undefined);
  });

  it('are read without those of another version, which are kept under another name', () => {
    const memento = new FakeKeeper();
    new ReviewDrafts(memento).put(document, [at(1, 'Why two?')]);
    memento.kept.set('reviews', [{ odd: true }, ...(memento.get('reviews') as unknown[])]);
    assert.equal(new ReviewDrafts(memento).of('s1').length, 1);
    assert.deepEqual(memento.get('reviews.unreadable'), [{ odd: true }]);
  });

  it('are limited to the newest five hundred', () => {
    const memento = new FakeKeeper();
    const many = Array.from({ length: 501 }, (_, line) => at(line, 'Why?'));
    new ReviewDrafts(memento).put(document, many);
    const [oldest, ...others] = new ReviewDrafts(memento).of('s1');
    assert.deepEqual([oldest?.start, others.length], [1, 499]);
  });
});
