import type { Page } from 'playwright-core';

/**
 * Lists the controls that are smaller than this, in pixels. A choice is measured with its label, a
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
      // A row has no size until it is scrolled into view and laid out.
      if (!one.checkVisibility({ contentVisibilityAuto: true })) return [];
      const { width, height } = target.getBoundingClientRect();
      // Rounding may lose half a pixel.
      return width >= size - 0.5 && height >= size - 0.5
        ? []
        : [`${one.outerHTML.slice(0, 90)} ${Math.round(width)}×${Math.round(height)}`];
    });
  }, least);
}
