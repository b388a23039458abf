/**
 * Parts of the names of options by which common programs run, load, read or write something else
 * than their arguments name: `--script-shell`, `--node-options`, `--kubeconfig`, `--globalSetup`.
 */
const parts =
  /^(?:\w*config\w*|conf|rc\w*|\w*rc|exec\w*|eval\w*|code|commands?|cmd|shell|program|prefix|require|import|load|loader|modules?|plugins?|extensions?|preload|hooks?|pager|editor|wrapper|interpreter|options?|chdir|cwd|dir|directory|root\w*|workdir|workspace|out|output|outfile|init|bootstrap|scripts?|setup|teardown|transform|resolver|runner|preset|env|environment|engine|expr|expression)$/;

/** Letters of one-letter options that do the same in many programs. */
const letters = /^-[cCeEoOpPr]/;

/**
 * True for a word that can be an option which makes a program run something else; for programs that
 * do no harm with any arguments, no option is one.
 */
export function canRedirect(word: string): boolean {
  if (!word.startsWith('--')) return letters.test(word);
  const [name = ''] = word.slice(2).split('=');
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[-_.]/)
    .some((part) => parts.test(part));
}
