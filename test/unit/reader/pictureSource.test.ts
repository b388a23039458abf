import assert from 'node:assert/strict';
import { pictureSource } from '../../../src/extension/reader/pictureSource';
import { pngBase64 } from '../../support/transcript/believableTranscript';

describe('pictureSource', () => {
  it('makes an address of a picture that is what it says', () => {
    assert.equal(
      pictureSource({ mediaType: 'image/png', data: pngBase64 }),
      `data:image/png;base64,${pngBase64}`,
    );
    for (const [mediaType, data] of [
      ['image/jpeg', '/9j/4AAQ'],
      ['image/gif', 'R0lGODlh'],
      ['image/webp', 'UklGRiQA'],
    ] as const) {
      assert.equal(pictureSource({ mediaType, data }), `data:${mediaType};base64,${data}`);
    }
  });

  const others: Readonly<Record<string, { mediaType: string; data: string }>> = {
    'a type that can hold a script': { mediaType: 'image/svg+xml', data: 'PHN2Zz4=' },
    'a page': { mediaType: 'text/html', data: 'PHNjcmlwdD4=' },
    'what only says that it is one': { mediaType: 'image/png', data: 'PHN2Zz4=' },
    'another type than it says': { mediaType: 'image/jpeg', data: pngBase64 },
    'what is no base64': { mediaType: 'image/png', data: `${pngBase64}" onerror="x` },
    'a name of every object': { mediaType: 'constructor', data: pngBase64 },
    'what is too large': { mediaType: 'image/png', data: pngBase64 + 'A'.repeat(12_000_000) },
  };
  for (const [name, picture] of Object.entries(others)) {
    it(`makes none of ${name}`, () => assert.equal(pictureSource(picture), undefined));
  }
});
