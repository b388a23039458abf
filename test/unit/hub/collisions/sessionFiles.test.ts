import assert from 'node:assert/strict';
import {
  filesAfter,
  lastChange,
  lastChanges,
  noFiles,
  unresolvedNames,
} from '../../../../src/extension/hub/collisions/sessionFiles';
import {
  maxChangedFiles,
  noChanges,
  addEdit,
  type FileChanges,
} from '../../../../src/extension/hub/domain/facts/changes';
import type { SubagentFileFacts } from '../../../../src/extension/hub/domain/facts/session';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';

type Edit = readonly [file: string, at: number, since?: number];

const edited = (before: FileChanges, ...edits: readonly Edit[]): FileChanges =>
  edits.reduce(
    (changes, [file, at, since]) => addEdit(changes, file, { turn: 1, at, since }),
    before,
  );
const work = (changes: FileChanges, ofSubagent = noChanges) => ({
  transcript: { ...emptyTranscript('/s'), cwd: '/w', changes },
  subagentFiles: new Map([
    ['sub', { agentId: 'sub', changes: ofSubagent } as unknown as SubagentFileFacts],
  ]),
});

describe('The files of a session in its work tree', () => {
  const three = edited(noChanges, ['/w/a', 1], ['/w/b', 2], ['/w/c', 3]);
  const reals = new Map<string, string | undefined>(['/w/a', '/w/b', '/w/c'].map((p) => [p, p]));
  const files = filesAfter(noFiles('one'), work(three), reals);

  it('are resolved to real paths once per name, until the facts drop that name', () => {
    assert.deepEqual(
      [...unresolvedNames(noFiles('one'), work(three)).keys()],
      ['/w/a', '/w/b', '/w/c'],
    );
    const more = work(edited(three, ['/w/a', 4], ['/w/d', 5], ['sub/e', 6]));
    const unknown = unresolvedNames(files, more);
    assert.deepEqual(
      [...unknown],
      [
        ['/w/d', '/w/d'],
        ['sub/e', '/w/sub/e'],
      ],
    );
    const outside = filesAfter(files, more, new Map([['/w/d', undefined]]));
    assert.deepEqual([...unresolvedNames(outside, more).keys()], []);
    const without = filesAfter(files, work(noChanges), new Map());
    assert.equal(unresolvedNames(without, work(three)).size, 3);
  });

  it('are dropped with the facts, unless a subagent changed them as well', () => {
    const many = Array.from({ length: maxChangedFiles - 1 }, (_, n): Edit => [`/w/${n}`, 10 + n]);
    const later = work(edited(three, ...many), edited(noChanges, ['/w/b', 1]));
    const after = filesAfter(files, later, new Map(many.map(([name]) => [name, name])));
    assert.deepEqual(
      [lastChange(after, '/w/a'), lastChange(after, '/w/b')?.agentId],
      [undefined, 'sub'],
    );
    assert.equal(lastChanges(after).length, maxChangedFiles + 1);
  });

  it('have their last change, no matter which agent made it and by which name', () => {
    const later = work(
      three,
      edited(noChanges, ['/w/a', 0], ['/w/b', 7, 6], ['/link/c', 8], ['sub/d', 9]),
    );
    const links = new Map([
      ['/link/c', '/w/c'],
      ['sub/d', '/w/sub/d'],
    ]);
    const after = filesAfter(files, later, links);
    const change = (path: string, at: number, agentId?: string, since?: number) => ({
      sessionId: 'one',
      path,
      at,
      since,
      agentId,
    });
    const all = [
      change('/w/a', 1),
      change('/w/b', 7, 'sub', 6),
      change('/w/c', 8, 'sub'),
      change('/w/sub/d', 9, 'sub'),
    ];
    assert.deepEqual(lastChanges(after), all);
    assert.deepEqual(
      all.map(({ path }) => lastChange(after, path)),
      all,
    );
    assert.equal(lastChange(files, '/w/b')?.at, 2, 'What is known already does not change');
  });

  it('include only files in the tree', () => {
    const outside = new Map([...reals, ['/w/a', undefined]] as const);
    const after = filesAfter(noFiles('one'), work(three), outside);
    assert.deepEqual(
      lastChanges(after).map(({ path }) => path),
      ['/w/b', '/w/c'],
    );
    assert.equal(lastChange(after, '/w/a'), undefined);
  });
});
