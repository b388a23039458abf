import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import manifest from '../../../package.json';
import { projectRoot } from '../../support/editor/paths';
import { compileBesideTypes } from '../../support/build/publishedTypes';

const read = (file: string): string => fs.readFileSync(path.join(projectRoot, file), 'utf8');

/** Blocks of a page in a language, with the numbers of their first lines. */
function blocksOf(
  page: string,
  language: string,
): readonly (readonly [line: number, code: string])[] {
  const text = read(page);
  return [...text.matchAll(new RegExp(`\n\`\`\`${language}\n([^]*?)\n\`\`\``, 'gu'))].map(
    ({ index, 1: code = '' }) => [text.slice(0, index).split('\n').length + 1, code],
  );
}

describe('The types for other extensions', function () {
  this.timeout(120_000);

  it('are named by the manifest, and let into the package', () => {
    assert.equal(manifest.types, './dist/mission-control.d.ts');
    assert.match(read('.vscodeignore'), /^!dist\/mission-control\.d\.ts$/mu);
  });

  it('pass the strictest check by themselves, and with the sample extension', async () => {
    const sample = read('test/fixtures/sampleExtension/extension.ts');
    const { passes, output } = await compileBesideTypes({ 'extension.ts': sample });
    assert.ok(passes, output);
  });

  it('refuse what the interface would refuse', async () => {
    const start = `import type { MissionControlApi } from './mission-control';
      export function use(api: MissionControlApi): void {`;
    const mistakes = [
      `api.createLabelCollection('a.b').set('s', { label: 7 });`,
      `api.createLabelCollection('a.b').set('s', { icon: 'unicorn' });`,
      `api.createLabelCollection('a.b').set('s', { urgency: 2 });`,
      `api.createLabelCollection('a.b').set('s');`,
      `api.registerLayer({ id: 'a.b', interpret: async () => ({ label: 'A' }) });`,
      `api.sessions[0]!.title = 'Other';`,
      `api.getView('s').title;`,
    ];
    const files = mistakes.map((mistake, at) => [`mistake${at}.ts`, `${start} ${mistake} }`]);
    const { output } = await compileBesideTypes(Object.fromEntries(files));
    const refused = mistakes.filter((_, at) => output.includes(`mistake${at}.ts`));
    assert.deepEqual(refused, mistakes);
  });

  it('fit every example of their page', async () => {
    const blocks = blocksOf('docs/api.md', 'ts');
    assert.ok(blocks.length >= 7, `${blocks.length} examples`);
    const files = blocks.map(([line, code]) => [`line${line}.ts`, code] as const);
    const { passes, output } = await compileBesideTypes(Object.fromEntries(files));
    assert.ok(passes, output);
  });

  it('are all named on their page', () => {
    const page = read('docs/api.md');
    const types = read('src/shared/api/missionControl.ts');
    const [, api = ''] = /interface MissionControlApi \{\n([^]*?)\n\}/u.exec(types) ?? [];
    const members = [...api.matchAll(/^ {2}(?:readonly )?(\w+)[:(]/gmu)].map(([, name]) => name);
    assert.ok(members.length >= 7, String(members.length));
    for (const name of members) assert.ok(page.includes(`\`${name}`), name);
  });
});
