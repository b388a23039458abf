import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions, Spec } from 'axe-core';
import type { Page } from 'playwright-core';
import { collectLooks, type PageLooks } from './looksOfText';
import { pageThemes, themeNames, type ThemeName } from './themes';
import { paint } from './unpainted';

declare const axe: {
  run(options: RunOptions): Promise<AxeResults>;
  configure(spec: Spec): void;
};

/** Rules that a change of theme can break without changing which elements are visible. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const inColours: RunOptions = { runOnly: { type: 'rule', values: colourRules } };

/** Looks of texts and links in which no audit of this process found a fault, on any page. */
const faultless = new Set<string>();

/** Audits a page by all rules, including experimental ones; each finding names its element. */
export async function violations(page: Page): Promise<readonly string[]> {
  await prepare(page);
  return audit(page, await page.evaluate(collectLooks));
}

/**
 * Audits the page by all rules in the first theme, and in the others by all rules only if other
 * elements are visible. Each finding names its theme. Leaves the page in the first theme.
 */
export async function violationsInThemes(
  page: Page,
  themes: readonly ThemeName[] = themeNames,
): Promise<readonly string[]> {
  return auditInTurn(page, themes, wearTheme);
}

/** Audits a page that follows the system's colour scheme: light, then dark. */
export async function violationsInSchemes(page: Page): Promise<readonly string[]> {
  return auditInTurn(page, ['light', 'dark'] as const, (it, colorScheme) =>
    it.emulateMedia({ colorScheme }),
  );
}

async function auditInTurn<Look extends string>(
  page: Page,
  appearances: readonly Look[],
  wear: (page: Page, look: Look) => Promise<void>,
): Promise<readonly string[]> {
  await prepare(page);
  const found: string[] = [];
  let audited: string | undefined;
  for (const look of appearances) {
    await wear(page, look);
    const seen = await page.evaluate(collectLooks);
    const faults = await audit(page, seen, seen.elements === audited ? inColours : {});
    found.push(...faults.map((fault) => `${look}: ${fault}`));
    audited = seen.elements;
  }
  const [first] = appearances;
  if (first !== undefined) await wear(page, first);
  return found;
}

/** Changes the theme like the editor: other variables, and another class of the body. */
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

async function prepare(page: Page): Promise<void> {
  await paint(page);
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
}

/**
 * Audits a page by these rules. Of texts that look alike, on this page or an earlier one, only one
 * is checked for contrast.
 */
async function audit(
  page: Page,
  { looks }: PageLooks,
  rules: RunOptions = {},
): Promise<readonly string[]> {
  const fresh = looks.filter((look) => !faultless.has(look));
  if (rules === inColours && fresh.length === 0) return [];
  const faults = await page.evaluate(findFaults, [fresh, rules] as const);
  if (!faults.some(isOfColours)) for (const look of fresh) faultless.add(look);
  return faults;
}

function isOfColours(fault: string): boolean {
  return colourRules.some((rule) => fault.startsWith(`${rule}: `));
}

/** Runs in the page: audits it, checking the contrast only of texts with these looks. */
async function findFaults([looks, rules]: readonly [readonly string[], RunOptions]): Promise<
  readonly string[]
> {
  const mark = 'data-look-to-audit';
  const texts = looks.flatMap((look) => globalThis.textsOfLooks?.get(look) ?? []);
  for (const text of texts) text.setAttribute(mark, '');
  axe.configure({ rules: [{ id: 'color-contrast', selector: `[${mark}]` }] });
  const { violations } = await axe.run({ resultTypes: ['violations'], ...rules });
  for (const text of texts) text.removeAttribute(mark);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ''}`),
  );
}
