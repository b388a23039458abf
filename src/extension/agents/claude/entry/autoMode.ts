import { fieldsOf, textOf, type Fields } from '../../../../shared/text/fields';

/**
 * Whether auto mode kept the call of a result's line from running. Measured on client 2.1.332: a run
 * without a terminal calls the third such call in a row `user-rejected`, although no person decided.
 */
export function isBlockedByAutoMode(line: Fields): boolean {
  const kind = line['toolDenialKind'];
  if (kind === undefined) return false;
  if (kind === 'automode-blocked' || kind === 'automode-unavailable') return true;
  const { source, reasonCode } = fieldsOf(line['permissionDecision']);
  return source === 'config' && textOf(reasonCode).startsWith('classifier:auto-mode');
}

/** The check's own words in the text that the agent got; no field of the line has them alone. */
export function autoModeReason(text: string): string {
  const start = text.indexOf('Reason: ');
  if (start < 0) return '';
  const told = text.slice(start + 'Reason: '.length);
  const end = told.indexOf('. If you have other tasks');
  return (end < 0 ? told : told.slice(0, end)).trim();
}
