import assert from 'node:assert/strict';
import type { FromPage, ToPage } from '../../../../src/shared/messages/pageMessages';
import type { LiveSession, PendingRequest } from '../../../../src/shared/protocol/protocol';
import {
  requestContentHash,
  draftKey,
  draftKeyOf,
  fieldKey,
  parseDraftKey,
} from '../../../../src/webview/typing/draftKeys';
import { Drafts } from '../../../../src/webview/typing/drafts';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';

const request = aPendingRequest({ call: { id: 'c', fate: 'open', answerable: true } });
const asks = aSession({ sessionId: 'a', pendingRequest: request });
const { pendingRequest: _gone, ...over } = asks;
const key = draftKey('message', 'a', requestContentHash(request));

function update(changed: readonly LiveSession[], removed: readonly string[] = []): ToPage {
  return { type: 'update', sequence: 1, changed, removed, summary: {} as never };
}

function opened(kept?: unknown) {
  const written: unknown[] = [];
  const sent: FromPage[] = [];
  let focused: string | undefined;
  const drafts = new Drafts({
    host: {
      readDrafts: () => kept,
      writeDrafts: (all) => void written.push(all),
      post: (message) => void sent.push(message),
    },
    focused: () => focused,
    caret: () => (focused === undefined ? undefined : { field: focused, start: 1, end: 1 }),
  });
  return { drafts, written, told: sent, focus: (field: string) => (focused = field) };
}

const words = (text: string) => ({ words: text, open: true, interrupt: false, title: 'A' });
const answered = (fate: 'answered' | 'handedBack' | 'undelivered'): PendingRequest => ({
  ...request,
  call: { id: 'c', fate, answerable: false },
});

