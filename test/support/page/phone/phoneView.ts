import type { Page } from 'playwright-core';
import type { PhoneState } from '../../../../src/webview/phone/model';
import { believableDay } from '../boards/believableDay';
import type { FakeHost, FakeHostOptions } from '../fakeHost';
import { pageSuite } from '../pageSuite';

export interface PhoneViewOptions extends FakeHostOptions {
  readonly scheme?: 'light' | 'dark';
  readonly forcedColors?: boolean;
  /** Device scale factor; 1 if absent. */
  readonly scale?: number;
  readonly phone?: Partial<PhoneState>;
}

export const phoneWidths = [320, 390, 768] as const;

/** Height of a device's screen with that width, in pixels. */
export function phoneHeight(width: number): number {
  return width < 390 ? 568 : width < 700 ? 844 : 1024;
}

export const aDevice: NonNullable<PhoneState['device']> = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  name: 'iPhone (Safari)',
  scope: 'answer',
};

/** Suite of the view of a connected phone, on a touch screen. */
export function phoneSuite(): (options?: PhoneViewOptions) => Promise<FakeHost> {
  const open = pageSuite();
  return async (options = {}) => {
    const { scheme = 'light', scale = 1, forcedColors = false, phone, width = 390 } = options;
    const state: Partial<PhoneState> = { device: aDevice, ...phone };
    return open({
      height: phoneHeight(width),
      answers: { days: [believableDay] },
      ...options,
      width,
      place: 'phone',
      device: {
        hasTouch: true,
        isMobile: true,
        colorScheme: scheme,
        deviceScaleFactor: scale,
        forcedColors: forcedColors ? 'active' : 'none',
      },
      script: `globalThis.phoneState = ${JSON.stringify(state)}; ${options.script ?? ''}`,
    });
  };
}

export async function setPhone(page: Page, part: Partial<PhoneState>): Promise<void> {
  await page.evaluate((given) => globalThis.phone.set(given), part);
}

/** Actions that the view requested from the phone. */
export async function askedOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => globalThis.phone.asked);
}
