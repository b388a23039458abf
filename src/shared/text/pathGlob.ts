/**
 * True where a path matches a glob: `*` and `?` stand for characters within a name, `**` for any
 * number of folders. A glob without a slash means the last name of the path. Takes at most the
 * product of both lengths, whatever a person wrote.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const isWindows = /^[a-z]:/iu.test(path);
  const [parts, wanted] = [partsOf(path, isWindows), partsOf(glob, isWindows)];
  const isName = wanted.length === 1 && wanted[0] !== '**';
  return matches(
    isName ? parts.slice(-1) : parts,
    wanted,
    (pattern) => pattern === '**',
    (pattern, name) => matches(Array.from(name), Array.from(pattern), isStar, isSameCharacter),
  );
}

function isStar(pattern: string): boolean {
  return pattern === '*';
}

function isSameCharacter(pattern: string, character: string): boolean {
  return pattern === '?' || pattern === character;
}

/** Windows writes paths with either slash, and with letters of either case. */
function partsOf(path: string, isWindows: boolean): readonly string[] {
  const plain = isWindows ? path.toLowerCase().replaceAll('\\', '/') : path;
  return plain.split('/').filter((part, index) => part !== '' || index === 0);
}

/** Matches items one by one; a pattern that `spans` stands for any number of items. */
function matches(
  items: readonly string[],
  patterns: readonly string[],
  spans: (pattern: string) => boolean,
  matchesOne: (pattern: string, item: string) => boolean,
): boolean {
  let [item, pattern] = [0, 0];
  let [spanAt, resumeAt] = [-1, 0];
  while (item < items.length) {
    const wanted = patterns[pattern];
    if (wanted !== undefined && spans(wanted)) {
      [spanAt, resumeAt] = [pattern, item];
      pattern += 1;
    } else if (wanted !== undefined && matchesOne(wanted, items[item] ?? '')) {
      item += 1;
      pattern += 1;
    } else if (spanAt >= 0) {
      // The last span takes one item more: no earlier one could do better.
      resumeAt += 1;
      [item, pattern] = [resumeAt, spanAt + 1];
    } else return false;
  }
  return patterns.slice(pattern).every(spans);
}

/** The glob with the home folder in place of `~` at its beginning. */
export function withHome(glob: string, home: string): string {
  return glob.replace(/^~(?=[/\\]|$)/u, () => home);
}
