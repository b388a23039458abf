import { t } from '../../../shared/words/l10n';
import { planScheme, viewIds } from '../../manifest';
import { keptComment } from '../comments/keptDrafts';
import { LineComments } from '../comments/lineComments';
import type { PlanDrafts } from './planDrafts';

export interface PlanCommentsParts {
  readonly drafts: PlanDrafts;
  /** The comments on a plan are others. */
  readonly onKept: () => void;
  /** A comment was added, and its box is empty again. */
  readonly onAdded: (path: string, text: string) => void;
  /** A change of a comment was saved or taken back. */
  readonly onChanged: (path: string) => void;
}

/** Comments that a person writes at the lines of plans. */
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
    // Also after its end: a box that is open stays, and what is added is kept.
    accepts: ({ scheme, path }) => scheme === planScheme && drafts.get(path) !== undefined,
    written: ({ path }) => drafts.get(path)?.comments ?? [],
    keep: ({ path }, comments) => {
      drafts.update(path, { comments: comments.map(keptComment) });
      onKept();
    },
    onAdded: ({ path }, text) => onAdded(path, text),
    onChanged: ({ path }) => onChanged(path),
  });
}
