/** The window that a phone stands for in calls of the hub. `device` is its id in base64url. */
export function windowOfPhone(device: string): string {
  return `phone-${device}`;
}

/** The phone that a window stands for; undefined for a real one. */
export function deviceOfWindow(window: string): string | undefined {
  return /^phone-([\w-]{22})$/u.exec(window)?.[1];
}
