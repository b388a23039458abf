import assert from 'node:assert/strict';
import { isLocalPath } from '../../../../src/extension/util/files/localPath';

describe('A path from an untrusted source', () => {
  const home = String.raw`C:\Users\Ann\.claude`;
  for (const [claimed, trusted, expected] of [
    [String.raw`C:\Users\Ann\.claude\projects\a.jsonl`, home, true],
    [String.raw`projects\a.jsonl`, home, true],
    [String.raw`\\attacker.example\share\a.jsonl`, home, false],
    ['//attacker.example/share/a.jsonl', home, false],
    [String.raw`\\attacker.example`, '', false],
    [String.raw`\\?\UNC\attacker.example\share`, home, false],
    [String.raw`\\Server\Homes\ann\.claude\projects\a.jsonl`, '//server/homes/ann/.claude', true],
    [String.raw`\\server\other\a.jsonl`, '//server/homes/ann/.claude', false],
  ] as const) {
    it(`${claimed} is ${expected ? '' : 'not '}looked at on Windows beside ${trusted}`, () =>
      assert.equal(isLocalPath(claimed, trusted, 'win32'), expected));
  }

  it('names no other machine on other systems', () => {
    assert.equal(isLocalPath('//host/share', '/home/ann', 'linux'), true);
  });
});
