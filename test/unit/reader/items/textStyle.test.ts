import assert from 'node:assert/strict';
import { textStyle } from '../../../../src/extension/reader/items/textStyle';

describe('A path in a transcript', () => {
  const { relative } = textStyle('/home/dev/shop', '/home/dev', 'UTC');
  const windows = textStyle('C:\\work\\shop', 'C:\\Users\\dev', 'UTC');

  it('is as seen from the project, where it is inside', () => {
    assert.equal(relative('/home/dev/shop/src/cart.ts'), 'src/cart.ts');
    assert.equal(windows.relative('C:\\work\\shop\\src\\cart.ts'), 'src\\cart.ts');
  });

  it('is as seen from the home elsewhere, also beside a project whose name it begins with', () => {
    assert.equal(relative('/home/dev/shop-old/cart.ts'), '~/shop-old/cart.ts');
    assert.equal(relative('/home/dev/shop'), '~/shop');
    assert.equal(relative('/etc/hosts'), '/etc/hosts');
  });

  it('is whole without a project', () => {
    const { relative: whole } = textStyle('', '/home/dev', 'UTC');
    assert.equal(whole('/srv/shop/cart.ts'), '/srv/shop/cart.ts');
  });
});
