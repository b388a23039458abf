/**
 * True if a path matches a glob: `*` and `?` match within a name, `**` any number of folders. A
 * glob without a slash matches the last name of the path. Time is at most the product of both
 * lengths, for any glob.
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

/** Windows paths use either slash, and letter case is not significant. */
function partsOf(path: string, isWindows: boolean): readonly string[] {
  const plain = isWindows ? path.toLowerCase().replaceAll('\\', '/') : path;
  return plain.split('/').filter((part, index) => part !== '' || index === 0);
}

/** Matches item by item; a pattern for which `spans` is true matches any number of items. */
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
      // The last span is extended by one item; extending an earlier one can't give a better match.
      resumeAt += 1;
      [item, pattern] = [resumeAt, spanAt + 1];
    } else return false;
  }
  return patterns.slice(pattern).every(spans);
}

/** The glob with a leading `~` replaced by the home folder. */
export function withHome(glob: string, home: string): string {
  return glob.replace(/^~(?=[/\\]|$)/u, () => home);
}
