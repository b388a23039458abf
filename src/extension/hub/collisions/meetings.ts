import {
  askedMeeting,
  isChangedSince,
  isShared,
  sharedMeeting,
  type Asking,
  type Both,
  type Meeting,
} from './levels';
import type { Member } from './member';
import { isSameClient } from './quiet';
import type { Held } from './touchIndex';
import type { Tree } from './tree';

interface Asked {
  readonly asking: Asking;
  readonly own: Held | undefined;
  readonly other: Held;
}

/** Files in which one session and others of its tree may meet, before quiet files and pairs are left out. */
export interface Candidates {
  readonly shared: readonly Both[];
  readonly asked: readonly Asked[];
}

/** Finds all that a session may meet others in, whichever of them asks. */
export function candidatesOf(member: Member, { members, index, committedAt }: Tree): Candidates {
  const isOther = ({ sessionId }: { readonly sessionId: string }): boolean =>
    sessionId !== member.sessionId;
  const shared = [...index.sharedBy(member)].flatMap(([own, others]) =>
    others
      .filter((other) => isShared([own, other], committedAt))
      .map((other): Both => [own, other]),
  );
  const asked: Asked[] = [];
  for (const { asking, sessionId } of members) {
    if (asking === undefined) continue;
    const changers = index.of(asking.path);
    const own = changers.find((one) => one.sessionId === sessionId);
    for (const other of changers) {
      if (other === own) continue;
      const isOurs = sessionId === member.sessionId || !isOther(other);
      if (isOurs && isChangedSince(asking, own, other)) asked.push({ asking, own, other });
    }
  }
  return { shared, asked };
}

/** Real paths of all files that candidates are about. */
export function pathsOf({ shared, asked }: Candidates): readonly string[] {
  return [...shared.map(([{ path }]) => path), ...asked.map(({ asking: { path } }) => path)];
}

/** The meetings of one session that are told, by the other session. */
export function meetingsBy(
  member: Member,
  tree: Tree,
  { shared, asked }: Candidates,
  isQuiet: { readonly file: (path: string) => boolean; readonly pair: (other: string) => boolean },
): ReadonlyMap<string, readonly Meeting[]> {
  const { top } = tree;
  const files = shared.filter(([{ path }]) => !isQuiet.file(path));
  const byOther = grouped(files, ([, other]) => other.sessionId);
  const all = [
    ...asked
      .filter(({ asking: { path } }) => !isQuiet.file(path))
      .map(({ asking, own, other }) => askedMeeting(top, asking, own, other)),
    ...[...byOther.values()].flatMap((both) => sharedMeeting(top, both) ?? []),
  ];
  const found = grouped(all, ({ sessions: [one, two] }) => (one === member.sessionId ? two : one));
  for (const other of tree.members) {
    const isQuietPair =
      isSameClient(member.clients, other.clients) || isQuiet.pair(other.sessionId);
    if (isQuietPair) found.delete(other.sessionId);
  }
  return found;
}

function grouped<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): Map<string, readonly Value[]> {
  const groups = new Map<string, readonly Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    groups.set(key, known === undefined ? [value] : [...known, value]);
  }
  return groups;
}
