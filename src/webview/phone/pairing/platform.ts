/**
 * True for an iPhone or iPad in any browser: there an app on the Home Screen has its own storage,
 * which it does not share with tabs.
 */
export function isIos(navigator: Navigator): boolean {
  return /\b(?:iPhone|iPad|iPod)\b/.test(navigator.userAgent) || isIpadAsMac(navigator);
}

/** The browser's description of itself that every browser offers. */
export type KnownBrowser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** True for an iPad that identifies as a Mac, recognized by its touch screen. */
export function isIpadAsMac({ userAgent, maxTouchPoints }: KnownBrowser): boolean {
  return /\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1;
}

/** True if the page was opened as an installed app. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}
