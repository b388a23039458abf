/** Keeps apart what lanes write: one writes as it goes, the others' blocks come between its parts. */
export class Blocks {
  private readonly held: string[] = [];
  private writing = false;

  constructor(private readonly print: (text: string) => void) {}

  /** What `live` writes by itself stands together beneath its title. */
  async under<T>(title: string, live: () => Promise<T>): Promise<T> {
    this.print(heading(title));
    this.writing = true;
    try {
      return await live();
    } finally {
      this.writing = false;
      for (const block of this.held.splice(0)) this.print(block);
    }
  }

  /** A whole block: now, or when what is written live has ended. */
  add(title: string, text: string): void {
    const block = `${heading(title)}\n${text}`;
    if (this.writing) this.held.push(block);
    else this.print(block);
  }
}

function heading(title: string): string {
  return `\n== ${title} ==`;
}
