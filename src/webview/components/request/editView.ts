import { createContext, type ComponentType } from 'react';

/** The two texts of an edit, drawn already, and the place of the first part of the request. */
export interface EditViewProps {
  readonly removed: string;
  readonly added: string;
  readonly place: number;
}

/** What shows an edit as one change instead of two texts; undefined where an editor shows it. */
export const EditView = createContext<ComponentType<EditViewProps> | undefined>(undefined);
