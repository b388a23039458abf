/** One entry of the reflog `logs/HEAD` in git's folder, which records each move of HEAD. */
export interface HeadEntry {
  /** Full ids of the commits from and to which HEAD moved; zeros for none. */
  readonly before: string;
  readonly after: string;
  /** In ms since 1970, rounded down to whole seconds by git. */
  readonly at: number;
  /** Such as `commit: Add a`; empty in the first entry of a linked work tree. */
  readonly message: string;
}

/** Parses lines such as `<before> <after> Name <address> 1700000000 +0100\tcommit: Add a`. */
export function headEntries(text: string): readonly HeadEntry[] {
  return text.split('\n').flatMap((line) => {
    const [head = '', message = ''] = line.split('\t', 2);
    const [, before, after] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /u.exec(head) ?? [];
    const [, seconds] = /> (\d{1,12}) [+-]\d{4}$/u.exec(head) ?? [];
    if (before === undefined || after === undefined || seconds === undefined) return [];
    return { before, after, at: Number(seconds) * 1_000, message };
  });
}
