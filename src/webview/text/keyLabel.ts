/** `Enter`, `E`: as a key is printed, and as `aria-keyshortcuts` wants it. */
export function keyLabel(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
