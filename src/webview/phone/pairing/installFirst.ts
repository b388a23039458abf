import { isInstalled, isIos } from './platform';

/**
 * True if a ticket has to be kept for the app on the Home Screen, because only that app can have
 * notifications.
 */
export function mustInstallFirst(): boolean {
  return isIos(navigator) && !isInstalled();
}

/**
 * Makes the app that is added to the Home Screen open at the current address with its ticket: a
 * manifest without `start_url` uses the page's address.
 */
export function installAtTicket(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  link?.setAttribute('href', 'here.webmanifest');
}
