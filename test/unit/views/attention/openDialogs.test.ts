import * as assert from 'node:assert/strict';
import { OpenDialogs } from '../../../../src/extension/views/attention/openDialogs';

describe('The sessions that a dialog asks about', () => {
  it('are those with one open, however it ends', async () => {
    const asked = new OpenDialogs();
    const emitted: (readonly string[])[] = [];
    asked.onDidChangeShown(() => emitted.push(asked.shownSessions));
    const refused = asked.listWhileOpen('one', () =>
      asked.listWhileOpen('two', () =>
        asked.listWhileOpen('one', () => Promise.reject(new Error('Closed'))),
      ),
    );
    await assert.rejects(refused, /Closed/);
    assert.equal(await asked.listWhileOpen('three', () => Promise.resolve('Allow')), 'Allow');
    const both = ['one', 'two'];
    assert.deepEqual(emitted, [['one'], both, both, both, ['one'], [], ['three'], []]);
  });
});
