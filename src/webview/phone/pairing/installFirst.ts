import { isInstalled, isIos } from './platform';

/** True where a ticket is to be kept for the app on the Home Screen, which alone gets notifications there. */
export function installFirst(): boolean {
  return isIos(navigator) && !isInstalled();
}

/**
 * Makes the app that the person adds to the Home Screen open at this very address, with its ticket:
 * by a manifest without a `start_url`, for which the address of the page is taken.
 */
export function installAtTicket(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  link?.setAttribute('href', 'here.webmanifest');
}
