import assert from 'node:assert/strict';
import { isInFolder } from '../../../../src/shared/board/folders';

describe('A path', () => {
  for (const [folder, path] of [
    ['/home/dev/shop', '/home/dev/shop'],
    ['/home/dev/shop/', '/home/dev/shop/web'],
    ['/', '/home'],
    ['C:\\work', 'C:\\work\\shop'],
    ['C:/work', 'C:\\work\\shop'],
    ['c:\\Work', 'C:\\work\\Shop'],
    ['C:', 'c:\\work'],
    ['\\\\server\\Work', '//SERVER/work/shop'],
  ] as const) {
    it(`${path} is in ${folder}`, () => assert.equal(isInFolder(folder, path), true));
  }
  for (const [folder, path] of [
    ['/home/dev/shop', '/home/dev/shop-two'],
    ['/home/dev/shop', '/home/dev'],
    ['/home/dev/Shop', '/home/dev/shop'],
    ['C:\\work', 'D:\\work'],
    ['', '/home'],
    ['/home/dev/shop', ''],
  ] as const) {
    it(`${path} is not in ${folder}`, () => assert.equal(isInFolder(folder, path), false));
  }
});
