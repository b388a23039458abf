import type { LinePattern } from './linePattern';

/** A client writes a few forms of each part, and two clients may take turns. */
const most = 3;

/** The ways in which a part of a line was written before, with what is known of each; the latest first. */
export class Ways<Way extends { readonly pattern: LinePattern }> {
  private readonly ways: Way[] = [];

  constructor(private readonly make: () => Way) {}

  /** The way in which the part that begins there is written; the pattern's `end` is behind it. */
  match(bytes: Buffer, view: DataView, at: number, end: number): Way | undefined {
    for (let place = 0; place < this.ways.length; place += 1) {
      const way = this.ways[place];
      if (way === undefined || way.pattern.match(bytes, view, at, end) < 0) continue;
      if (place > 0) {
        this.ways.splice(place, 1);
        this.ways.unshift(way);
      }
      return way;
    }
    return undefined;
  }

  /** One to learn a new way with: the one that was used longest ago. */
  renew(): Way {
    const oldest = this.ways.length < most ? undefined : this.ways.pop();
    const way = oldest ?? this.make();
    this.ways.unshift(way);
    return way;
  }
}
