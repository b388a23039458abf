import { t } from '../../../shared/words/l10n';
import { planScheme, viewIds } from '../../manifest';
import { copyComment } from '../comments/keptDrafts';
import { LineComments } from '../comments/lineComments';
import type { PlanDrafts } from './planDrafts';

export interface PlanCommentsParts {
  readonly drafts: PlanDrafts;
  /** Called after the comments on a plan changed. */
  readonly onKept: () => void;
  /** Called after a comment was added and its box was cleared. */
  readonly onAdded: (path: string, text: string) => void;
  /** Called after an edit of a comment was saved or cancelled. */
  readonly onChanged: (path: string) => void;
}

/** Creates the comments on lines of plans. */
export function planComments({
  drafts,
  onKept,
  onAdded,
  onChanged,
}: PlanCommentsParts): LineComments {
  return new LineComments({
    id: viewIds.planComments,
    label: t('Comments on the plan'),
    prompt: t('Comment for the agent'),
    placeHolder: t('What the plan should do here instead'),
    takes: ({ scheme }) => scheme === planScheme,
    // Comments are accepted even after the plan was answered, so that an open box can still be
    // submitted and its text is stored.
    accepts: ({ scheme, path }) => scheme === planScheme && drafts.get(path) !== undefined,
    written: ({ path }) => drafts.get(path)?.comments ?? [],
    keep: ({ path }, comments) => {
      drafts.update(path, { comments: comments.map(copyComment) });
      onKept();
    },
    onAdded: ({ path }, text) => onAdded(path, text),
    onChanged: ({ path }) => onChanged(path),
  });
}
