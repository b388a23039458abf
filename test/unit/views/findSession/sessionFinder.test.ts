import assert from 'node:assert/strict';
import {
  SessionFinder,
  type SearchCalls,
  type Findings,
} from '../../../../src/extension/views/findSession/sessionFinder';
import type { HistoryPage, TextEvent } from '../../../../src/shared/protocol/history';
import { aHit, anEntry } from '../../../support/board/historyBuilder';
import { until } from '../../../support/until';

/** A history whose answers the test sets. */
class FakePast implements SearchCalls {
  readonly asked: { readonly query: string; readonly limit: number }[] = [];
  readonly texts: {
    readonly query: string;
    readonly tokens: string | undefined;
    readonly signal: AbortSignal;
  }[] = [];
  answer: (query: string, limit: number) => HistoryPage | Error = () => none;
  searchEvents: (query: string, signal: AbortSignal) => AsyncIterable<TextEvent> =
    async function* () {
      yield { type: 'end', data: { more: false } };
    };

  call: SearchCalls['call'] = (_name, request) => {
    this.asked.push(request);
    const answer = this.answer(request.query, request.limit);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as never);
  };

  events: SearchCalls['events'] = (_name, { query, tokens }, signal) => {
    this.texts.push({ query, tokens, signal });
    return this.searchEvents(query, signal) as never;
  };
}

const none: HistoryPage = { sessions: [], total: 0, complete: true };
const some = (...ids: readonly string[]): HistoryPage => ({
  sessions: ids.map((sessionId) => anEntry({ sessionId })),
  total: ids.length,
  complete: true,
});

describe('Finding sessions while a person types', () => {
  let past: FakePast;
  let finder: SessionFinder;
  beforeEach(() => {
    past = new FakePast();
    finder = new SessionFinder(past);
  });
  afterEach(() => finder.dispose());

  const completeFindings = (): Promise<Findings> =>
    until(
      () => finder.findings,
      ({ searching }) => assert.equal(searching, false),
    );
  const ids = ({ history }: Findings): readonly string[] | undefined =>
    history?.sessions.map(({ sessionId }) => sessionId);

  it('begins with the latest sessions, and looks into no text without words', async () => {
    past.answer = () => some('a', 'b');
    finder.find('');
    assert.deepEqual(ids(await completeFindings()), ['a', 'b']);
    assert.deepEqual([past.asked, past.texts], [[{ query: '', limit: 100 }], []]);
  });

  it('asks for sessions at each letter, and for texts when the typing pauses', async () => {
    for (const query of ['n', 'ne', 'nee', 'need']) finder.find(query);
    await completeFindings();
    assert.deepEqual(
      past.asked.map(({ query }) => query),
      ['n', 'ne', 'nee', 'need'],
    );
    assert.deepEqual(
      past.texts.map(({ query }) => query),
      ['need'],
    );
  });

  it('looks into no text for a single letter', async () => {
    finder.find('n');
    await completeFindings();
    assert.deepEqual(past.texts, []);
  });

  it('tells the hub the tokens beside the words, and looks into no text for tokens alone', async () => {
    finder.find('pr:41 needle');
    await completeFindings();
    assert.deepEqual(past.asked, [{ query: 'needle', tokens: 'pr:41', limit: 100 }]);
    assert.deepEqual(
      past.texts.map(({ query, tokens }) => [query, tokens]),
      [['needle', 'pr:41']],
    );
    finder.find('tests:failing');
    await completeFindings();
    assert.deepEqual([past.asked.length, past.texts.length], [2, 1]);
  });

  it('shows nothing of an answer that comes after the next letter', async () => {
    past.answer = (query) => some(query);
    finder.find('one');
    finder.find('two');
    assert.equal(finder.findings.history, undefined);
    assert.deepEqual(ids(await completeFindings()), ['two']);
  });

  it('gives up the search in texts when the query changes, and at the end', async () => {
    let yielded = 0;
    past.searchEvents = async function* (_query, signal) {
      while (!signal.aborted) {
        yielded += 1;
        yield { type: 'hit', data: aHit() };
        await new Promise(setImmediate);
      }
    };
    finder.find('needle');
    await until(
      () => yielded,
      (count) => assert.ok(count > 2),
    );
    finder.find('other');
    assert.deepEqual(finder.findings.hits, []);
    assert.equal(past.texts[0]?.signal.aborted, true);
    await until(
      () => past.texts.length,
      (count) => assert.equal(count, 2),
    );
    finder.dispose();
    assert.equal(past.texts[1]?.signal.aborted, true);
  });

  it('shows each hit when it comes', async () => {
    let continueEvents = (): void => undefined;
    past.searchEvents = async function* () {
      yield { type: 'hit', data: aHit({ excerpt: 'one' }) };
      yield { type: 'progress', data: { searchedBytes: 1, totalBytes: 2 } };
      await new Promise<void>((resolve) => (continueEvents = resolve));
      yield { type: 'hit', data: aHit({ excerpt: 'two' }) };
      yield { type: 'end', data: { more: true } };
    };
    finder.find('needle');
    const shown: number[] = [];
    finder.onDidChange(({ hits }) => shown.push(hits.length));
    await until(
      () => shown,
      (counts) => assert.equal(counts.at(-1), 1),
    );
    continueEvents();
    const { hits, moreHits } = await completeFindings();
    assert.deepEqual([hits.map(({ excerpt }) => excerpt), moreHits], [['one', 'two'], true]);
  });

  it('asks again while the hub has not read everything', async () => {
    past.answer = () => ({ ...some('a'), complete: past.asked.length > 1 });
    finder.find('');
    await completeFindings();
    assert.equal(past.asked.length, 2);
  });

  it('says why nothing can be had, and tries again', async () => {
    past.answer = () => (past.asked.length > 1 ? some('a') : new Error('Reconnecting.'));
    finder.find('');
    await until(
      () => finder.findings,
      ({ problem }) => assert.equal(problem, 'Reconnecting.'),
    );
    const { problem, history } = await completeFindings();
    assert.deepEqual([problem, history?.total], [undefined, 1]);
  });

  it('tries again when a search in texts breaks off', async () => {
    past.searchEvents = async function* () {
      if (past.texts.length > 1) yield { type: 'end', data: { more: false } };
    };
    finder.find('needle');
    await completeFindings();
    assert.equal(past.texts.length, 2);
  });

  it('shows more on demand, up to a thousand', async () => {
    past.answer = (_query, limit) => ({ ...some('a'), total: 5_000, complete: limit > 0 });
    finder.find('');
    await completeFindings();
    assert.equal(finder.hasMore, true);
    for (let page = 2; page < 12; page += 1) finder.more();
    await completeFindings();
    assert.deepEqual(
      past.asked.map(({ limit }) => limit),
      [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_000],
    );
    assert.equal(finder.hasMore, false);
  });
});
