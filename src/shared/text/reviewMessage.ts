import { byLines, commentText, type LineComment, linesWords, saysSomething } from './lineComments';
import { maxPromptLength } from './promptLimits';

/** A comment on lines of a file that a session changed. */
export interface ReviewComment extends LineComment {
  /** The file as a person reads its path. */
  readonly name: string;
  /** `before`: on lines as they were before the session changed them. */
  readonly side: 'before' | 'after';
  /** The lines as they were when the comment was written. */
  readonly code: readonly string[];
}

export interface ReviewReply {
  readonly comments: readonly ReviewComment[];
  /** On the changes as a whole; may be empty. */
  readonly remark: string;
}

/** The prompt that comments on a session's changes become; undefined where there is nothing to say. */
export function reviewMessage({ comments, remark }: ReviewReply): string | undefined {
  const general = remark.trim();
  const said = comments.filter(saysSomething);
  if (said.length === 0) return general === '' ? undefined : general;
  const whole = messageOf(general, said, true);
  // The agent can read the lines itself; what the person wrote is in no other place.
  return whole.length > maxPromptLength ? messageOf(general, said, false) : whole;
}

function messageOf(general: string, comments: readonly ReviewComment[], withCode: boolean): string {
  const parts = [...comments].sort(inOrder).map((comment) => onFile(comment, withCode));
  return [general, 'My comments on your changes, by file and line:', ...parts]
    .filter((part) => part !== '')
    .join('\n\n');
}

function inOrder(one: ReviewComment, other: ReviewComment): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  if (one.side !== other.side) return one.side === 'before' ? -1 : 1;
  return byLines(one, other);
}

function onFile(comment: ReviewComment, withCode: boolean): string {
  const { name, side, start, end, code } = comment;
  const when = side === 'before' ? ' (as it was before your changes)' : '';
  const place = `${name.replaceAll(/\s/g, ' ')}, ${linesWords(start, end)}${when}`;
  return commentText(place, withCode ? code : [], comment);
}
