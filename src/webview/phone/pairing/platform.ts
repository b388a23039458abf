/**
 * True for an iPhone or iPad, whatever the browser: there an app on the Home Screen has a storage of
 * its own, which it shares with no tab.
 */
export function isIos(navigator: Navigator): boolean {
  return /\b(?:iPhone|iPad|iPod)\b/.test(navigator.userAgent) || isIpadAsMac(navigator);
}

/** What a browser says of itself, whichever it is. */
export type KnownBrowser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** An iPad says that it is a Mac, and a Mac has no touch. */
export function isIpadAsMac({ userAgent, maxTouchPoints }: KnownBrowser): boolean {
  return /\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1;
}

/** True where the page was opened as an app. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}
