import { byLines, commentText, type LineComment, linesWords, hasCommentText } from './lineComments';
import { maxPromptLength } from './promptLimits';

/** A comment on lines of a file that a session changed. */
export interface ReviewComment extends LineComment {
  /** The file's path for people. */
  readonly name: string;
  /** `before`: the comment is on lines as they were before the session changed them. */
  readonly side: 'before' | 'after';
  /** The commented lines at the time of writing. */
  readonly code: readonly string[];
}

export interface ReviewReply {
  readonly comments: readonly ReviewComment[];
  /** Remark on all changes; may be empty. */
  readonly remark: string;
}

/** The prompt that contains the comments on a session's changes; undefined if it would be empty. */
export function reviewMessage({ comments, remark }: ReviewReply): string | undefined {
  const general = remark.trim();
  const written = comments.filter(hasCommentText);
  if (written.length === 0) return general === '' ? undefined : general;
  const whole = messageOf(general, written, true);
  // Too long: drops the quoted lines, which the agent can read in the file, and keeps the person's
  // texts.
  return whole.length > maxPromptLength ? messageOf(general, written, false) : whole;
}

function messageOf(general: string, comments: readonly ReviewComment[], withCode: boolean): string {
  const parts = [...comments]
    .sort(byFileAndLine)
    .map((comment) => fileCommentText(comment, withCode));
  return [general, 'My comments on your changes, by file and line:', ...parts]
    .filter((part) => part !== '')
    .join('\n\n');
}

function byFileAndLine(one: ReviewComment, other: ReviewComment): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  if (one.side !== other.side) return one.side === 'before' ? -1 : 1;
  return byLines(one, other);
}

function fileCommentText(comment: ReviewComment, withCode: boolean): string {
  const { name, side, start, end, code } = comment;
  const when = side === 'before' ? ' (as it was before your changes)' : '';
  const place = `${name.replaceAll(/\s/g, ' ')}, ${linesWords(start, end)}${when}`;
  return commentText(place, withCode ? code : [], comment);
}
