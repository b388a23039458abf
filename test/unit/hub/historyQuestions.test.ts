import assert from 'node:assert/strict';
import type { TextListener } from '../../../src/extension/hub/history/history';
import { historyQuestions } from '../../../src/extension/hub/historyQuestions';
import type { Outcome } from '../../../src/extension/hub/serve/intents';
import { refusals } from '../../../src/extension/hub/serve/refusal';
import type { Disposable } from '../../../src/extension/util/lifetime';
import { routes } from '../../../src/shared/protocol';

describe('Searches in texts', () => {
  const searches: TextListener[] = [];
  let disposed = 0;
  let questions: ReturnType<typeof historyQuestions>;
  beforeEach(() => {
    searches.length = 0;
    disposed = 0;
    questions = historyQuestions({
      search: () => Promise.reject(new Error('not asked')),
      session: () => Promise.reject(new Error('not asked')),
      searchText(_query, _limit, listener) {
        searches.push(listener);
        return { dispose: () => (disposed += 1) };
      },
    });
  });

  const ask = async (): Promise<Outcome> => questions[routes.historyText]?.({ query: 'x' }, '');
  async function begin(): Promise<{ readonly search: Disposable; readonly told: string[] }> {
    const outcome = await ask();
    assert.ok(outcome !== undefined && 'tell' in outcome);
    const told: string[] = [];
    const search = outcome.tell({
      send: ({ type }) => told.push(type),
      end: () => told.push('over'),
    });
    return { search, told };
  }

  it('are eight at most, until one hangs up', async () => {
    const begun = [];
    for (let count = 0; count < 8; count += 1) begun.push(await begin());
    assert.deepEqual(await ask(), { refusal: refusals.busy });
    begun[3]?.search.dispose();
    assert.equal(disposed, 1);
    await begin();
    assert.deepEqual(await ask(), { refusal: refusals.busy });
  });

  it('are over with their end', async () => {
    const { told } = await begin();
    searches[0]?.onEvent({ type: 'progress', data: { searchedBytes: 1, totalBytes: 2 } });
    searches[0]?.onEvent({ type: 'end', data: { more: false } });
    assert.deepEqual(told, ['progress', 'end', 'over']);
  });

  it('are over when they fail, without an end', async () => {
    const { told } = await begin();
    searches[0]?.onFail(new Error('gone'));
    assert.deepEqual(told, ['over']);
  });
});
