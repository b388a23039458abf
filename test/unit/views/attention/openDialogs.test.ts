import * as assert from 'node:assert/strict';
import { OpenDialogs } from '../../../../src/extension/views/attention/openDialogs';

describe('The sessions with an open dialog', () => {
  it('are those with an open dialog, even after a nested dialog has failed', async () => {
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
