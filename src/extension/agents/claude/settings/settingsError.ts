import { t } from '../../../../shared/words/l10n';

/** Reasons why the client's settings could not be edited. */
export type SettingsErrorReason =
  | 'unparsable'
  | 'wrong-type'
  | 'duplicate-key'
  | 'changed'
  | 'read-only'
  | 'unreadable'
  | 'unusable-path'
  | 'old-client';

/** Line and column, starting at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** An edit failed and nothing was written; the message can be shown. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(
    readonly reason: SettingsErrorReason,
    message: string,
    readonly position?: TextPosition,
  ) {
    super(message);
  }
}

/** Appends "… (line 3, column 7)" to the message and keeps the position for the editor. */
export function settingsErrorAt(
  reason: SettingsErrorReason,
  message: string,
  text: string,
  offset: number,
): SettingsError {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  const sentence = t('{0} (line {1}, column {2}).', message, line, column);
  return new SettingsError(reason, sentence, { line, column });
}
