import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { keptFiles } from '../../../src/extension/hub/store/keptFiles';
import { signalKinds } from '../../support/board/signalKinds';
import { projectRoot } from '../../support/editor/paths';

const pages = [
  'CONTRIBUTING.md',
  ...fs
    .readdirSync(path.join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];
const mostBytes = 12_000;

const textOf = (page: string): string => fs.readFileSync(path.join(projectRoot, page), 'utf8');

/** Texts between backticks. */
function codeOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/`([^`\n]+)`/gu)].map(([, code = '']) => code);
}

/** Days in a cell such as `30 days after the last use`; undefined if it names none. */
function timeIn(cell: string): number | undefined {
  const [, days] = /^(a|\d+) days?\b/u.exec(cell) ?? [];
  return days === undefined ? undefined : days === 'a' ? 1 : Number(days);
}

describe('the documents', () => {
  it('list each kept file in the privacy table, and for how long it keeps entries', () => {
    const rows = textOf('docs/manual/privacy.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const listed = rows.flatMap(([, file = '', , time = '']) =>
      [...file.matchAll(/`([\w-]+\.json)`/gu)].map(([, name = '']) => [name, timeIn(time)]),
    );
    const expected = Object.entries(keptFiles).map(([name, limits]) => [
      name,
      'ms' in limits ? limits.ms / 86_400_000 : undefined,
    ]);
    assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(expected));
  });

  it('name source files and tests that are there', () => {
    const files = ['src', 'test'].flatMap((folder) =>
      fs
        .readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/'))),
    );
    const isThere = (name: string): boolean =>
      files.some((file) => `/${file}`.endsWith(`/${name}`)) ||
      ['', '.test.ts'].some((end) => files.includes(`test/${name}${end}`));
    const isFile = (code: string): boolean =>
      /^[\w/-]+\.tsx?$/u.test(code) ||
      /^(?:unit|integration|webview|client|host|workbench)\/[\w/]+$/u.test(code);
    const gone = pages.flatMap((page) =>
      codeOf(page)
        .filter((code) => isFile(code) && !isThere(code) && !isRoom(code))
        .map((code) => `${page}: ${code}`),
    );
    assert.deepEqual(gone, []);
  });

  it('have a map with every room, and only rooms that are there', () => {
    const [, map = ''] = textOf('CONTRIBUTING.md').split('\n## Map\n');
    const named = map
      .split('\n## ', 1)[0]
      ?.split('\n')
      .flatMap((line) => [...(/^- ([^:]*):/u.exec(line)?.[1] ?? '').matchAll(/`([^`]+)\/`/gu)])
      .map(([, room = '']) => room);
    const rooms = new Set(named);
    assert.deepEqual(
      [...rooms].filter((room) => !isRoom(room)),
      [],
    );
    const unnamed = ['src', 'src/extension', 'src/extension/hub'].flatMap((parent) =>
      fs
        .readdirSync(path.join(projectRoot, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => path.posix.join(parent, entry.name))
        .filter((room) => room !== 'src/extension')
        .filter((room) => ![...rooms].some((name) => `/${room}`.endsWith(`/${name}`))),
    );
    assert.deepEqual(unnamed, []);
  });

  it('name every kind of signal that the interface for extensions declares, and no other', () => {
    const [, list = ''] = /\(`SignalKind`\): ([^.]*)\./u.exec(textOf('docs/api.md')) ?? [];
    const named = [...list.matchAll(/`([^`]+)`/gu)].map(([, kind]) => kind);
    assert.ok(signalKinds.includes('commit'));
    assert.deepEqual(named, signalKinds);
  });

  it('have a CONTRIBUTING that is read in one go', () => {
    assert.ok(Buffer.byteLength(textOf('CONTRIBUTING.md')) <= mostBytes);
  });
});

/** Folders are named relative to the project, or to one of the folders with most of them. */
function isRoom(name: string): boolean {
  return ['', 'src/extension', 'src/extension/hub'].some((parent) =>
    fs.existsSync(path.join(projectRoot, parent, name)),
  );
}
