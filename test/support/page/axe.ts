import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions, Spec } from 'axe-core';
import type { Page } from 'playwright-core';
import { pageThemes, themeNames, type ThemeName } from './themes';
import { paint } from './unpainted';

declare const axe: {
  run(options: RunOptions): Promise<AxeResults>;
  configure(spec: Spec): void;
};

/** All that a theme can break while it leaves the same elements to be seen. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Every rule there is, the proposals included; a finding is named with the element it is about. */
export async function violations(page: Page): Promise<readonly string[]> {
  return audit(page, {});
}

/**
 * The page in all rules as it is, and then in each of the themes, which it changes into as it does
 * in the editor. A finding is named with the theme. The page is left in the first theme.
 */
export async function violationsInThemes(
  page: Page,
  themes: readonly ThemeName[] = themeNames,
): Promise<readonly string[]> {
  return auditInTurn(page, themes, wearTheme);
}

/** The same for what follows the system: light, then dark. */
export async function violationsInSchemes(page: Page): Promise<readonly string[]> {
  return auditInTurn(page, ['light', 'dark'] as const, (it, colorScheme) =>
    it.emulateMedia({ colorScheme }),
  );
}

async function auditInTurn<Look extends string>(
  page: Page,
  looks: readonly Look[],
  wear: (page: Page, look: Look) => Promise<void>,
): Promise<readonly string[]> {
  const found: string[] = [];
  let audited: string | undefined;
  for (const look of looks) {
    await wear(page, look);
    const seen = await page.evaluate(elementsInSight);
    const faults = await (seen === audited ? auditColours(page) : audit(page, {}));
    found.push(...faults.map((fault) => `${look}: ${fault}`));
    audited = seen;
  }
  const [first] = looks;
  if (first !== undefined) await wear(page, first);
  return found;
}

/** As the editor does it: other variables, and another class of the body. */
async function wearTheme(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(
    async ([name, bodyClass, otherClasses]) => {
      const link = document.querySelector<HTMLLinkElement>('link[href^="theme.css"]');
      if (!link) throw new Error('The page has no theme.');
      document.body.classList.remove(...otherClasses);
      document.body.classList.add(...bodyClass.split(' '));
      const href = `theme.css?theme=${name}`;
      if (link.getAttribute('href') === href) return;
      await new Promise((resolve, reject) => {
        link.addEventListener('load', resolve, { once: true });
        link.addEventListener('error', reject, { once: true });
        link.href = href;
      });
    },
    [
      theme,
      pageThemes[theme].bodyClass,
      themeNames.flatMap((name) => pageThemes[name].bodyClass.split(' ')),
    ] as const,
  );
}

/** Tells of each element of the document if it can be seen. */
function elementsInSight(): string {
  return [...document.querySelectorAll('*')]
    .map((one) => `${one.localName}${one.checkVisibility({ visibilityProperty: true }) ? '' : '-'}`)
    .join(' ');
}

/** All that a theme can break; of texts that look the same on the same ground one is audited. */
async function auditColours(page: Page): Promise<readonly string[]> {
  await bringAxe(page);
  await paint(page);
  await page.evaluate(markLooks, looksOfText);
  try {
    return await audit(page, { runOnly: { type: 'rule', values: colourRules } });
  } finally {
    await page.evaluate(unmarkLooks, looksOfText);
  }
}

const looksOfText = 'data-looks-of-text';

/** Runs in the page: marks one text of each look, and has the rule of contrast read no other. */
function markLooks(mark: string): void {
  const grounds = new Map<Element, string>();
  /** How an element and those around it are painted beneath the text. */
  const groundOf = (one: Element): string => {
    const known = grounds.get(one);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(one);
    const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
    const isPlain = isClear && opacity === '1' && filter === 'none' && position === 'static';
    const beneath = one.parentElement === null ? '' : groundOf(one.parentElement);
    const own = [backgroundColor, backgroundImage, opacity, filter, position].join();
    const ground = isPlain ? beneath : `${beneath}>${own}`;
    grounds.set(one, ground);
    return ground;
  };
  const textOf = (one: Element): string =>
    one.matches('input, select, textarea')
      ? 'a field'
      : [...one.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')).join('');
  /** False for what the rule does not judge: one character, what is off or hidden, or scrolled away. */
  const isJudged = (one: Element, text: string): boolean => {
    const unjudged = ':disabled, [aria-disabled="true"], [aria-hidden="true"], [inert]';
    if (text.length < 2 || one.closest(unjudged) !== null) return false;
    const { x, y, width, height } = one.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (one.contains(top) || top.contains(one));
  };
  const found = new Map<string, Element>();
  for (const one of document.querySelectorAll('body, body *')) {
    const text = textOf(one).trim();
    if (text === '' || !one.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
    const look = [groundOf(one), color, fontSize, fontWeight, textShadow].join();
    if (found.has(look)) continue;
    const key = isJudged(one, text) ? look : `unjudged ${look}`;
    if (!found.has(key)) found.set(key, one);
  }
  for (const one of found.values()) one.setAttribute(mark, '');
  axe.configure({ rules: [{ id: 'color-contrast', selector: `[${mark}]` }] });
}

/** Runs in the page. */
function unmarkLooks(mark: string): void {
  for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
  axe.configure({ rules: [{ id: 'color-contrast', selector: '*' }] });
}

async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
}

async function audit(page: Page, rules: RunOptions): Promise<readonly string[]> {
  await bringAxe(page);
  await paint(page);
  return page.evaluate(async (options) => {
    const { violations } = await axe.run({ resultTypes: ['violations'], ...options });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ''}`,
      ),
    );
  }, rules);
}
