import { fieldsOf, textOf, type Fields } from '../../../../shared/text/fields';

/**
 * True if auto mode blocked the call. Measured on client 2.1.332: a run without a terminal reports
 * the third such call in a row as `user-rejected`, although no person decided.
 */
export function isBlockedByAutoMode(line: Fields): boolean {
  const kind = line['toolDenialKind'];
  if (kind === undefined) return false;
  if (kind === 'automode-blocked' || kind === 'automode-unavailable') return true;
  const { source, reasonCode } = fieldsOf(line['permissionDecision']);
  return source === 'config' && textOf(reasonCode).startsWith('classifier:auto-mode');
}

/** The classifier's reason, extracted from the text for the agent: no field has it separately. */
export function autoModeReason(text: string): string {
  const start = text.indexOf('Reason: ');
  if (start < 0) return '';
  const afterMarker = text.slice(start + 'Reason: '.length);
  const end = afterMarker.indexOf('. If you have other tasks');
  return (end < 0 ? afterMarker : afterMarker.slice(0, end)).trim();
}
