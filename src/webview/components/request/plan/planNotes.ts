import { createContext } from 'react';
import type { LineNote } from '../../../typing/draftWords';

/** Comments on the lines of a plan. */
interface Notes {
  readonly notes: readonly LineNote[];
  readonly onChange: (notes: readonly LineNote[]) => void;
}

/** Comments on the plan below; undefined where lines take none. Such a plan is shown unfolded, as its lines count from its start. */
export const PlanNotes = createContext<Notes | undefined>(undefined);
