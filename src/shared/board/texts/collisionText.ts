import type { Tone } from '../../presentation';
import type { CardCollisions, Collision, CollisionProof } from '../../protocol/work/collisions';
import type { LiveSession } from '../../protocol/protocol';
import { plainLine, plainTitle } from '../../text/plainText';
import { formatExactTime } from '../../words/format';
import type { Explanation } from '../../words/explain';
import { counted, ownTranslator, t, type Translator } from '../../words/l10n';

/**
 * The functions in this file return texts that are escaped for display and must not be escaped
 * again.
 */

type Colliding = Pick<LiveSession, 'collisions'>;

/** Maximum number of characters shown of text from other sources. */
const lengths = { title: 60, path: 120, command: 80, branch: 80 } as const;

/** The most serious collision of a session; undefined if it has none. */
export function gravestCollision({ collisions }: Colliding): Collision | undefined {
  return collisions?.found[0];
}

/** Collisions of one level, in their original order. */
export function collisionsOf(
  { collisions }: Colliding,
  level: Collision['level'],
): readonly Collision[] {
  return collisions?.found.filter((one) => one.level === level) ?? [];
}

/**
 * Collisions caused by the session's open request, which would change a file that another session
 * changed.
 */
export function requestCollisions(session: Colliding | undefined): readonly Collision[] {
  return session === undefined
    ? []
    : collisionsOf(session, 2).filter(({ side }) => side === 'asks');
}

/** True if a collision of the open request appeared after the session was shown. */
export function hasNewRequestCollision(
  shown: Colliding | undefined,
  now: Colliding | undefined,
): boolean {
  const known = new Set(requestCollisions(shown).map(({ id }) => id));
  return requestCollisions(now).some(({ id }) => !known.has(id));
}

/**
 * Short text for sessions that share a work tree, such as `2 here`; undefined if the session is
 * alone in it.
 */
export function sharedText(
  collisions: CardCollisions | undefined,
): { readonly text: string; readonly tooltip: string } | undefined {
  if (collisions === undefined || collisions.others < 1) return undefined;
  const { others } = collisions;
  return {
    text: t('{0} here', others + 1),
    tooltip: counted(
      others,
      'Another session works in the same folder',
      '{0} other sessions work in the same folder',
    ),
  };
}

/** A collision in two or three words. */
export function collisionBadge(collision: Collision): {
  readonly text: string;
  readonly tone: Tone;
} {
  const { level, side, fileCount } = collision;
  if (level === 1)
    return { text: counted(fileCount, '{0} file shared', '{0} files shared'), tone: 'amber' };
  if (level === 2) {
    const text = side === 'asks' ? t('Changed since') : t('Another asks to edit');
    return { text, tone: 'amber' };
  }
  if (isCarried(collision)) {
    const text = side === 'took' ? t('Switched another’s branch') : t('Branch switched');
    return { text, tone: 'red' };
  }
  return side === 'took'
    ? { text: t('Took another’s work'), tone: 'red' }
    : { text: t('Work taken'), tone: 'red' };
}

/**
 * True if no work was lost: one session switched the branch, and the uncommitted changes of the
 * other came along to the new branch.
 */
export function isCarried(collision: Collision): boolean {
  return collision.level === 3 && sweepOf(collision)?.carried === true;
}

/** A collision as one sentence on the card. */
export function collisionLine(collision: Collision): string {
  return collisionLineIn(ownTranslator, collision);
}

