import type { Text } from '../../../shared/api/missionControl';

/** A message with its values, as a layer gives it. */
export function said(message: string, ...args: readonly (string | number)[]): Text {
  return { message, args };
}
