import { createContext, type ComponentType } from 'react';
import type { EditSurroundings } from '../../../shared/protocol/control';

/**
 * The removed and the added text of an edit, escaped for display, and the index of the removed text
 * among the shown parts of the request, which names its fold button.
 */
export interface EditViewProps {
  readonly removed: string;
  readonly added: string;
  readonly place: number;
  /** Lines of the file around the edit, not escaped yet; undefined if unknown. */
  readonly surroundings: EditSurroundings | undefined;
}

/**
 * Component that shows an edit as one change; undefined if the removed and the added text are to be
 * shown one below the other.
 */
export const EditView = createContext<ComponentType<EditViewProps> | undefined>(undefined);
