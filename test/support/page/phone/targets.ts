import type { Page } from 'playwright-core';

/**
 * Lists the controls that are smaller than this, in pixels. A choice counts with its label, a
 * card's button as the card.
 */
export async function targetsBelow(page: Page, least: number): Promise<readonly string[]> {
  return page.evaluate((size) => {
    const pressable = 'button, a[href], input, textarea, select, summary, [tabindex="0"]';
    const scope = document.querySelector('dialog[open]') ?? document;
    return [...scope.querySelectorAll<HTMLElement>(pressable)].flatMap((one) => {
      const isChoice = one.matches('[type="radio"], [type="checkbox"]');
      const label = isChoice ? ((one as HTMLInputElement).labels?.[0] ?? one) : one;
      const target = one.matches('.open') ? (one.closest('.card') ?? one) : label;
      // A row that is not laid out before it is scrolled to has no size.
      if (!one.checkVisibility({ contentVisibilityAuto: true })) return [];
      const { width, height } = target.getBoundingClientRect();
      // Half a pixel is lost in rounding.
      return width >= size - 0.5 && height >= size - 0.5
        ? []
        : [`${one.outerHTML.slice(0, 90)} ${Math.round(width)}×${Math.round(height)}`];
    });
  }, least);
}
