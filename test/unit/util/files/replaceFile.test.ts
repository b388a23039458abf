import assert from 'node:assert/strict';
import { replaceFile } from '../../../../src/extension/util/files/replaceFile';

/** A rename that fails this many times with that error code. */
function failing(times: number, code: string) {
  const one = {
    calls: 0,
    rename: async (): Promise<void> => {
      one.calls += 1;
      if (one.calls <= times) throw Object.assign(new Error(code), { code });
    },
  };
  return one;
}

describe('Replacing a file', () => {
  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`waits on Windows until the old one is closed (${code})`, async () => {
      const busy = failing(3, code);
      await replaceFile('new', 'old', 'win32', busy.rename);
      assert.equal(busy.calls, 4);
    });
  }

  it('fails after a limited number of retries', async () => {
    const busy = failing(1_000, 'EPERM');
    await assert.rejects(replaceFile('new', 'old', 'win32', busy.rename), { code: 'EPERM' });
    assert.ok(busy.calls > 3 && busy.calls < 20);
  });

  it('fails at once for errors that a retry cannot fix', async () => {
    for (const [platform, code] of [
      ['win32', 'ENOENT'],
      ['win32', 'ENOSPC'],
      ['linux', 'EPERM'],
      ['darwin', 'EBUSY'],
    ] as const) {
      const lasting = failing(1, code);
      await assert.rejects(replaceFile('new', 'old', platform, lasting.rename), { code });
      assert.equal(lasting.calls, 1);
    }
  });
});
