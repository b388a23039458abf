import assert from 'node:assert/strict';
import { absoluteFolder, entriesAround } from '../../../../src/extension/views/control/projectList';

describe('A project that is kept to its terminals', () => {
  const home = '/home/dev';

  it('is named by itself, by a folder around it, or from the home folder', () => {
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

  it('is not named by what is no folder', () => {
    for (const odd of ['', 'shop', '~x', undefined, null, 7, {}, '/'.repeat(5_000)]) {
      assert.equal(absoluteFolder(odd, home), undefined);
    }
    assert.equal(absoluteFolder('C:\\work', home), 'C:\\work');
  });
});
