import assert from 'node:assert/strict';
import { creative } from '../../../../src/extension/hub/layers/creative';
import { composeDisplay } from '../../../../src/extension/hub/layers/display';
import { isMostlyProse, mainDocument } from '../../../../src/extension/hub/layers/prose';
import type { ChangedFile, SessionView } from '../../../../src/shared/api/missionControl';
import { aFile, aSignal, aView, changesOf, minutesIn } from '../../../support/board/sessionViews';

function interpretation(overrides: Partial<SessionView>): readonly (string | undefined)[] {
  const label = creative.interpret(aView(overrides));
  const display = label && composeDisplay([{ layer: creative.id, label }], true);
  return [display?.label?.text, ...(display?.badges ?? []).map(({ text }) => text.text)];
}

const chapter = (lastTurn: number, turns: number) => aFile('/book/chapter-2.md', lastTurn, turns);
const exported = (turn: number, ok = true, minute = 0) =>
  aSignal('export', turn, { tool: 'pandoc', file: 'out/book.pdf' }, { ok, minute });
const idle = { group: 'delivered', state: 'task_complete', since: minutesIn(3, 50) } as const;

describe('The layer of writing', () => {
  const rows: readonly (readonly [
    string,
    Partial<SessionView>,
    readonly (string | undefined)[],
  ])[] = [
    ['nothing', {}, [undefined]],
    [
      'a first draft',
      { changes: changesOf(chapter(3, 1)) },
      ['Draft 1 of chapter-2.md', 'Draft 1', 'Feedback asked'],
    ],
    [
      'a draft after another',
      { changes: changesOf(chapter(3, 3)) },
      ['Revised chapter-2.md · draft 3', 'Draft 3', 'Feedback asked'],
    ],
    [
      'a question about the draft',
      {
        changes: changesOf(chapter(3, 2)),
        core: { group: 'needs_you', state: 'awaiting_input', since: minutesIn(3, 1) },
      },
      ['Revised chapter-2.md · draft 2', 'Draft 2', 'Feedback asked'],
    ],
    [
      'a session that is done',
      { changes: changesOf(chapter(3, 1)), core: idle },
      ['Draft 1 of chapter-2.md', 'Draft 1'],
    ],
    [
      'a turn that only answered',
      { changes: changesOf(chapter(2, 1)) },
      ['Draft 1 of chapter-2.md', 'Draft 1'],
    ],
    [
      'a turn that wrote something else',
      { changes: changesOf(chapter(2, 2), aFile('/book/notes.md', 3)) },
      [undefined, 'Draft 2'],
    ],
    [
      'an export after the draft',
      {
        changes: { ...changesOf(chapter(3, 1)), lastAt: minutesIn(3, 1) },
        signals: [exported(3, true, 2)],
        core: idle,
      },
      ['Exported book.pdf', 'Draft 1', 'book.pdf'],
    ],
    [
      'an export before the draft',
      {
        changes: { ...changesOf(chapter(3, 1)), lastAt: minutesIn(3, 3) },
        signals: [exported(3, true, 2)],
        core: idle,
      },
      ['Draft 1 of chapter-2.md', 'Draft 1'],
    ],
    [
      'an export of an earlier turn',
      { changes: changesOf(chapter(3, 1)), signals: [exported(2)], core: idle },
      ['Draft 1 of chapter-2.md', 'Draft 1'],
    ],
    ['an export that failed', { signals: [exported(3, false)] }, [undefined]],
  ];
  for (const [what, view, expected] of rows) {
    it(`labels ${what} with: ${expected[0] ?? 'no label'}`, () => {
      assert.deepEqual(interpretation(view), expected);
    });
  }

  it('names the text that was edited most, except texts that belong to code', () => {
    const main = (...files: readonly ChangedFile[]) =>
      mainDocument(aView({ changes: changesOf(...files) }))?.path;
    assert.equal(main(aFile('/a.tex', 1, 1, 9), aFile('/b.typ', 2, 1, 2)), '/a.tex');
    assert.equal(main(aFile('/a.tex', 1, 1, 2), aFile('/b.typ', 2, 1, 2)), '/b.typ');
    for (const path of [
      '/README.md',
      '/CHANGELOG',
      '/requirements.txt',
      '/CLAUDE.md',
      '/home/d/.claude/plans/a.md',
      '/a.ts',
    ])
      assert.equal(main(aFile(path, 1)), undefined, path);
  });

  it('applies if most changed files are prose', () => {
    const isProse = (...paths: string[]) =>
      isMostlyProse(aView({ changes: changesOf(...paths.map((path) => aFile(path, 1))) }));
    assert.equal(isProse('/a.md', '/b.fountain', '/c.ts'), true);
    assert.equal(isProse('/a.md', '/c.ts'), false);
    assert.equal(isProse('/README.md'), false);
    assert.equal(isProse('/a.md', '/home/d/.claude/plans/a.md'), true);
  });
});
