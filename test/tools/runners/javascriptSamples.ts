import type { Sample, SampleCase } from './sample';

/** Source of two passing tests and a skipped one. */
const green = (it: string, equal: (a: string, b: string) => string): string =>
  `${it}('adds', () => { ${equal('1 + 1', '2')} });
${it}('adds more', () => { ${equal('2 + 2', '4')} });
${it}.skip('waits', () => { ${equal('1', '2')} });
`;
const red = (it: string, equal: (a: string, b: string) => string): string =>
  green(it, equal) + `${it}('subtracts', () => { ${equal('3 - 1', '1')} });\n`;

const expects = (a: string, b: string): string => `expect(${a}).toBe(${b});`;
const asserts = (a: string, b: string): string => `assert.equal(${a}, ${b});`;

/** The five usual ways in which people and agents call a test runner. */
function usual(
  runner: string,
  good: string,
  bad: string,
  coloured: string,
  skips: boolean = true,
): readonly SampleCase[] {
  const skipped = skips ? { skipped: 1 } : {};
  const passing = { runner, passed: 2, ...skipped };
  const failing = { runner, passed: 2, failed: 1, ...skipped };
  return [
    { name: 'passing', command: good, ok: true, data: passing },
    { name: 'failing', command: bad, ok: false, data: failing },
    { name: 'passing-tail', command: `${good} 2>&1 | tail -20`, ok: true, data: passing },
    { name: 'failing-tail', command: `${bad} 2>&1 | tail -20`, ok: false, data: failing },
    { name: 'failing-coloured', command: coloured, ok: false, data: failing },
  ];
}

