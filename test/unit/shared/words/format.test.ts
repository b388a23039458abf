import assert from 'node:assert/strict';
import {
  formatDuration,
  formatModel,
  formatPath,
  formatTime,
  formatTokens,
  formatUsd,
} from '../../../../src/shared/words/format';

function table<T>(
  name: string,
  format: (value: T) => string,
  cases: readonly (readonly [T, string])[],
) {
  describe(name, () => {
    for (const [value, expected] of cases) {
      it(`${String(value)} as ${expected}`, () => assert.equal(format(value), expected));
    }
  });
}

const minute = 60_000;
table('formatDuration', formatDuration, [
  [-5, '0s'],
  [59_999, '59s'],
  [minute, '1m'],
  [59 * minute + 59_999, '59m'],
  [60 * minute, '1h 00m'],
  [185 * minute, '3h 05m'],
  [52 * 60 * minute, '2d 4h'],
]);

describe('formatTime', () => {
  it('has the hours as the language counts them', () => {
    const at = new Date(2026, 2, 2, 14, 5, 9).getTime();
    assert.match(formatTime(at), /^2:05\sPM$/u);
    assert.match(formatTime(at, 'seconds'), /^2:05:09\sPM$/u);
  });
});

table('formatTokens', formatTokens, [
  [0, '0'],
  [999, '999'],
  [1000, '1.0k'],
  [12_345, '12.3k'],
  [999_949, '999.9k'],
  [999_950, '1.0M'],
]);

table('formatUsd', formatUsd, [
  [0, '$0.00'],
  [0.004, '<$0.01'],
  [0.42, '$0.42'],
]);

it('formatUsd marks an estimate', () => assert.equal(formatUsd(1, true), '≈$1.00'));

table('formatModel', formatModel, [
  ['claude-sonnet-4-5-20250929', 'Sonnet 4.5'],
  ['claude-opus-4-1', 'Opus 4.1'],
  ['claude-opus-4-20250514', 'Opus 4'],
  ['claude-sonnet-4-5[1m]', 'Sonnet 4.5 (1M)'],
  ['claude-3-5-haiku-20241022', 'Haiku 3.5'],
  ['claude-3-opus-20240229', 'Opus 3'],
  ['gpt-oss', 'gpt-oss'],
  ['us.anthropic.claude-x', 'us.anthropic.claude-x'],
]);

table('formatPath', (path) => formatPath(path, '/home/dev'), [
  ['/home/dev/api', '~/api'],
  ['/home/dev', '~'],
  ['/home/developer/api', '/home/developer/api'],
  ['/srv/api', '/srv/api'],
]);

it('formatPath without a home folder changes nothing', () =>
  assert.equal(formatPath('/srv/api', ''), '/srv/api'));
