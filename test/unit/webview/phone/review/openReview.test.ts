import assert from 'node:assert/strict';
import type { ReviewFile } from '../../../../../src/shared/protocol/work/review';
import { OpenReview, textKey } from '../../../../../src/webview/phone/review/openReview';
import type { AskAboutReview } from '../../../../../src/webview/phone/review/reviewCalls';

const file: ReviewFile = { path: '/a.ts', name: 'a.ts', kind: 'new', against: 'commit' };
const pendingWorkDone = () => new Promise((resolve) => setImmediate(resolve));

/** A carrier whose requests stay pending until they are aborted. */
const waiting: AskAboutReview = (_name, _request, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('An open review', () => {
  it('cancels the request for a file that was closed, unless the file was opened again', async () => {
    const review = new OpenReview('one', waiting);
    const isAsked = () => review.state.get().texts.has(textKey('all', file));
    review.read(file)();
    const leave = review.read(file);
    await pendingWorkDone();
    assert.ok(isAsked());
    leave();
    await pendingWorkDone();
    assert.ok(!isAsked());
  });

  it('replaces the list and clears outdated texts in one change', async () => {
    const answer = { scope: 'all', top: '/', files: [file], more: 0, message: '' };
    const ask = (name: string) => Promise.resolve(name === 'review' ? answer : { text: 'a' });
    const review = new OpenReview('one', ask as unknown as AskAboutReview);
    review.read(file);
    await pendingWorkDone();
    assert.equal(review.state.get().texts.size, 1);
    review.load('all');
    let changes = 0;
    review.state.subscribe(() => (changes += 1));
    await pendingWorkDone();
    assert.equal(changes, 1);
    assert.equal(review.state.get().texts.size, 0);
    assert.equal(review.state.get().lists.all.value?.files.length, 1);
  });
});
