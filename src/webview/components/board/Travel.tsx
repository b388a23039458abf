import { Component, createRef, type ReactNode } from 'react';
import type { Columns } from '../../layout/arrange';
import { placesOf, travel, type CardPlaces } from '../../keys/motion';

interface Props {
  readonly columns: Columns;
  readonly children: ReactNode;
}

/**
 * Animates cards to their new places when the columns change. A class component, as only those can
 * measure before the document changes.
 */
export class Travel extends Component<Props> {
  private readonly root = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(previous: Props): CardPlaces | null {
    const root = this.root.current;
    return root && previous.columns !== this.props.columns ? placesOf(root) : null;
  }

  override componentDidUpdate(_previous: Props, _state: unknown, places: CardPlaces | null): void {
    if (places && this.root.current) travel(this.root.current, places);
  }

  override render(): ReactNode {
    return (
      <div ref={this.root} className="travel">
        {this.props.children}
      </div>
    );
  }
}
