import { keyOf, type ItemPlace } from '../../shared/messages/readerItems';
import type { ToReader } from '../../shared/messages/readerMessages';
import { createStore } from '../store';
import type { ReaderHost } from './host';

export type PictureState =
  | { readonly kind: 'coming' }
  | { readonly kind: 'none' }
  | { readonly kind: 'there'; readonly source: string };

/** Maximum number of pictures kept; older ones are requested again. */
const maxKept = 40;

/** Pictures of the transcript, requested from the host when they come into view. */
export class Pictures {
  readonly state = createStore<ReadonlyMap<string, PictureState>>(new Map());

  constructor(private readonly host: ReaderHost) {}

  requestPicture(place: ItemPlace, index: number): void {
    const name = pictureName(place, index);
    if (this.state.get().has(name)) return;
    this.set(name, { kind: 'coming' });
    this.host.post({ type: 'picture', place: { at: place.at, part: place.part }, index });
  }

  handleMessage(message: ToReader): void {
    if (message.type !== 'picture') return;
    const { source } = message;
    this.set(
      pictureName(message.place, message.index),
      source?.startsWith('data:image/') ? { kind: 'there', source } : { kind: 'none' },
    );
  }

  private set(name: string, picture: PictureState): void {
    const next = new Map(this.state.get());
    next.delete(name);
    next.set(name, picture);
    for (const oldest of next.keys()) {
      if (next.size <= maxKept) break;
      next.delete(oldest);
    }
    this.state.set(next);
  }
}

export function pictureName(place: ItemPlace, index: number): string {
  return `${keyOf(place)} ${index}`;
}
