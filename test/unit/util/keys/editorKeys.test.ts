import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { EditorKeys, secretsInMemory } from '../../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../../src/extension/util/log';

/** Secrets of an editor, which stores them in another process. */
function distantSecrets() {
  const secrets = secretsInMemory();
  return {
    ...secrets,
    async get(name: string) {
      await turn();
      return secrets.get(name);
    },
    async store(name: string, value: string) {
      await turn();
      await secrets.store(name, value);
    },
  };
}

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(22)) as [string, string, string];
const key = `B${'k'.repeat(86)}`;
const phone = (id: string) =>
  ({ id, signingKey: key, agreementKey: key, scope: 'answer' }) as const;

describe('The secrets of an editor', () => {
  it('include both of two phones or keys that are accepted at the same time', async () => {
    const keys = new EditorKeys(distantSecrets(), silentLog);
    await Promise.all([keys.storePhone(phone(a)), keys.storePhone(phone(b))]);
    assert.deepEqual(
      (await keys.phones()).map(({ id }) => id),
      [a, b],
    );
    await Promise.all([keys.accept('one'), keys.accept('two')]);
    assert.deepEqual((await keys.readKnownKeys()).slice(1), ['one', 'two']);
  });

  it('record every phone as removed if several are removed at the same time', async () => {
    const keys = new EditorKeys(distantSecrets(), silentLog);
    for (const id of [a, b, c]) await keys.storePhone(phone(id));
    await Promise.all([keys.removePhone(a), keys.removePhone(b), keys.deletePhone(c)]);
    const { phones, removed } = await keys.readTrusted();
    assert.deepEqual([phones, removed], [[], [a, b]]);
  });
});
