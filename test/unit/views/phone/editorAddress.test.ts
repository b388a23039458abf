import assert from 'node:assert/strict';
import { editorAddressIn, ownAddressIn } from '../../../../src/extension/views/phone/editorAddress';

describe('The address of an editor', () => {
  const rows: readonly (readonly [external: string, expected: object | undefined])[] = [
    [
      'https://code.example/proxy/47911',
      { url: 'https://code.example/proxy/47911/', host: 'code.example' },
    ],
    [
      'https://name-47911.app.github.dev/',
      { url: 'https://name-47911.app.github.dev/', host: 'name-47911.app.github.dev' },
    ],
    // Query and fragment would change the target of a link with a ticket, so they are dropped.
    [
      'https://code.example/proxy/47911/?folder=/a#b',
      { url: 'https://code.example/proxy/47911/', host: 'code.example' },
    ],
    [
      'http://10.0.0.5:8080/proxy/47911/',
      { url: 'http://10.0.0.5:8080/proxy/47911/', host: '10.0.0.5:8080', limit: 'insecure' },
    ],
    [
      'http://127.0.0.1:8080/proxy/47911/',
      { url: 'http://127.0.0.1:8080/proxy/47911/', host: '127.0.0.1:8080', limit: 'loopback' },
    ],
    // Addresses in windows of the desktop editor, local and over SSH.
    ['http://127.0.0.1:47911/', undefined],
    ['http://localhost:53124/', undefined],
    ['vscode://something/', undefined],
    ['', undefined],
  ];
  for (const [external, expected] of rows) {
    it(`is derived from ${external}`, () => {
      assert.deepEqual(editorAddressIn(external), expected);
    });
  }

  it('of the person’s own must use TLS, and may contain no user name', () => {
    assert.equal(ownAddressIn(' https://phone.example '), 'https://phone.example/');
    assert.equal(ownAddressIn('https://phone.example/a?b#c'), 'https://phone.example/a/');
    for (const refused of [
      'http://phone.example/',
      'https://me:word@phone.example/',
      'phone',
      '',
    ]) {
      assert.equal(ownAddressIn(refused), undefined, refused);
    }
  });
});
