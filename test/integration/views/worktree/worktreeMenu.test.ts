import assert from 'node:assert/strict';
import {
  WorktreeMenu,
  type WorktreeEditor,
} from '../../../../src/extension/views/worktree/worktreeMenu';
import {
  restoredText,
  type DialogText,
} from '../../../../src/extension/views/worktree/worktreeText';
import type { RemovedWorktree, Worktree } from '../../../../src/shared/protocol/work/worktrees';
import { aWorktree } from '../../../support/git/aWorktree';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { LinkedWorktree } from '../../../support/git/linkedWorktree';
import { aSession } from '../../../support/sessionBuilder';

const tree = aWorktree();
const back: RemovedWorktree = {
  path: tree.path,
  main: '/home/me/shop',
  commit: tree.commit,
  branch: 'worktree-tidy-up',
  branchDeleted: true,
  kept: {
    id: '20260302T101500Z-1a2b3c4d',
    folder: '/home/me/shop/.git/mission-control/removed/1',
    name: 'tidy-up',
    isSaved: true,
  },
};

/** An editor whose person presses these buttons in turn, and a record of what it showed. */
class FakeEditor implements WorktreeEditor {
  readonly asked: (DialogText & { readonly buttons: readonly string[] })[] = [];
  readonly told: string[] = [];
  readonly opened: string[] = [];
  shown: WorktreeEditor['shown'] = { folders: [], unsaved: [] };

  constructor(private readonly presses: (string | undefined)[]) {}

  ask(asked: DialogText, buttons: readonly string[]): Promise<string | undefined> {
    this.asked.push({ ...asked, buttons });
    return Promise.resolve(this.presses.shift());
  }

  tell(text: string, button?: string): Promise<string | undefined> {
    this.told.push(text);
    return Promise.resolve(button === undefined ? undefined : this.presses.shift());
  }

  during<Value>(_title: string, job: () => Promise<Value>): Promise<Value> {
    return job();
  }

  openFolder(folder: string): Promise<void> {
    this.opened.push(folder);
    return Promise.resolve();
  }
}

