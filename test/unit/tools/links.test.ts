import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parsePage, type MarkdownPage } from '../../support/docs/markdownPage';
import { projectRoot } from '../../support/editor/paths';

/** Paths of pages relative to the root, with slashes. */
const names = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...fs
    .readdirSync(path.join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll(path.sep, '/')}`),
];

const read = (name: string): string => fs.readFileSync(path.join(projectRoot, name), 'utf8');
const pages: ReadonlyMap<string, MarkdownPage> = new Map(
  names.map((name) => [name, parsePage(read(name))]),
);

/** Target path relative to the root, and anchor, of a link of a page; undefined for a web link. */
function targetOf(page: string, link: string): readonly [string, string] | undefined {
  if (/^[a-z]+:/u.test(link)) return undefined;
  const [file = '', anchor = ''] = decodeURI(link).split('#');
  return [file === '' ? page : path.posix.join(path.posix.dirname(page), file), anchor];
}

function targetsOf(page: string): readonly (readonly [string, string])[] {
  const { links = [], pictures = [] } = pages.get(page) ?? {};
  return [...links, ...pictures.map(({ source }) => source)].flatMap((link) => {
    const target = targetOf(page, link);
    return target === undefined ? [] : [target];
  });
}

function brokenLinks(page: string): readonly string[] {
  return targetsOf(page)
    .filter(([file, anchor]) => {
      if (!fs.existsSync(path.join(projectRoot, file))) return true;
      return anchor !== '' && pages.get(file)?.anchors.has(anchor) !== true;
    })
    .map(([file, anchor]) => `${page}: ${file}#${anchor}`);
}

describe('Links in the docs', () => {
  it('lead to files and headings that exist', () => {
    assert.deepEqual(names.flatMap(brokenLinks), []);
  });

  it('reach every page of the manual from its table of contents', () => {
    const listed = new Set(targetsOf('docs/manual/README.md').map(([file]) => file));
    const manual = names.filter((name) => name.startsWith('docs/manual/'));
    assert.deepEqual(
      manual.filter((name) => !name.endsWith('/README.md') && !listed.has(name)),
      [],
    );
  });

  it('show pictures with a text for those who cannot see them', () => {
    const silent = [...pages].flatMap(([name, { pictures }]) =>
      pictures.filter(({ alt }) => alt.trim() === '').map(({ source }) => `${name}: ${source}`),
    );
    assert.deepEqual(silent, []);
  });

  it('reach every page on security from SECURITY', () => {
    const listed = new Set(targetsOf('SECURITY.md').map(([file]) => file));
    const security = names.filter((name) => name.startsWith('docs/security/'));
    assert.ok(security.length > 0);
    assert.deepEqual(
      security.filter((name) => !listed.has(name)),
      [],
    );
  });

  it('lead from every promise on security to a test', () => {
    const untested = names
      .filter((name) => name.startsWith('docs/security/'))
      .flatMap((name) => {
        const [, ...promises] = read(name).split(/^### /mu);
        return promises
          .filter((promise) => !/^Tested in .*\]\((?:\.\.\/){2}test\//mu.test(promise))
          .map((promise) => `${name}: ${promise.split('\n', 1).join('')}`);
      });
    assert.deepEqual(untested, []);
  });

  it('leave README and SECURITY short: details are on pages of their own', () => {
    for (const name of ['README.md', 'SECURITY.md'])
      assert.ok(Buffer.byteLength(read(name)) <= 10_000, name);
  });
});