/** `collisionLine` in the given language, for readers outside this window. */
export function collisionLineIn(speech: Translator, collision: Collision): string {
  const { t } = speech;
  const { level, side, sessionId } = collision;
  const title = otherTitle(collision, speech);
  const files = filesText(collision, speech);
  if (level === 1) return t('Also changed by “{0}”: {1}', title, files);
  if (level === 2) {
    if (side !== 'asks') return t('“{0}” asks to change {1}, changed here as well', title, files);
    const changedBefore = collision.proof.some(
      ({ act, sessionId: by }) => act === 'changed' && by !== sessionId,
    );
    return changedBefore
      ? t('“{0}” changed {1} since this session last did', title, files)
      : t('“{0}” has changed {1} already', title, files);
  }
  const sweep = sweepOf(collision);
  if (sweep !== undefined && isCarried(collision)) {
    const branch = isolated(plainLine(sweep.branch ?? '', lengths.branch));
    return side === 'took'
      ? t(
          'This session switched the branch to {0} with uncommitted changes of “{1}”: {2}',
          branch,
          title,
          files,
        )
      : t(
          '“{0}” switched the branch to {1} with uncommitted changes of this session: {2}',
          title,
          branch,
          files,
        );
  }
  const command = sweep === undefined ? 'git' : commandText(sweep);
  if (sweep?.act === 'head' && sweep.command === undefined)
    return side === 'took'
      ? t('This session moved HEAD over uncommitted work of “{0}”: {1}', title, files)
      : t('“{0}” moved HEAD over uncommitted work: {1}', title, files);
  return side === 'took'
    ? t('This session ran {0} over uncommitted work of “{1}”: {2}', command, title, files)
    : t('“{0}” ran {1} over uncommitted work: {2}', title, command, files);
}

/**
 * Evidence for all collisions of a session: a sentence for each, then its proofs with their times.
 */
export function collisionEvidence({ collisions }: Colliding, now: number): readonly Explanation[] {
  return (collisions?.found ?? []).flatMap((collision) => [
    { text: collisionLine(collision), detail: '', verdict: 'collision' as const },
    ...collision.proof.map((proof) => ({
      text: [proofText(collision, proof), formatExactTime(proof.at, now)]
        .filter(Boolean)
        .join(' · '),
      detail: '',
      verdict: 'proof' as const,
    })),
  ]);
}

/** Describes one act that proves a collision, such as `“Title” changed src/a.ts`. */
function proofText(collision: Collision, proof: CollisionProof): string {
  const who = actorName(collision, proof);
  const path = isolated(plainLine(proof.path ?? '', lengths.path));
  switch (proof.act) {
    case 'changed':
      return t('{0} changed {1}', who, path);
    case 'asks':
      return t('{0} asks to change {1}', who, path);
    case 'committed':
      return t('{0} made a commit', who);
    case 'head':
      if (proof.command === undefined) return t('{0} moved HEAD', who);
      break;
  }
  const command = commandText(proof);
  return path === '' ? t('{0} ran {1}', who, command) : t('{0} ran {1}: {2}', who, command, path);
}

function actorName(collision: Collision, { sessionId, agentId }: CollisionProof): string {
  const isOther = sessionId === collision.sessionId;
  if (!isOther) return agentId === undefined ? t('This session') : t('A subagent of this session');
  const title = otherTitle(collision);
  return agentId === undefined ? t('“{0}”', title) : t('A subagent of “{0}”', title);
}

/** The newest act that removed uncommitted work. */
function sweepOf({ proof }: Collision): CollisionProof | undefined {
  return proof.findLast(({ act }) => act !== 'changed' && act !== 'asks' && act !== 'committed');
}

function commandText({ act, command = '' }: CollisionProof): string {
  const text = isolated(plainLine(command, lengths.command));
  return text === '' ? ['git', plainLine(act, 20)].join(' ') : text;
}

/** The title of the session on the other side. */
export function otherTitle({ title }: Pick<Collision, 'title'>, { t } = ownTranslator): string {
  return isolated(plainTitle(title, lengths.title)) || t('Untitled session');
}

/** `src/a.ts`, or `src/a.ts and 2 more`. */
function filesText({ files, fileCount }: Collision, { t, counted }: Translator): string {
  const [first] = files;
  if (first === undefined) return counted(fileCount, '{0} file', '{0} files');
  const name = isolated(plainLine(first, lengths.path));
  const more = fileCount - 1;
  return more > 0 ? t('{0} and {1} more', name, more) : name;
}

const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Isolates the direction of escaped text, so that it cannot reorder the words around it; text
 * without letters of the opposite direction needs no isolation.
 */
function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
