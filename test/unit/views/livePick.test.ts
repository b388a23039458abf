import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { LivePick, type Picked, type RowItem } from '../../../src/extension/views/livePick';
import { Emitter } from '../../../src/extension/util/emitter';

interface Row {
  readonly key: string;
  readonly label: string;
}

type Item = RowItem<Row>;

/**
 * A quick pick that behaves like the editor's: each draw replaces its rows and activates the first.
 */
class FakeQuickPick {
  private drawn: readonly Item[] = [];
  draws = 0;
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  isShown = false;
  disposals = 0;
  readonly accepted = new Emitter<void>();
  readonly rowPressed = new Emitter<vscode.QuickPickItemButtonEvent<Item>>();
  readonly pressed = new Emitter<vscode.QuickInputButton>();
  readonly hidden = new Emitter<void>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidTriggerItemButton = this.rowPressed.event;
  readonly onDidTriggerButton = this.pressed.event;
  readonly onDidHide = this.hidden.event;

  get items(): readonly Item[] {
    return this.drawn;
  }

  set items(items: readonly Item[]) {
    this.draws += 1;
    this.drawn = items;
    this.activeItems = items.slice(0, 1);
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
    this.hidden.fire();
  }

  dispose(): void {
    this.disposals += 1;
  }

  goTo(key: string): void {
    this.activeItems = this.drawn.filter(({ row }) => row.key === key);
  }

  /**
   * Presses the mouse on a row's button; returns the release, which counts only while the same row
   * exists.
   */
  pressDown(key: string, button: vscode.QuickInputButton): () => void {
    const item = this.drawn.find(({ row }) => row.key === key);
    return () => {
      if (item !== undefined && this.drawn.includes(item)) this.rowPressed.fire({ item, button });
    };
  }

  enter(...keys: readonly string[]): void {
    this.selectedItems = this.drawn.filter(({ row }) => keys.includes(row.key));
    this.accepted.fire();
  }
}

const some = (...keys: readonly string[]): readonly Row[] =>
  keys.map((key) => ({ key, label: `Row ${key}` }));

describe('A list whose rows change while it is open', () => {
  const button = {} as vscode.QuickInputButton;
  let pick: FakeQuickPick;
  let list: LivePick<Row>;
  let stays: ((picked: Picked<Row>) => boolean) | undefined;
  beforeEach(() => {
    pick = new FakeQuickPick();
    stays = undefined;
    list = new LivePick<Row>(pick, {
      itemOf: ({ label }) => ({ label }),
      keyOf: ({ key }) => key,
      onPick: (picked) => stays?.(picked) ?? false,
    });
  });

  it('handles a press on a row’s button even if equal rows were drawn meanwhile', async () => {
    list.draw(some('a', 'b'), 'query');
    const picked = list.show();
    const release = pick.pressDown('b', button);
    list.draw(some('a', 'b'), 'query');
    release();
    pick.hide();
    assert.deepEqual(await picked, { row: some('b')[0], rows: some('b'), button });
  });

  it('draws rows that differ, even only in the text of one row', () => {
    list.draw(some('a', 'b'));
    list.draw([...some('a'), { key: 'b', label: 'Renamed' }]);
    assert.deepEqual([pick.draws, pick.items.map(({ label }) => label)], [2, ['Row a', 'Renamed']]);
  });

  it('keeps the active row active when other rows are added', () => {
    list.draw(some('a', 'b'));
    pick.goTo('b');
    list.draw(some('x', 'a', 'b'));
    assert.equal(list.active?.key, 'b');
  });

  it('makes the first row active when the active row has been removed', () => {
    list.draw(some('a', 'b'));
    pick.goTo('b');
    list.draw(some('x', 'a'));
    assert.equal(list.active?.key, 'x');
  });

  it('makes the first row active when the rows belong to a different query', () => {
    list.draw(some('a', 'b'), 'one');
    pick.goTo('b');
    list.draw(some('x', 'b'), 'other');
    assert.equal(list.active?.key, 'x');
  });

  it('closes on Enter with all checked rows', async () => {
    list.draw(some('a', 'b', 'c'));
    const picked = list.show();
    pick.enter('b', 'c');
    assert.deepEqual(await picked, { row: some('b')[0], rows: some('b', 'c') });
    assert.equal(pick.isShown, false);
  });

  it('closes without a row after a press on a button of the title', async () => {
    list.draw(some('a'));
    const picked = list.show();
    pick.pressed.fire(button);
    assert.deepEqual(await picked, { row: undefined, rows: [], button });
  });

  it('stays open after a pick that is handled in the list', async () => {
    list.draw(some('a', 'b'));
    stays = ({ row }) => row?.key === 'a';
    const picked = list.show();
    pick.enter('a');
    assert.equal(pick.isShown, true);
    pick.enter('b');
    assert.equal((await picked)?.row?.key, 'b');
  });

  it('resolves with undefined and disposes of its resources when the person closes it', async () => {
    let disposals = 0;
    list.disposeWithList({ dispose: () => (disposals += 1) });
    list.draw(some('a'));
    const picked = list.show();
    pick.hide();
    assert.deepEqual([await picked, disposals, pick.disposals], [undefined, 1, 1]);
  });

  it('does not draw rows that arrive after it has closed', () => {
    list.draw(some('a'));
    void list.show();
    pick.hide();
    list.draw(some('b'));
    assert.equal(pick.draws, 1);
  });
});
