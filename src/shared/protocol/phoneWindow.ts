/**
 * The window id that represents a phone in calls of the hub. `device` is the phone's id in
 * base64url.
 */
export function windowOfPhone(device: string): string {
  return `phone-${device}`;
}

/** The phone that a window id represents; undefined for a real window. */
export function deviceOfWindow(window: string): string | undefined {
  return /^phone-([\w-]{22})$/u.exec(window)?.[1];
}
