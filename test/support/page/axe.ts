import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions, Spec } from 'axe-core';
import type { Page } from 'playwright-core';
import { lookOver, type Seen } from './looksOfText';
import { pageThemes, themeNames, type ThemeName } from './themes';
import { paint } from './unpainted';

declare const axe: {
  run(options: RunOptions): Promise<AxeResults>;
  configure(spec: Spec): void;
};

/** All that a theme can break while it leaves the same elements to be seen. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const inColours: RunOptions = { runOnly: { type: 'rule', values: colourRules } };

/** Looks of texts and links in which no audit of this process found a fault, on whatever page. */
const faultless = new Set<string>();

/** Every rule there is, the proposals included; a finding is named with the element it is about. */
export async function violations(page: Page): Promise<readonly string[]> {
  await prepare(page);
  return audit(page, await page.evaluate(lookOver));
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
  await prepare(page);
  const found: string[] = [];
  let audited: string | undefined;
  for (const look of looks) {
    await wear(page, look);
    const seen = await page.evaluate(lookOver);
    const faults = await audit(page, seen, seen.elements === audited ? inColours : {});
    found.push(...faults.map((fault) => `${look}: ${fault}`));
    audited = seen.elements;
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

async function prepare(page: Page): Promise<void> {
  await paint(page);
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
}

/** The page in these rules; of texts that look the same, on it or on one before it, one is audited. */
async function audit(
  page: Page,
  { looks }: Seen,
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

/** Runs in the page: of the texts it reads the contrast of those with these looks. */
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
