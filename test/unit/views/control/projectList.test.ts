import assert from 'node:assert/strict';
import { absoluteFolder, entriesAround } from '../../../../src/extension/views/control/projectList';

describe('A project that is left to its terminals', () => {
  const home = '/home/dev';

  it('is named by its path, a folder above it, or a path in the home folder', () => {
    const listed = [
      '/home/dev/shop',
      '~',
      '~/shop/',
      '/home/dev/shop/api',
      '/srv',
      'shop',
      7,
      '~x',
    ];
    assert.deepEqual(entriesAround(listed, '/home/dev/shop', home), [
      '/home/dev/shop',
      '~',
      '~/shop/',
    ]);
  });

  it('is not named by a text that is not a folder', () => {
    for (const odd of ['', 'shop', '~x', undefined, null, 7, {}, '/'.repeat(5_000)]) {
      assert.equal(absoluteFolder(odd, home), undefined);
    }
    assert.equal(absoluteFolder('C:\\work', home), 'C:\\work');
  });
});
