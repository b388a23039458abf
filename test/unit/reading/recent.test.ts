import assert from 'node:assert/strict';
import type { FoundFile } from '../../../src/extension/agents/transcripts/files';
import { recentFiles } from '../../../src/extension/hub/reading/recent';

const now = Date.parse('2026-06-10T12:00:00Z');
const day = 24 * 60 * 60_000;

function session(sessionId: string, daysAgo: number): FoundFile {
  const mtimeMs = now - daysAgo * day;
  const path = `/p/-w/${sessionId}.jsonl`;
  return { path, kind: { kind: 'session', sessionId }, dev: 1, ino: 1, size: 1, mtimeMs };
}

function agent(sessionId: string, daysAgo: number): FoundFile {
  const { path, ...file } = session(sessionId, daysAgo);
  const kind = { kind: 'subagent', sessionId, agentId: 'x' } as const;
  return { ...file, path: `${path}/agent-x.jsonl`, kind };
}

const many = (count: number, daysAgo: number, prefix = 's'): FoundFile[] =>
  Array.from({ length: count }, (_, index) => session(`${prefix}${index}`, daysAgo + index / 1e3));
const idsOf = (files: readonly FoundFile[]): string[] => files.map(({ kind }) => kind.sessionId);

describe('The sessions that were active last', () => {
  it('are a hundred at least, however long ago', () => {
    const found = many(150, 40);
    assert.deepEqual(idsOf(recentFiles(found, now)), idsOf(found.slice(0, 100)));
  });

  it('are all of the last seven days, beyond a hundred', () => {
    const found = [...many(120, 1, 'new'), ...many(80, 30, 'old')];
    assert.deepEqual(idsOf(recentFiles(found, now)), idsOf(found.slice(0, 120)));
  });

  it('are three hundred at most, the latest first', () => {
    const found = many(500, 0);
    assert.deepEqual(idsOf(recentFiles(found.toReversed(), now)), idsOf(found.slice(0, 300)));
  });

  it('are joined by pinned ones, however old, and displaced by none', () => {
    const found = [...many(300, 0), session('old', 400), session('older', 500)];
    const recentIds = idsOf(recentFiles(found, now, new Set(['older', 's1'])));
    assert.deepEqual(recentIds, [...idsOf(found.slice(0, 300)), 'older']);
  });

  it('come with all their files, and nobody comes by a subagent alone', () => {
    const found = [session('a', 1), session('b', 2), agent('a', 3), agent('gone', 0)];
    const paths = recentFiles(found, now).map(({ path }) => path);
    assert.deepEqual(paths, ['/p/-w/a.jsonl', '/p/-w/a.jsonl/agent-x.jsonl', '/p/-w/b.jsonl']);
  });

  it('are known by the newer of two files', () => {
    const moved = { ...session('a', 0), path: '/p/-other/a.jsonl' };
    const found = [...many(100, 20), session('a', 60), moved];
    const paths = recentFiles(found, now).map(({ path }) => path);
    assert.deepEqual(paths.slice(0, 2), ['/p/-other/a.jsonl', '/p/-w/a.jsonl']);
  });
});
