/**
 * A permission rule for a settings file of Claude Code, with the texts for the person's
 * confirmation.
 */
export interface AskedRule {
  readonly file: string;
  readonly rule: string;
  readonly title: string;
  /**
   * Returns the question. `file` is the real path of the settings file, because the path in a
   * project may be a symbolic link.
   */
  readonly question: (file: string) => string;
  /** Label of the button that confirms. */
  readonly action: string;
}

/**
 * Shows the change of the file, and performs it after the person has confirmed it. Rejects if that
 * is impossible.
 */
export type AddRule = (asked: AskedRule) => Promise<'added' | 'known' | 'declined'>;
