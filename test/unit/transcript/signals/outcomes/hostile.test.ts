import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  mayHaveOutcome,
  findLastOutcome,
} from '../../../../../src/extension/transcript/signals/outcomes/lastOutcome';
import { overgrowth } from '../../../../support/processes/growth';
import { hostileText } from '../../../../support/hostileText';

const programs = [
  'npm test',
  'npx vitest run',
  'npx mocha',
  'pytest',
  'cargo test',
  'go test -v',
  'prove',
  'phpunit',
  'npx playwright test',
  'npm run lint',
  'npx tsc --noEmit | head',
  'npm run build',
  'npx vercel',
  'latexmk',
];
/** Parts of summaries, combined as no runner does. */
const pieces = [
  ' Tests  1 failed | 2 passed (3)\n',
  'Tests:       1 failed, 4 passed, 5 total\n',
  '  99999999999999999999 passing (4ms)\n',
  '  2 failing\n',
  '# pass 999999999\n',
  '# fail\n',
  'ok 1\nnot ok 2\n1..2\n',
  '=== 2 failed, 10 passed in 0.12s ===\n',
  'Ran 0 tests in 1s\nFAILED (failures=x)\n',
  'test result: FAILED. 3 passed; 1 failed; 0 ignored;\n',
  'Tests: 1, Assertions: 1, Errors: 9.\n',
  '3 runs, 2 assertions, 9 failures, 9 errors, 9 skips\n',
  '  Production: https://user:pass@a.vercel.app\n',
  '✖ 5 problems (3 errors, 2 warnings)\n',
  '\u001B[31m',
  '\r',
];
const output = fc
  .array(fc.oneof(fc.constantFrom(...pieces), hostileText), { maxLength: 12 })
  .map((parts) => parts.join(''));
const command = fc
  .tuple(fc.constantFrom(...programs), fc.oneof(fc.constant(''), hostileText))
  .map(([program, text]) => `${program} ${text}`);

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

describe('an outcome', () => {
  it('takes no program for what every object has', () => {
    for (const name of ['constructor', 'valueOf', 'toString', '__proto__', 'hasOwnProperty']) {
      for (const args of ['', ' -x', ' test', ' run -x test'])
        assert.equal(mayHaveOutcome(`${name}${args}`), false, `${name}${args}`);
    }
  });

  it('has finite numbers whatever was printed', () => {
    fc.assert(
      fc.property(
        fc.oneof(command, hostileText),
        output,
        fc.constantFrom(true, false, undefined),
        (command, output, succeeded) => {
          assert.equal(typeof mayHaveOutcome(command), 'boolean');
          const outcome = findLastOutcome({ command, output, succeeded });
          for (const value of Object.values(outcome?.data ?? {}))
            assert.ok(typeof value === 'string' ? value.length <= 600 : isCount(value));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the time for an outcome', function () {
  this.timeout(120_000);
  const units = [
    ' ',
    '\n',
    'a',
    '1',
    '"',
    "'",
    '\\',
    '$(',
    '(',
    ')',
    '|',
    '&&',
    ';',
    '<<A\n',
    '<<',
    '>',
    '#',
    'a=b ',
    'npx ',
    'bash -c "',
    'npm test\n',
    'npm test | ',
    'sudo ',
    '-m ',
    '\u001B[',
    '\u001B[1',
    '1..',
    'ok 1 ',
    '1 a, ',
    '# skip ',
    ' Tests  1',
    '> a ',
    ' | ',
    'https://a',
    '===',
    '\r',
  ];

  it('is in proportion to the command', () => {
    for (const unit of units)
      for (const begin of ['', 'npm test ', 'npx vitest "', 'bash -c "npm test '])
        assert.equal(
          overgrowth((length) => {
            mayHaveOutcome(begin + unit.repeat(length / unit.length));
            findLastOutcome({
              command: begin + unit.repeat(length / unit.length),
              output: '',
              succeeded: true,
            });
          }, 1_000_000),
          undefined,
          JSON.stringify(begin + unit),
        );
  });

  it('is in proportion to the output', () => {
    for (const unit of units)
      for (const command of programs)
        assert.equal(
          overgrowth((length) => {
            findLastOutcome({
              command,
              output: unit.repeat(length / unit.length),
              succeeded: undefined,
            });
          }, 256_000),
          undefined,
          JSON.stringify([command, unit]),
        );
  });
});
