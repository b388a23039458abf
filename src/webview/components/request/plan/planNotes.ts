import { createContext } from 'react';
import type { LineNote } from '../../../typing/draftWords';

/** Comments on the lines of a plan. */
interface Notes {
  readonly notes: readonly LineNote[];
  readonly onChange: (notes: readonly LineNote[]) => void;
}

/**
 * Comments on the plan inside; undefined if its lines can't be commented on. A plan with comments
 * is shown unfolded, because its lines are numbered from its start.
 */
export const PlanNotes = createContext<Notes | undefined>(undefined);
