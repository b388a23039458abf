import { t } from '../../../../shared/words/l10n';

/** Why an edit of the client's settings did not happen. */
export type SettingsErrorReason =
  | 'unparsable'
  | 'wrong-type'
  | 'duplicate-key'
  | 'changed'
  | 'read-only'
  | 'unreadable'
  | 'unusable-path'
  | 'old-client';

/** Line and column count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The message is one sentence for the person whose settings they are; nothing was written. */
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

/** "… (line 3, column 7)", with the position kept for the editor. */
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
