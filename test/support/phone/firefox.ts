import { accessSync, constants } from 'node:fs';
import { launch, type Browser } from 'puppeteer-core';
import type { PushService } from './pushService';

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Finds an installed Firefox, or the one that `FIREFOX` names; undefined if there is none. */
export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX'];
  return [...(named === undefined ? [] : [named]), ...places].find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false; // Missing; the next place is tried.
    }
  });
}

/**
 * Starts a Firefox that receives its pushes from that service, and shows notifications without
 * asking.
 */
export function launchFirefox(executablePath: string, service: PushService): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'dom.push.serverURL': `ws://127.0.0.1:${service.port}/`,
      // An automated browser does not connect to a push service by default.
      'dom.push.connection.enabled': true,
      'dom.push.testing.allowInsecureServerURL': true,
      'permissions.default.desktop-notification': 1,
      // The system's backend rejects notifications without a desktop.
      'alerts.useSystemBackend': false,
    },
  });
}
