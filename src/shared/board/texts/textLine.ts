/** A piece of a line: escaped text, with an icon before it and an address that it leads to. */
export interface TextPiece {
  /** Id of a product icon, for views that have them. */
  readonly icon?: string | undefined;
  readonly text: string;
  /** An address that may be opened by a click. */
  readonly href?: string | undefined;
}

/** A line about a session or the board that each view renders in its own form. */
export interface TextLine {
  /** Empty for an empty line. */
  readonly pieces: readonly TextPiece[];
  /** True for a title. */
  readonly strong?: boolean;
}

export const emptyLine: TextLine = { pieces: [] };

/** A piece with an icon; none for an empty text. */
export function iconLine(icon: string, text: string | undefined): readonly TextLine[] {
  return text === undefined || text === '' ? [] : [{ pieces: [{ icon, text }] }];
}
