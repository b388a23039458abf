/** The parsed arguments of a git command: options, names, and words after `--`. */
export class GitArgs {
  /** Words before any `--` that are neither options nor their values. */
  readonly names: readonly string[];
  /** The words after `--`; undefined without one. */
  readonly behind: readonly string[] | undefined;
  private readonly options: readonly string[];
  private readonly values = new Map<string, string>();

  /** `valued` lists the options whose value is the next word. */
  constructor(words: readonly string[], valued: string) {
    const withValue = new Set(valued.split(' '));
    const end = words.indexOf('--');
    const names: string[] = [];
    const options: string[] = [];
    const before = end < 0 ? words : words.slice(0, end);
    for (let at = 0; at < before.length; at += 1) {
      const word = before[at] ?? '';
      if (word === '-' || !word.startsWith('-')) names.push(word);
      else {
        const [name = word, value] = word.split('=', 2);
        options.push(name);
        const next = withValue.has(word) ? before[(at += 1)] : value;
        if (next !== undefined) this.values.set(name, next);
      }
    }
    this.names = names;
    this.options = options;
    this.behind = end < 0 ? undefined : words.slice(end + 1);
  }

  get all(): readonly string[] {
    return [...this.names, ...(this.behind ?? [])];
  }

  get isHelp(): boolean {
    return this.has('h', '--help');
  }

  /** True if an option is given, by its letter (also in a group such as `-fd`) or by a long name. */
  has(letter: string, ...long: readonly string[]): boolean {
    return this.options.some((one) =>
      one.startsWith('--') ? long.includes(one) : letter !== '' && one.includes(letter),
    );
  }

  /** The value of the first of these options that is given. */
  valueOf(names: string): string | undefined {
    const name = names.split(' ').find((one) => this.values.has(one));
    return name === undefined ? undefined : this.values.get(name);
  }
}
