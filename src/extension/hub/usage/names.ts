/** Gives names small numbers; the empty name is 0. */
export interface NameNumbers {
  number(name: string): number;
}

/** Remembers all names. */
export class Names implements NameNumbers {
  private readonly numbers = new Map<string, number>([['', 0]]);
  private readonly list = [''];

  number(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    // A slice of a transcript would keep the whole of it in memory.
    const own = Buffer.from(name).toString();
    this.numbers.set(own, this.list.length);
    return this.list.push(own) - 1;
  }

  name(number: number): string {
    return this.list[number] ?? '';
  }

  all(): readonly string[] {
    return this.list;
  }
}