describe('The menu of a worktree', () => {
  const repository = { worktree: 'tidy-up' };

  function scene(worktree: Partial<Worktree>, ...presses: (string | undefined)[]) {
    const editor = new FakeEditor(presses);
    const calls: unknown[] = [];
    const hub = fakeCalls({
      worktree: () => ({ ...tree, ...worktree }),
      removeWorktree: (request) => {
        calls.push(request);
        return { ...back, branchDeleted: request.branch };
      },
      addWorktree: (payload) => {
        calls.push(payload);
        return { missing: [] };
      },
    });
    const there: string[] = [];
    const menu = new WorktreeMenu({
      there: {
        folderOf: (id) => Promise.resolve(void there.push(`folder ${id}`)),
        worktree: (id) => Promise.resolve(void there.push(`worktree ${id}`)),
      },
      board: {
        get: (id) =>
          aSession({
            sessionId: id,
            ...(id !== 'two' && { repository }),
            ...(id === 'far' && { machine: { id: 'm1', name: 'gpu' } }),
          }),
      },
      hub,
      editor,
      home: '/home/me',
    });
    return { menu, editor, calls, hub, there };
  }

  it('asks before it removes one, and names the folder, the branch and what goes for good', async () => {
    const { menu, editor, calls } = scene({
      ignored: 5210,
      ignoredIn: ['.env', 'node_modules'],
      unreferenced: 2,
    });
    await menu.remove('one');
    assert.deepEqual(editor.asked, [
      {
        question: 'Remove the worktree tidy-up?',
        detail: [
          'Folder: ~/shop/.claude/worktrees/tidy-up',
          'Branch: worktree-tidy-up, all merged',
          '',
          'Its sessions can’t be resumed until the folder is back.',
          '5210 files that git ignores go with it, in .env, node_modules.',
          '2 commits that no branch has go with it.',
          'For 30 days it is kept in the repository’s git folder, no more than the last 10: Undo brings everything back.',
        ].join('\n'),
        buttons: ['Remove Worktree', 'Remove Worktree and Branch'],
      },
    ]);
    assert.deepEqual([calls, editor.told], [[], []]);
  });

  it('removes what was shown, with its branch where that was chosen, and brings it back', async () => {
    const { menu, editor, calls } = scene({}, 'Remove Worktree and Branch', 'Undo');
    await menu.remove('one');
    assert.deepEqual(calls, [{ sessionId: 'one', seen: tree.seen, branch: true }, back]);
    assert.deepEqual(editor.told, [
      'Removed the worktree tidy-up and its branch worktree-tidy-up. It is kept for 30 days in ~/shop/.git/mission-control/removed/1.',
      'The worktree is back.',
    ]);
  });

  it('leaves the branch where only the worktree goes, and where git would not delete it', async () => {
    const { menu, editor, calls } = scene({}, 'Remove Worktree');
    await menu.remove('one');
    assert.equal((calls[0] as { readonly branch: boolean }).branch, false);
    assert.match(editor.told.join(), /^Removed the worktree tidy-up\. It is kept/);
    const other = scene({ merged: false, deletable: false });
    await other.menu.remove('one');
    const [asked] = other.editor.asked;
    assert.deepEqual(asked?.buttons, ['Remove Worktree']);
    assert.match(asked?.detail ?? '', /Branch: worktree-tidy-up, which stays/);
  });

  it('says each reason that keeps one, and opens it where the person wants to see', async () => {
    const reasons = ['running', 'uncommitted', 'untracked', 'unpushed', 'locked'] as const;
    const { menu, editor, calls } = scene(
      {
        keeps: [...reasons],
        runs: ['zsh (4242)'],
        uncommitted: 2,
        untracked: 1,
        unpushed: 3,
        lock: 'USB stick',
      },
      'Open Worktree in New Window',
    );
    await menu.remove('one');
    const [asked] = editor.asked;
    assert.equal(asked?.question, 'The worktree tidy-up can’t be removed yet.');
    assert.deepEqual(asked.detail.split('\n').slice(0, 5), [
      '• Still at work in it: zsh (4242). End it first.',
      '• 2 files aren’t committed. Commit them, or discard the changes.',
      '• 1 new file isn’t committed. Commit or delete it.',
      '• 3 commits are neither pushed nor merged. Push or merge the branch.',
      '• It is locked in git: USB stick. Unlock it with “git worktree unlock”.',
    ]);
    assert.deepEqual([calls, editor.opened], [[], [tree.path]]);
  });

  it('says exactly what is not back', () => {
    assert.equal(restoredText({ missing: [] }), 'The worktree is back.');
    assert.equal(
      restoredText({ missing: ['files', 'branch'] }),
      'The worktree is back. Files that git ignores and its reflog aren’t: they were no longer kept. The reflog or a setting of its branch isn’t; git keeps the commits.',
    );
  });

  it('removes none that this window shows, or in which something typed is not saved', async () => {
    const { menu, editor, calls } = scene({}, 'Remove Worktree');
    editor.shown = { folders: [tree.path], unsaved: [] };
    await assert.rejects(menu.remove('one'), /This window shows the worktree/);
    editor.shown = { folders: [], unsaved: [`${tree.path}/a.txt`, `${tree.path}-2/b.txt`] };
    await assert.rejects(menu.remove('one'), /unsaved changes/);
    assert.deepEqual([calls, editor.asked], [[], []]);
    editor.shown = { folders: [`${tree.path}-2`], unsaved: [] };
    await menu.remove('one');
    assert.equal(calls.length, 1);
  });

  it('has nothing for a session in no worktree', async () => {
    const { menu } = scene({});
    await assert.rejects(menu.remove('two'), /works in no worktree/);
    await assert.rejects(menu.open('two'), /works in no worktree/);
  });

  it('leaves one on another machine to that machine', async () => {
    const { menu, editor, calls, there } = scene({}, 'Remove Worktree');
    await menu.open('far');
    await menu.remove('far');
    assert.deepEqual(there, ['folder far', 'worktree far']);
    assert.deepEqual([editor.opened, editor.asked, calls], [[], [], []]);
  });

  it('opens the top folder of a worktree, also for a session that went deeper', async () => {
    const linked = new LinkedWorktree();
    try {
      linked.tree.write('src/a.ts', '');
      const editor = new FakeEditor([]);
      const projectPath = linked.tree.file('src');
      const menu = new WorktreeMenu({
        board: { get: () => aSession({ repository, projectPath }) },
        there: { folderOf: () => Promise.resolve(), worktree: () => Promise.resolve() },
        hub: scene({}).hub,
        editor,
        home: '',
      });
      await menu.open('one');
      assert.deepEqual(editor.opened, [linked.tree.root]);
      linked.main.git('worktree', 'remove', '--force', linked.tree.root);
      await assert.rejects(menu.open('one'), /no longer exists/);
    } finally {
      linked.remove();
    }
  });
});
