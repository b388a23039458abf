import assert from 'node:assert/strict';
import { parsePullAddress } from '../../../src/extension/hub/pulls/pullAddress';

describe('The address of a pull request', () => {
  it('is parsed into its parts', () => {
    const url = 'https://github.com/dev-1/my.proj_2/pull/41';
    assert.deepEqual(parsePullAddress(url), {
      host: 'github.com',
      owner: 'dev-1',
      repository: 'my.proj_2',
      number: 41,
      url,
    });
    assert.equal(parsePullAddress('https://git.shop.example/a/b/pull/1')?.host, 'git.shop.example');
  });

  for (const url of [
    'http://github.com/a/b/pull/1',
    'https://github.com:8443/a/b/pull/1',
    'https://user@github.com/a/b/pull/1',
    'https://github.com@evil.example/a/b/pull/1',
    'https://github.com\\@evil.example/a/b/pull/1',
    'https://github.com/a/b/pull/1?x=1',
    'https://github.com/a/b/pull/1#x',
    'https://github.com/a/b/pull/1/files',
    'https://github.com/a/b/pull/1/../../../user',
    'https://github.com/a/../pull/1',
    'https://github.com/a/./pull/1',
    'https://github.com/a/%2e%2e/pull/1',
    'https://github.com/a/b/issues/1',
    'https://github.com/a/b/pull/0',
    'https://github.com/a/b/pull/1e9',
    'https://github.com/a/b/pull/1\n',
    'https://github.com/--help/b/pull/1',
    'https://git hub.com/a/b/pull/1',
    'https://gıthub.com/a/b/pull/1',
    'https://-x/a/b/pull/1',
    '--repo=evil.example/a/b',
    ' https://github.com/a/b/pull/1',
    '',
  ]) {
    it(`is not ${JSON.stringify(url)}`, () => assert.equal(parsePullAddress(url), undefined));
  }
});
