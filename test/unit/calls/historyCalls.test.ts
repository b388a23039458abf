import assert from 'node:assert/strict';
import type { TextListener } from '../../../src/extension/hub/reading/past/history';
import { historyCalls } from '../../../src/extension/hub/calls/historyCalls';
import { Refusal, refusals } from '../../../src/extension/hub/serve/refusal';
import type { Disposable } from '../../../src/extension/util/lifetime';

describe('Searches in texts', () => {
  const searches: TextListener[] = [];
  let disposed = 0;
  let handlers: ReturnType<typeof historyCalls>;
  beforeEach(() => {
    searches.length = 0;
    disposed = 0;
    handlers = historyCalls({
      search: () => Promise.reject(new Error('not asked')),
      session: () => Promise.reject(new Error('not asked')),
      searchText(_query, _limit, listener) {
        searches.push(listener);
        return { dispose: () => (disposed += 1) };
      },
    });
  });

  const ask = async () => handlers.searchTexts({ query: 'x', limit: 50 }, undefined);
  async function begin(): Promise<{ readonly search: Disposable; readonly told: string[] }> {
    const begin = await ask();
    assert.ok(!(begin instanceof Refusal));
    const sent: string[] = [];
    const search = begin({
      send: ({ type }) => sent.push(type),
      end: () => sent.push('over'),
    });
    return { search, told: sent };
  }

  it('are eight at most, until one hangs up', async () => {
    const begun = [];
    for (let count = 0; count < 8; count += 1) begun.push(await begin());
    assert.deepEqual(await ask(), refusals.busy);
    begun[3]?.search.dispose();
    assert.equal(disposed, 1);
    await begin();
    assert.deepEqual(await ask(), refusals.busy);
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
