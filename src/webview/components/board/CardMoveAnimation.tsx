import { Component, createRef, type ReactNode } from 'react';
import type { Columns } from '../../layout/arrange';
import { positionsOf, animateMoves, type CardPositions } from '../../keys/motion';

interface Props {
  readonly columns: Columns;
  readonly children: ReactNode;
}

/**
 * Animates cards to their new positions when the columns change. A class component, because only
 * `getSnapshotBeforeUpdate` can measure before the DOM changes.
 */
export class CardMoveAnimation extends Component<Props> {
  private readonly root = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(previous: Props): CardPositions | null {
    const root = this.root.current;
    if (!root || previous.columns === this.props.columns) return null;
    return positionsOf(root);
  }

  override componentDidUpdate(
    _previous: Props,
    _state: unknown,
    before: CardPositions | null,
  ): void {
    if (!before || !this.root.current) return;
    animateMoves(this.root.current, before);
  }

  override render(): ReactNode {
    return (
      <div ref={this.root} className="travel flex grows shrinks-down">
        {this.props.children}
      </div>
    );
  }
}
