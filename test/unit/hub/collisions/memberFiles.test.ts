import assert from 'node:assert/strict';
import { MemberFiles } from '../../../../src/extension/hub/collisions/memberFiles';
import {
  keptFiles,
  noChanges,
  withEdit,
  type FileChanges,
} from '../../../../src/extension/hub/domain/facts/changes';
import type { SubagentFileFacts } from '../../../../src/extension/hub/domain/facts/session';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';

type Edit = readonly [file: string, at: number, since?: number];

const edited = (before: FileChanges, ...edits: readonly Edit[]): FileChanges =>
  edits.reduce(
    (changes, [file, at, since]) => withEdit(changes, file, { turn: 1, at, since }),
    before,
  );
const work = (changes: FileChanges, ofSubagent = noChanges) => ({
  transcript: { ...emptyTranscript('/s'), cwd: '/w', changes },
  subagentFiles: new Map([
    ['sub', { agentId: 'sub', changes: ofSubagent } as unknown as SubagentFileFacts],
  ]),
});

describe('The files of a session that may meet others', () => {
  const three = edited(noChanges, ['/w/a', 1], ['/w/b', 2], ['/w/c', 3]);
  let files: MemberFiles;

  beforeEach(() => {
    files = new MemberFiles('one');
    files.take(work(three));
  });

  it('are all new at first, and later only those that changed again', () => {
    assert.deepEqual(new MemberFiles('one').take(work(three)), {
      changed: ['/w/a', '/w/b', '/w/c'],
      forgotten: [],
    });
    const more = edited(three, ['/w/a', 4], ['/w/d', 5]);
    assert.deepEqual(files.take(work(more)), { changed: ['/w/a', '/w/d'], forgotten: [] });
    assert.deepEqual(files.take(work(more)), { changed: [], forgotten: [] });
    const late = edited(more, ['/w/d', 6]);
    assert.deepEqual(files.take(work(late)), { changed: ['/w/d'], forgotten: [] });
  });

  it('are forgotten where the facts do so, unless a subagent changed them, too', () => {
    const many = Array.from({ length: keptFiles - 1 }, (_, n): Edit => [`/w/${n}`, 10 + n]);
    files.take(work(three, edited(noChanges, ['/w/b', 1])));
    const { changed, forgotten } = files.take(
      work(edited(three, ...many), edited(noChanges, ['/w/b', 1])),
    );
    assert.deepEqual(forgotten, ['/w/a']);
    assert.deepEqual([changed.length, changed.at(-1)], [keptFiles, '/w/b']);
    assert.deepEqual([files.heldAt('/w/a'), files.heldAt('/w/b')?.agentId], [undefined, 'sub']);
  });

  it('are told by their last change, whoever made it and by whatever name', () => {
    files.take(work(three, edited(noChanges, ['/w/b', 7, 6], ['/link/c', 8], ['sub/d', 9])));
    assert.equal(files.pathOf('sub/d'), '/w/sub/d');
    files.setReal('/link/c', '/w/c');
    files.setReal('sub/d', '/w/sub/d');
    const held = (path: string, at: number, agentId?: string, since?: number) => ({
      sessionId: 'one',
      path,
      at,
      since,
      agentId,
    });
    const all = [
      held('/w/a', 1),
      held('/w/b', 7, 'sub', 6),
      held('/w/c', 8, 'sub'),
      held('/w/sub/d', 9, 'sub'),
    ];
    assert.deepEqual(files.all(), all);
    assert.deepEqual(
      all.map(({ path }) => files.heldAt(path)),
      all,
    );
    assert.deepEqual([...files.paths()], ['/w/a', '/w/b', '/w/c', '/w/sub/d']);
  });

  it('are none where they are of no tree, and none when they are not minded any more', () => {
    files.setReal('/w/a', undefined);
    assert.deepEqual([files.realOf('/w/a'), files.heldAt('/w/a')], [undefined, undefined]);
    assert.deepEqual([...files.paths()], ['/w/b', '/w/c']);
    files.forgetAll();
    assert.deepEqual([files.isEmpty, files.all()], [true, []]);
  });
});
