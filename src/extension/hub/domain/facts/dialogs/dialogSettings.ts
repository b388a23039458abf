/** Settings of the client that decide how its dialogs end. */
export interface DialogSettings {
  /** True if calls that would prompt are denied unless a hook decides: no dialog is shown. */
  readonly denies: boolean;
  /**
   * Time, in ms, after which the agent continues without an answer to its question; undefined if it
   * waits.
   */
  readonly questionMs: number | undefined;
}

/** The contents of the settings files in ascending precedence; `user` is the user's own file. */
export interface SettingsLayers {
  readonly user: unknown;
  readonly others: readonly unknown[];
}

/** Values of `askUserQuestionTimeout`. Client 2.1.332 accepts only these and `never`. */
const questionTimes: ReadonlyMap<unknown, number> = new Map([
  ['60s', 60_000],
  ['5m', 300_000],
  ['10m', 600_000],
]);

/** The effective settings. The client reads a question's timeout only from the user's settings. */
export function dialogSettings({ user, others }: SettingsLayers): DialogSettings {
  const deny = [user, ...others]
    .map((layer) => readField(readField(layer, 'permissions'), 'denyInsteadOfPrompting'))
    .findLast((value) => typeof value === 'boolean');
  return {
    denies: deny === true,
    questionMs: questionTimes.get(readField(user, 'askUserQuestionTimeout')),
  };
}

export function isSameSettings(a: DialogSettings | undefined, b: DialogSettings): boolean {
  return a?.denies === b.denies && a.questionMs === b.questionMs;
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
