import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../util/lifetime';

export interface RowItem<Row> extends vscode.QuickPickItem {
  readonly row: Row;
}

type QuickPickOf<Row> = Pick<
  vscode.QuickPick<RowItem<Row>>,
  | 'items'
  | 'activeItems'
  | 'selectedItems'
  | 'onDidAccept'
  | 'onDidTriggerItemButton'
  | 'onDidTriggerButton'
  | 'onDidHide'
  | 'show'
  | 'hide'
  | 'dispose'
>;

/**
 * The row on which the person pressed Enter or a button; undefined for Enter if no row matches, and
 * for a button of the title.
 */
export interface Picked<Row> {
  readonly row: Row | undefined;
  /** All selected rows, if the list allows several. */
  readonly rows: readonly Row[];
  readonly button?: vscode.QuickInputButton;
}

export interface RowBehavior<Row> {
  /** Must depend only on the row, because equal rows are not drawn again. */
  itemOf(row: Row): vscode.QuickPickItem;
  /** Identifies a row across draws. */
  keyOf(row: Row): string;
  /** Handles a pick; returns true if the list stays open. Without it every pick closes the list. */
  onPick?(picked: Picked<Row>): boolean;
}

/** A quick pick whose rows may change while it is open. It disposes itself when it closes. */
export class LivePick<Row> implements Disposable {
  private readonly lifetime = new DisposableStore();
  private drawn: string | undefined;
  private drawnFor: string | undefined;
  private resolve: (picked: Picked<Row> | undefined) => void = () => undefined;

  constructor(
    private readonly pick: QuickPickOf<Row>,
    private readonly rows: RowBehavior<Row>,
  ) {
    this.disposeWithList(pick);
    this.disposeWithList(
      pick.onDidAccept(() => this.accept(pick.selectedItems.map(({ row }) => row))),
    );
    this.disposeWithList(
      pick.onDidTriggerItemButton(({ item: { row }, button }) =>
        this.finish({ row, rows: [row], button }),
      ),
    );
    this.disposeWithList(
      pick.onDidTriggerButton((button) => this.finish({ row: undefined, rows: [], button })),
    );
    this.disposeWithList(pick.onDidHide(() => this.dispose()));
  }

  get active(): Row | undefined {
    return this.pick.activeItems[0]?.row;
  }

  /** Disposes `child` with the list; returns it. */
  disposeWithList<T extends Disposable>(child: T): T {
    return this.lifetime.add(child);
  }

  /**
   * Shows these rows. Equal rows are not set again, because a click in progress on a row would then
   * be lost. The active row stays active, unless `subject`, such as the query that the rows answer,
   * has changed.
   */
  draw(rows: readonly Row[], subject = ''): void {
    if (this.lifetime.isDisposed) return;
    const drawn = JSON.stringify([subject, rows]);
    if (drawn === this.drawn) return;
    const active = subject === this.drawnFor ? this.active : undefined;
    this.drawn = drawn;
    this.drawnFor = subject;
    const items = rows.map((row) => ({ ...this.rows.itemOf(row), row }));
    this.pick.items = items;
    if (active === undefined) return;
    const key = this.rows.keyOf(active);
    const same = items.find(({ row }) => this.rows.keyOf(row) === key);
    if (same !== undefined) this.pick.activeItems = [same];
  }

  /** Resolves with the pick that closed the list; undefined if the person dismissed it. */
  show(): Promise<Picked<Row> | undefined> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.pick.show();
    });
  }

  /** Picks the rows as if the person had pressed Enter on them. */
  accept(rows: readonly Row[]): void {
    this.finish({ row: rows[0], rows });
  }

  dispose(): void {
    this.resolve(undefined);
    this.lifetime.dispose();
  }

  private finish(picked: Picked<Row>): void {
    if (this.rows.onPick?.(picked) === true) return;
    this.resolve(picked);
    this.pick.hide();
  }
}
