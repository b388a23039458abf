import assert from 'node:assert/strict';
import * as path from 'node:path';
import { readAccounts } from '../../../../src/extension/views/machines/accounts/accountsSetting';

const userHome = path.resolve('/home/dev');
const read = (value: unknown) => readAccounts(value, userHome);

describe('The config homes in the settings', () => {
  it('are absolute paths, with the home folder for ~', () => {
    const { homes, problem } = read(['~/.claude-work', ' /srv/acme/.claude/ ', '~']);
    assert.deepEqual(homes, [
      path.join(userHome, '.claude-work'),
      path.resolve('/srv/acme/.claude'),
      userHome,
    ]);
    assert.equal(problem, '');
    for (const none of [undefined, null, []]) assert.deepEqual(read(none).homes, []);
  });

  for (const [entry, problem] of [
    ['work', /configHomes: work: must be an absolute path or start with ~\. The other folders/u],
    ['~work', /~work: must be an absolute path/u],
    ['', /entry 1: must be an absolute path/u],
    [{ home: '/srv' }, /entry 1: must be an absolute path/u],
    ['/srv/\0', /must be an absolute path/u],
  ] as const) {
    it(`are reported if one is ${JSON.stringify(entry)}, and the others are used`, () => {
      const { homes, problem: said } = read([entry, '/srv/other']);
      assert.deepEqual(homes, [path.resolve('/srv/other')]);
      assert.match(said, problem);
    });
  }

  it('are used once each, at most nine', () => {
    const twice = read(['/srv/a', '~/../../srv/a/.']);
    assert.deepEqual(twice.homes, [path.resolve('/srv/a')]);
    assert.match(twice.problem, /is there twice/u);
    const many = read(Array.from({ length: 12 }, (_, at) => `/srv/${at}`));
    assert.equal(many.homes.length, 9);
    assert.match(many.problem, /only the first 9 folders count/u);
    assert.match(read('/srv/a').problem, /must be a list of folders/u);
  });
});
