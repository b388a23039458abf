/** A permission rule for a settings file of Claude Code, and the words in which its person is asked. */
export interface AskedRule {
  readonly file: string;
  readonly rule: string;
  readonly title: string;
  /** `file` is the real place of the settings: a project may hold a link to other ones. */
  readonly question: (file: string) => string;
  /** The button that says yes. */
  readonly action: string;
}

/** Shows the change of the file and makes it once the person accepted it. Rejects where that is impossible. */
export type AddRule = (asked: AskedRule) => Promise<'added' | 'known' | 'declined'>;
