import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { ProjectKinds } from '../../../src/extension/hub/repositories/projectKinds';
import { isProseFile } from '../../../src/extension/hub/layers/prose';
import { until } from '../../support/until';

describe('The kind of a project', () => {
  let project: string;

  beforeEach(async () => {
    project = await mkdtemp(path.join(os.tmpdir(), 'mc-kind-'));
  });

  afterEach(() => rm(project, { recursive: true }));

  async function add(...files: readonly string[]): Promise<void> {
    for (const file of files) {
      await mkdir(path.dirname(path.join(project, file)), { recursive: true });
      await writeFile(path.join(project, file), '');
    }
  }

  it('is prose if its folders have more texts than code, and is reported once they were counted', async () => {
    await add('one.md', 'chapters/two.md', 'tools/export.sh', 'README.md');
    let changes = 0;
    const kinds = new ProjectKinds(isProseFile, () => (changes += 1));
    assert.equal(kinds.isProse(project), false);
    await until(
      () => kinds.isProse(project),
      (isProse) => assert.ok(isProse),
    );
    assert.equal(changes, 1);
  });

  it('is counted again after ten minutes', async () => {
    await add('notes.txt');
    let now = 0;
    const kinds = new ProjectKinds(
      isProseFile,
      () => undefined,
      () => now,
    );
    const waitForProse = (expected: boolean): Promise<unknown> =>
      until(
        () => kinds.isProse(project),
        (isProse) => assert.equal(isProse, expected),
      );
    await waitForProse(true);
    await add('main.go', 'lib/parse.go');
    now += 10 * 60_000;
    assert.equal(kinds.isProse(project), true);
    now += 1;
    await waitForProse(false);
  });

  it('is not prose for dependencies, texts about code and a missing folder', async () => {
    const asked: string[] = [];
    const counted = new ProjectKinds(isProseFile, () => asked.push('changed'));
    await add('README.md', 'node_modules/a/words.md', '.claude/plans/plan.md', 'src/index.ts');
    counted.isProse(project);
    counted.isProse(path.join(project, 'gone'));
    // A project that is counted after the others: once it is counted, they are as well.
    const other = path.join(project, 'other');
    await add('other/deep/words.md');
    await until(
      () => counted.isProse(other),
      (isProse) => assert.ok(isProse),
    );
    assert.equal(counted.isProse(project), false);
    assert.equal(counted.isProse(path.join(project, 'gone')), false);
    assert.deepEqual(asked, ['changed']);
  });
});