describe('Drafts', () => {
  it('keep text after its request ended, but not empty or closed drafts', () => {
    const { drafts } = opened();
    const [none, aside] = [draftKey('message', 'a', 'x'), draftKey('message', 'a', 'y')];
    drafts.store(key, words('use it'));
    drafts.store(none, words(' '));
    drafts.store(aside, { ...words('never mind'), open: false });
    drafts.handleMessage(update([over]));
    assert.deepEqual([...drafts.state.get().keys()], [key]);
    drafts.handleMessage(update([], ['a']));
    assert.deepEqual(drafts.get(key), words('use it'));
  });

  it('keep an empty field while it has the focus', () => {
    const { drafts, focus, written } = opened();
    focus(fieldKey(key));
    drafts.store(key, words(''));
    drafts.handleMessage(update([over]));
    assert.ok(drafts.state.get().has(key));
    assert.deepEqual(Object(written.at(-1)).caret, { field: fieldKey(key), start: 1, end: 1 });
    focus('elsewhere#0');
    drafts.handleMessage(update([over]));
    assert.ok(!drafts.state.get().has(key));
  });

  it('belong to a request with the same content, even if a new hub gave it another id', () => {
    const { drafts } = opened();
    drafts.store(key, words(''));
    const call = { id: 'later', fate: 'open', answerable: true } as const;
    const again = { ...request, requestId: 'other', call };
    drafts.handleMessage({ ...update([{ ...asks, pendingRequest: again }]) });
    assert.ok(drafts.state.get().has(key));
  });

  it('are marked as sent with the answer, and restored if it was refused or not delivered', () => {
    for (const failing of [
      { type: 'undecided', sequence: 2, call: 'c', problem: 'Too late.' } as const,
      update([{ ...asks, pendingRequest: answered('undelivered') }]),
    ]) {
      const { drafts } = opened();
      drafts.store(key, words('use it'));
      drafts.markSent('a', requestContentHash(request), 'c', true);
      drafts.handleMessage(update([{ ...asks, pendingRequest: answered('answered') }]));
      assert.deepEqual(drafts.get(key), { ...words('use it'), sent: 'c' });
      drafts.handleMessage(failing);
      assert.deepEqual(drafts.get(key), words('use it'));
    }
    const { drafts } = opened({ [key]: { ...words('use it'), sent: 'c' } });
    assert.equal(drafts.state.get().size, 0);
  });

  it('keep a half-typed message that was not part of the answer', () => {
    const { drafts } = opened();
    drafts.store(key, words('use it'));
    drafts.markSent('a', requestContentHash(request), 'c', false);
    drafts.handleMessage(update([{ ...asks, pendingRequest: answered('answered') }]));
    drafts.handleMessage(update([over]));
    assert.deepEqual(drafts.get(key), { ...words('use it'), by: 'window' });
  });

  it('that were sent are not offered when the same request is made again', () => {
    const { drafts } = opened();
    drafts.store(key, words('use it'));
    drafts.markSent('a', requestContentHash(request), 'c', true);
    drafts.handleMessage(update([over]));
    const call = { id: 'later', fate: 'open', answerable: true } as const;
    drafts.handleMessage(update([{ ...asks, pendingRequest: { ...request, call } }]));
    assert.equal(drafts.get(key), undefined);
  });

  it('record whether the window or the terminal answered the request', () => {
    const { drafts } = opened();
    drafts.store(key, words('use it'));
    drafts.handleMessage(update([{ ...asks, pendingRequest: answered('handedBack') }]));
    drafts.handleMessage(update([over]));
    assert.deepEqual(drafts.get(key), { ...words('use it'), by: 'terminal' });
  });

  it('are sent to the other pages, each change with a later time than the previous one', () => {
    const { drafts, told } = opened();
    drafts.store(key, words('use'));
    drafts.store(key, words('use it'));
    drafts.markSent('a', requestContentHash(request), 'c', true);
    drafts.store('filter', { text: 'x' });
    drafts.drop(key);
    const changes = told.flatMap((one) => (one.type === 'draft' ? [one.draft] : []));
    const texts = [words('use'), words('use it'), { ...words('use it'), sent: 'c' }];
    assert.deepEqual(
      changes.map(({ text }) => text),
      [...texts.map((one) => JSON.stringify(one)), undefined],
    );
    assert.ok(changes.every(({ at }, index) => at > (changes[index - 1]?.at ?? 0)));
    drafts.handleMessage(update([over]));
    assert.equal(told.length, 4, 'what a page does by itself is not told');
  });

  it('are replaced by later drafts of another page', () => {
    const { drafts, told } = opened();
    drafts.store(key, words('here'));
    const [mine] = told.flatMap((one) => (one.type === 'draft' ? [one.draft] : []));
    assert.ok(mine);
    const { text: _text, ...rest } = mine;
    const there = (at: number, draft?: unknown): ToPage => ({
      type: 'drafts',
      sequence: 2,
      drafts: [{ ...rest, at, ...(draft !== undefined && { text: JSON.stringify(draft) }) }],
    });
    drafts.handleMessage(there(mine.at - 1, words('older')));
    assert.deepEqual(drafts.get(key), words('here'));
    drafts.handleMessage(there(mine.at + 1, words('there')));
    assert.deepEqual(drafts.get(key), words('there'));
    drafts.handleMessage(there(mine.at + 2));
    assert.equal(drafts.get(key), undefined);
    drafts.handleMessage(there(mine.at + 3, { ...words('there'), sent: 'c' }));
    assert.equal(drafts.get(key), undefined, 'what was sent elsewhere is none to write on');
    drafts.handleMessage({
      type: 'drafts',
      sequence: 3,
      drafts: [{ ...rest, at: mine.at + 4, text: '{' }],
    });
    assert.equal(told.length, 1);
  });

  it('are sent again after a reload, including deletions', () => {
    const { drafts, written } = opened();
    const other = draftKey('prompt', 'b');
    drafts.store(key, words('use it'));
    drafts.store(other, { words: 'x' });
    drafts.drop(other);
    const again = opened(written.at(-1));
    assert.deepEqual([...again.drafts.state.get().keys()], [key]);
    again.drafts.handleMessage({ ...update([asks]), type: 'snapshot', sessions: [asks] } as never);
    assert.deepEqual(
      again.told.map((one) => one.type === 'draft' && [one.draft.sessionId, one.draft.text]),
      [
        ['a', JSON.stringify(words('use it'))],
        ['b', undefined],
      ],
    );
  });

  it('have keys that are unambiguous for any session id', () => {
    const name = { kind: 'edit', sessionId: 'a/b#c d', part: 'p/q' } as const;
    const named = draftKey(name.kind, name.sessionId, name.part);
    assert.deepEqual(parseDraftKey(named), name);
    assert.equal(draftKeyOf(fieldKey(named, 2)), named);
    assert.equal(parseDraftKey('filter'), undefined);
  });
});
