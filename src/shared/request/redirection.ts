/**
 * Parts of the names of options by which common programs run, load, read or write something else
 * than their arguments name: `--script-shell`, `--node-options`, `--kubeconfig`, `--globalSetup`.
 */
const redirectingParts: ReadonlySet<string> = new Set(
  'conf code command commands cmd shell program prefix require import load loader module modules plugin plugins extension extensions preload hook hooks pager editor wrapper interpreter option options chdir cwd dir directory workdir workspace out output outfile init bootstrap script scripts setup teardown transform resolver runner preset env environment engine expr expression'.split(
    ' ',
  ),
);
const redirectingBeginnings = /^(?:rc|exec|eval|root)/;

function isRedirectingPart(part: string): boolean {
  return (
    redirectingParts.has(part) ||
    part.includes('config') ||
    part.endsWith('rc') ||
    redirectingBeginnings.test(part)
  );
}

/** Short options with that effect in many programs, alone or as the last letter of several. */
const redirectingShortOption = /^-(?:[cCeEoOpPr]|[A-Za-z]{1,3}[cCeEoOpPr](?![A-Za-z]))/;

/**
 * True for a word that can be an option which makes a program run something else. Callers exclude
 * programs that do no harm with any arguments.
 */
export function canRedirect(word: string): boolean {
  if (!word.startsWith('--')) return redirectingShortOption.test(word);
  const [name = ''] = word.slice(2).split('=');
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[-_.]/)
    .some(isRedirectingPart);
}
