/** One entry of `logs/HEAD` in git's folder, where git notes each move of a work tree's HEAD. */
export interface HeadEntry {
  /** Commits that it went from and came to, whole; zeros where there was none. */
  readonly before: string;
  readonly after: string;
  /** In ms since 1970; git notes whole seconds, so it was up to a second later. */
  readonly at: number;
  /** Such as `commit: Add a`; empty at the beginning of a linked work tree. */
  readonly message: string;
}

/** Reads lines such as `<before> <after> Name <address> 1700000000 +0100\tcommit: Add a`; passes over any other. */
export function headEntries(text: string): readonly HeadEntry[] {
  return text.split('\n').flatMap((line) => {
    const [head = '', message = ''] = line.split('\t', 2);
    const [, before, after] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /u.exec(head) ?? [];
    const [, seconds] = /> (\d{1,12}) [+-]\d{4}$/u.exec(head) ?? [];
    if (before === undefined || after === undefined || seconds === undefined) return [];
    return { before, after, at: Number(seconds) * 1_000, message };
  });
}
