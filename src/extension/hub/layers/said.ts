import type { Text } from '../../../shared/api/missionControl';

/** Creates a text of a layer from a message and its values. */
export function said(message: string, ...args: readonly (string | number)[]): Text {
  return { message, args };
}
