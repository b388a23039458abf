import { Component, createRef, type ReactNode } from 'react';
import type { Columns } from '../../layout/arrange';
import { heldCards, hold, letGo, type HeldCard } from '../../keys/hold';
import { placesOf, travel, type CardPlaces } from '../../keys/motion';

interface Props {
  readonly columns: Columns;
  readonly children: ReactNode;
}

interface Before {
  readonly places: CardPlaces;
  readonly held: readonly HeldCard[];
}

/**
 * Animates cards to their new places when the columns change, all but those that a person points
 * at, has the focus in or has opened: these stay in their places on the screen. A class component,
 * as only those can measure before the document changes.
 */
export class Travel extends Component<Props> {
  private readonly root = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(previous: Props): Before | null {
    const root = this.root.current;
    if (!root || previous.columns === this.props.columns) return null;
    return { places: placesOf(root), held: heldCards(root) };
  }

  override componentDidUpdate(_previous: Props, _state: unknown, before: Before | null): void {
    if (!before || !this.root.current) return;
    hold(before.held);
    travel(this.root.current, before.places);
  }

  private readonly letGo = (): void => {
    // The focus is elsewhere only after the event.
    requestAnimationFrame(() => this.root.current && letGo(this.root.current));
  };

  override render(): ReactNode {
    return (
      <div
        ref={this.root}
        className="travel"
        onPointerLeave={this.letGo}
        onPointerOver={this.letGo}
        onBlur={this.letGo}
      >
        {this.props.children}
      </div>
    );
  }
}
