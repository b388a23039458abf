import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { pageThemes, themeNames, type ThemeName } from './themes';

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

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
    const rules = seen === audited ? { runOnly: { type: 'rule', values: colourRules } } : {};
    const faults = await audit(page, rules as RunOptions);
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

async function audit(page: Page, rules: RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  }
  return page.evaluate(async (options) => {
    const { violations } = await axe.run({ resultTypes: ['violations'], ...options });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ''}`,
      ),
    );
  }, rules);
}