export const javascriptSamples: readonly Sample[] = [
  {
    tool: 'vitest',
    version: 'npx vitest --version',
    files: {
      'good.test.ts': `import { expect, it } from 'vitest';\n${green('it', expects)}`,
      'bad.test.ts': `import { expect, it } from 'vitest';\n${red('it', expects)}`,
      'broken.test.ts': `import { it } from 'vitest';\nit('is', ( => {});\n`,
    },
    cases: [
      ...usual(
        'vitest',
        'npx vitest run good',
        'npx vitest run bad',
        'FORCE_COLOR=1 npx vitest run bad',
      ),
      {
        name: 'both',
        command: 'npx vitest run good bad --reporter=verbose',
        ok: false,
        data: { runner: 'vitest', passed: 4, failed: 1, skipped: 2 },
      },
      {
        name: 'broken',
        command: 'npx vitest run broken 2>&1 | tail -15',
        ok: false,
        data: { runner: 'vitest' },
      },
      {
        name: 'no-files',
        command: 'npx vitest run nothing',
        data: undefined,
      },
    ],
  },
  {
    tool: 'jest',
    version: 'npx jest --version',
    files: {
      'package.json': '{ "name": "sample", "scripts": { "test": "jest" } }',
      'good.test.js': green('it', expects),
      'bad.test.js': red('it', expects),
      'broken.test.js': `it('is', ( => {});\n`,
    },
    cases: [
      ...usual('jest', 'npx jest good', 'npx jest bad', 'npx jest --color bad'),
      {
        name: 'script',
        command: 'npm test -- good 2>&1 | tail -8',
        ok: true,
        data: { runner: 'jest', passed: 2, skipped: 1 },
      },
      {
        name: 'broken',
        command: 'npx jest broken 2>&1 | tail -8',
        ok: false,
        data: { runner: 'jest' },
      },
      {
        name: 'grep',
        command: 'npx jest good bad 2>&1 | grep -E "^Tests:"',
        ok: false,
        data: { runner: 'jest', passed: 4, failed: 1, skipped: 2 },
      },
    ],
  },
  {
    tool: 'mocha',
    version: 'npx mocha --version',
    files: {
      'package.json':
        '{ "name": "sample", "scripts": { "test": "mocha bad.spec.js", "test:unit": "mocha good.spec.js" } }',
      'good.spec.js': `const assert = require('node:assert');\n${green('it', asserts)}`,
      'bad.spec.js': `const assert = require('node:assert');\n${red('it', asserts)}`,
    },
    cases: [
      ...usual(
        'mocha',
        'npx mocha good.spec.js',
        'npx mocha bad.spec.js',
        'npx mocha --color bad.spec.js',
      ),
      {
        name: 'script',
        command: 'npm run test:unit 2>&1 | tail -5',
        ok: true,
        data: { runner: 'mocha', passed: 2, skipped: 1 },
      },
      {
        name: 'script-failing',
        command: 'npm test || true',
        ok: false,
        data: { runner: 'mocha', passed: 2, failed: 1, skipped: 1 },
      },
      {
        name: 'grep',
        command: 'npx mocha bad.spec.js 2>&1 | grep passing',
        data: { runner: 'mocha', passed: 2 },
      },
      {
        name: 'dot',
        command: 'npx mocha -R dot bad.spec.js',
        ok: false,
        data: { runner: 'mocha', passed: 2, failed: 1, skipped: 1 },
      },
      {
        name: 'tap',
        command: 'npx mocha -R tap bad.spec.js',
        ok: false,
        data: { runner: 'mocha', passed: 2, failed: 1 },
      },
    ],
  },
  {
    tool: 'node',
    version: 'node --version',
    files: {
      'good.test.mjs': `import assert from 'node:assert/strict';\nimport { it } from 'node:test';\n${green('it', asserts)}`,
      'bad.test.mjs': `import assert from 'node:assert/strict';\nimport { it } from 'node:test';\n${red('it', asserts)}`,
    },
    cases: [
      ...usual(
        'node:test',
        'node --test good.test.mjs',
        'node --test bad.test.mjs',
        'FORCE_COLOR=1 node --test --test-reporter=spec bad.test.mjs',
      ),
      {
        name: 'failing-spec',
        command: 'node --test --test-reporter spec bad.test.mjs',
        ok: false,
        data: { runner: 'node:test', passed: 2, failed: 1, skipped: 1 },
      },
      {
        name: 'passing-spec',
        command: 'node --test --test-reporter spec good.test.mjs | tail',
        ok: true,
        data: { runner: 'node:test', passed: 2, skipped: 1 },
      },
    ],
  },
  {
    tool: 'tape',
    version: 'npm ls tape',
    files: {
      'good.js': `const test = require('tape');\ntest('adds', (t) => { t.equal(1 + 1, 2); t.equal(2 + 2, 4); t.end(); });\n`,
      'bad.js': `const test = require('tape');\ntest('adds', (t) => { t.equal(1 + 1, 2); t.equal(2 + 2, 4); t.equal(3 - 1, 1); t.end(); });\n`,
    },
    cases: usual(
      'tape',
      'npx tape good.js',
      'npx tape bad.js',
      'FORCE_COLOR=1 npx tape bad.js',
      false,
    ),
  },
  {
    tool: 'tap',
    version: 'npx tap --version',
    files: {
      'package.json': '{ "name": "sample", "version": "1.0.0", "type": "module" }',
      'good.test.js': `import t from 'tap';\nt.test('adds', (t) => { t.equal(1 + 1, 2); t.end(); });\nt.test('adds more', (t) => { t.equal(2 + 2, 4); t.end(); });\nt.test('waits', { skip: true }, (t) => { t.end(); });\n`,
      'bad.test.js': `import t from 'tap';\nt.test('adds', (t) => { t.equal(1 + 1, 2); t.end(); });\nt.test('adds more', (t) => { t.equal(2 + 2, 4); t.end(); });\nt.test('waits', { skip: true }, (t) => { t.end(); });\nt.test('subtracts', (t) => { t.equal(3 - 1, 1); t.end(); });\n`,
    },
    cases: usual(
      'tap',
      'npx tap --disable-coverage good.test.js',
      'npx tap --disable-coverage bad.test.js',
      'npx tap --disable-coverage --color bad.test.js',
    ),
  },
  {
    tool: 'ava',
    version: 'npx ava --version',
    files: {
      'package.json': '{ "name": "sample", "type": "module" }',
      'good.test.js': `import test from 'ava';\ntest('adds', (t) => t.is(1 + 1, 2));\ntest('adds more', (t) => t.is(2 + 2, 4));\ntest.skip('waits', (t) => t.is(1, 2));\n`,
      'bad.test.js': `import test from 'ava';\ntest('adds', (t) => t.is(1 + 1, 2));\ntest('adds more', (t) => t.is(2 + 2, 4));\ntest.skip('waits', (t) => t.is(1, 2));\ntest('subtracts', (t) => t.is(3 - 1, 1));\n`,
    },
    cases: [
      // A failing run prints the number of failures, but not of the passed tests.
      ...usual(
        'ava',
        'npx ava good.test.js',
        'npx ava bad.test.js',
        'FORCE_COLOR=1 npx ava bad.test.js',
      ).map((one) =>
        one.ok === true ? one : { ...one, data: { runner: 'ava', failed: 1, skipped: 1 } },
      ),
      {
        name: 'tap',
        command: 'npx ava --tap bad.test.js',
        ok: false,
        data: { runner: 'ava', passed: 2, failed: 1, skipped: 1 },
      },
    ],
  },
  {
    tool: 'jasmine',
    version: 'npx jasmine version',
    files: {
      'good.spec.js': `describe('sums', () => {\n  it('adds', () => expect(1 + 1).toBe(2));\n  it('adds more', () => expect(2 + 2).toBe(4));\n  xit('waits', () => expect(1).toBe(2));\n});\n`,
      'bad.spec.js': `describe('sums', () => {\n  it('adds', () => expect(1 + 1).toBe(2));\n  it('adds more', () => expect(2 + 2).toBe(4));\n  xit('waits', () => expect(1).toBe(2));\n  it('subtracts', () => expect(3 - 1).toBe(1));\n});\n`,
    },
    cases: usual(
      'jasmine',
      'npx jasmine good.spec.js',
      'npx jasmine bad.spec.js',
      'npx jasmine --color bad.spec.js',
    ),
  },
  {
    tool: 'playwright',
    version: 'npx playwright --version',
    files: {
      'good.spec.ts': `import { expect, test } from '@playwright/test';\n${green('test', expects)}`,
      'bad.spec.ts': `import { expect, test } from '@playwright/test';\n${red('test', expects)}`,
    },
    cases: [
      ...usual(
        'playwright',
        'npx playwright test good',
        'npx playwright test bad',
        'FORCE_COLOR=1 npx playwright test bad',
      ),
      {
        name: 'last-line',
        command: 'npx playwright test bad 2>&1 | tail -1',
        data: { runner: 'playwright', passed: 2 },
      },
      {
        name: 'no-files',
        command: 'npx playwright test nothing',
        data: undefined,
      },
    ],
  },
  {
    tool: 'bun',
    version: 'npx bun --version',
    files: {
      'good.test.ts': `import { expect, it } from 'bun:test';\n${green('it', expects)}`,
      'bad.test.ts': `import { expect, it } from 'bun:test';\n${red('it', expects)}`,
    },
    cases: usual('bun', 'npx bun test good', 'npx bun test bad', 'FORCE_COLOR=1 npx bun test bad'),
  },
  {
    tool: 'deno',
    version: 'npx deno --version',
    files: {
      'good_test.ts': `import assert from 'node:assert/strict';\nDeno.test('adds', () => assert.equal(1 + 1, 2));\nDeno.test('adds more', () => assert.equal(2 + 2, 4));\nDeno.test.ignore('waits', () => assert.equal(1, 2));\n`,
      'bad_test.ts': `import assert from 'node:assert/strict';\nDeno.test('adds', () => assert.equal(1 + 1, 2));\nDeno.test('adds more', () => assert.equal(2 + 2, 4));\nDeno.test.ignore('waits', () => assert.equal(1, 2));\nDeno.test('subtracts', () => assert.equal(3 - 1, 1));\n`,
    },
    cases: usual(
      'deno',
      'NO_COLOR=1 npx deno test --no-check good_test.ts',
      'NO_COLOR=1 npx deno test --no-check bad_test.ts',
      'FORCE_COLOR=1 npx deno test --no-check bad_test.ts',
    ),
  },
];
