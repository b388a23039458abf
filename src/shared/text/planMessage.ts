import {
  byLines,
  commentText,
  type LineComment,
  linesOf,
  linesWords,
  hasCommentText,
} from './lineComments';

export interface PlanReply {
  /** The plan as the agent presented it. */
  readonly plan: string;
  /** The current document; comments refer to its line numbers. */
  readonly text: string;
  readonly comments: readonly LineComment[];
  /** Remark on the complete plan; may be empty. */
  readonly remark: string;
}

/** The message that returns a plan to the agent; undefined if it would be empty. */
export function planMessage({ plan, text, comments, remark }: PlanReply): string | undefined {
  const edited = isEdited(plan, text);
  const lines = linesOf(text);
  const commentTexts = comments
    .filter(hasCommentText)
    .sort(byLines)
    .map((comment) => planCommentText(comment, lines));
  const general = remark.trim();
  if (!edited && commentTexts.length === 0 && general === '') return undefined;
  if (!edited && commentTexts.length === 0) return general;
  return [
    general,
    commentTexts.length > 0 ? commentsHead(edited) : '',
    ...commentTexts,
    edited ? `I changed the plan. Take it as follows:\n\n${asCodeBlock(text)}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * True if the document differs from the plan. Line endings and trailing white space are ignored,
 * because an editor may change them when saving.
 */
export function isEdited(plan: string, text: string): boolean {
  return normalizeText(plan) !== normalizeText(text);
}

function normalizeText(text: string): string {
  return linesOf(text)
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

function commentsHead(edited: boolean): string {
  return edited
    ? 'My comments on the plan, by the lines of its text below:'
    : 'My comments on the plan, by its lines:';
}

function planCommentText(comment: LineComment, lines: readonly string[]): string {
  const last = Math.min(comment.end, lines.length - 1);
  const first = Math.min(comment.start, last);
  const place = linesWords(first, last).replace(/^l/, 'L');
  return commentText(place, lines.slice(first, last + 1), comment);
}

/** Puts a text into a code fence longer than any fence in the text. */
function asCodeBlock(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}markdown\n${linesOf(text).join('\n').trimEnd()}\n${fence}`;
}
