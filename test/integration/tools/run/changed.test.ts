import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { GitRepository } from '../../../support/git/gitRepository';
import { changedFiles, projectFiles } from '../../../tools/run/changed/changedFiles';
import { chooseChanged, choiceLines, type Choice } from '../../../tools/run/changed/chooseChanged';
import { importGraph } from '../../../tools/run/changed/importGraph';
import { isSuiteName, type TestFile } from '../../../tools/run/suites';

/** A small project with the same layout as ours. */
const project: Readonly<Record<string, string>> = {
  'src/shared/sum.ts': `import { one } from './one'; export const sum = one + 1;`,
  'src/shared/one.ts': 'export const one = 1;',
  'src/shared/shape.ts': 'export interface Shape { readonly side: number }',
  'src/page/main.tsx': `import './page.css'; import { sum } from '../shared/sum'; console.log(sum);`,
  'src/page/page.css': 'body { margin: 0 }',
  'src/views/tree.ts': `import * as vscode from 'vscode'; export const tree = vscode;`,
  'src/views/row.ts': `import type { Uri } from 'vscode'; export const row = (uri: Uri): Uri => uri;`,
  'media/icon.png': '',
  'media/l10n/de.json': '{}',
  'hooks/relay.sh': '',
  'package.json': '{}',
  'package-lock.json': '{}',
  'docs/notes.md': '',
  'test/fixtures/recordings/first.jsonl': '',
  'test/support/page.ts': `export const page = { entryPoints: ['src/page/main.tsx'] };`,
  'test/support/words.ts':
    'export const words = (language: string) => `media/l10n/${language}.json`;',
  'test/unit/sum.test.ts': `import { sum } from '../../src/shared/sum'; console.log(sum);`,
  'test/unit/shape.test.ts': `import type { Shape } from '../../src/shared/shape'; export type Mine = Shape;`,
  'test/unit/later.test.ts': `export const later = () => import('../../src/shared/one');`,
  'test/unit/recordings.test.ts': `import * as path from 'node:path'; console.log(path.join(__dirname, '..', 'fixtures', 'recordings'));`,
  'test/unit/whole.test.ts': `import * as path from 'node:path'; console.log(path.join(process.cwd(), 'src'));`,
  'test/unit/relay.test.ts': `console.log('hooks/relay.sh', './', \`\${'x'}/y\`);`,
  'test/webview/page.test.ts': `import { page } from '../support/page'; console.log(page);`,
  'test/webview/german.test.ts': `import { words } from '../support/words'; console.log(words);`,
  'test/workbench/tree.test.ts': `import { one } from '../../src/shared/one'; console.log(one);`,
  'test/host/suite/start.test.ts': `export {};`,
};

describe('The test files that a change can affect', () => {
  let repository: GitRepository;
  beforeEach(() => {
    repository = new GitRepository();
    for (const [name, text] of Object.entries(project)) repository.write(name, text);
    repository.write('.gitignore', 'dist\n');
    repository.commit('README.md', 'A project');
  });
  afterEach(() => repository.remove());

  async function choose(): Promise<Choice> {
    const { root } = repository;
    const files = projectFiles(root);
    const all = files
      .filter((file) => existsSync(repository.file(file)))
      .flatMap((file): readonly TestFile[] => {
        const [, suite = ''] = file.split('/');
        return file.endsWith('.test.ts') && isSuiteName(suite)
          ? [{ suite, file, expectedMs: 1 }]
          : [];
      });
    return chooseChanged(root, all, await importGraph(root, files), changedFiles(root));
  }

  /** Chosen files by their paths in `test`, without the extension. */
  async function chosen(): Promise<readonly string[]> {
    const { files } = await choose();
    return files.map(({ file }) => file.replace(/^test\/(.*)\.test\.ts$/, '$1'));
  }

  const editor = ['host/suite/start', 'workbench/tree'];
  const wholeSource = 'unit/whole';
  const changes: Readonly<Record<string, readonly string[]>> = {
    'src/shared/one.ts': ['unit/later', 'unit/sum', wholeSource, 'webview/page'],
    'src/shared/shape.ts': [wholeSource],
    'src/page/page.css': [wholeSource, 'webview/page'],
    'src/views/tree.ts': ['host/suite/start', wholeSource, 'workbench/tree'],
    'src/views/row.ts': [wholeSource],
    'media/icon.png': editor,
    'media/l10n/de.json': ['webview/german'],
    'hooks/relay.sh': ['host/suite/start', 'unit/relay', 'workbench/tree'],
    'package.json': editor,
    'docs/notes.md': [],
    'test/fixtures/recordings/first.jsonl': ['unit/recordings'],
    'test/fixtures/recordings/second.jsonl': ['unit/recordings'],
    'test/support/page.ts': ['webview/page'],
    'test/workbench/tree.test.ts': ['workbench/tree'],
  };
  for (const [file, expected] of Object.entries(changes)) {
    it(`after a change of ${file} are ${expected.join(', ') || 'none'}`, async () => {
      repository.write(file, `${project[file] ?? ''}\n`);
      assert.deepEqual(await chosen(), expected);
    });
  }

  it('are all of them after a change of what all tests run with', async () => {
    repository.write('package-lock.json', '{ "packages": {} }');
    assert.equal((await chosen()).length, 10);
  });

  it('follow all changes since the branch left main, and not those of main', async () => {
    repository.git('checkout', '-q', '-b', 'work');
    repository.commit('test/unit/added.test.ts', 'export {};');
    repository.write('test/unit/staged.test.ts', 'export {};');
    repository.git('add', '-A');
    repository.write('test/unit/untracked.test.ts', 'export {};');
    repository.write('dist/unit/ignored.test.ts', 'export {};');
    assert.deepEqual(changedFiles(repository.root), [
      'test/unit/added.test.ts',
      'test/unit/staged.test.ts',
      'test/unit/untracked.test.ts',
    ]);
    repository.git('stash', '-qu');
    repository.git('checkout', '-q', 'main');
    repository.commit('src/shared/one.ts', 'export const one = 2;');
    repository.git('checkout', '-q', 'work');
    assert.deepEqual(await chosen(), ['unit/added']);
  });

  it('are those that used a file which was deleted', async () => {
    repository.git('rm', '-q', 'test/fixtures/recordings/first.jsonl');
    assert.deepEqual(await chosen(), ['unit/recordings']);
  });

  it('are told, with what is left out', async () => {
    repository.write('src/shared/shape.ts', '');
    repository.write('docs/notes.md', 'New');
    const choice = await choose();
    assert.deepEqual(choiceLines(choice, choice.files), [
      'The change can affect 1 of 1 test files: unit 1.',
      'Sources changed: host and workbench run the whole package, and are left to npm test.',
      'No test uses docs/notes.md.',
    ]);
  });
});
