import { createContext, type ComponentType } from 'react';
import type { EditSurroundings } from '../../../shared/protocol/control';

/** The two texts of an edit, drawn already, and the place of the first part of the request. */
export interface EditViewProps {
  readonly removed: string;
  readonly added: string;
  readonly place: number;
  /** Lines of the file around it, not drawn yet; undefined where they are unknown. */
  readonly surroundings: EditSurroundings | undefined;
}

/** What shows an edit as one change instead of two texts; undefined where an editor shows it. */
export const EditView = createContext<ComponentType<EditViewProps> | undefined>(undefined);
