import type { OutcomeKind } from './scriptKind';

/** The outcome that a program has if it is called with certain words. */
export interface ProgramRule {
  readonly kind: OutcomeKind;
  readonly tool: string;
  /** The required first words, ignoring options; absent if any will do. */
  readonly begins?: string;
  /** At least one of these words is required. */
  readonly needs?: string;
  /** None of these words may occur. */
  readonly not?: string;
  /** True if no output means success. */
  readonly isSilent?: boolean;
}

type Rules = readonly ProgramRule[];

const tests = (tool: string, more: Partial<ProgramRule> = {}): ProgramRule => ({
  kind: 'tests',
  tool,
  ...more,
});
const lint = (tool: string, more: Partial<ProgramRule> = {}): ProgramRule => ({
  kind: 'lint',
  tool,
  ...more,
});
const build = (tool: string, more: Partial<ProgramRule> = {}): ProgramRule => ({
  kind: 'build',
  tool,
  ...more,
});
const deploy = (tool: string, begins?: string): ProgramRule =>
  begins === undefined ? { kind: 'deploy', tool } : { kind: 'deploy', tool, begins };

const all = (rule: (tool: string) => ProgramRule, names: string): Record<string, Rules> =>
  Object.fromEntries(names.split(' ').map((name) => [name, [rule(name)]]));
const withSubcommand = (
  rule: (tool: string, more: Partial<ProgramRule>) => ProgramRule,
  begins: string,
  names: string,
): Record<string, Rules> => all((tool) => rule(tool, { begins }), names);

const testPrograms: Record<string, Rules> = {
  vitest: [tests('vitest', { not: 'list init watch dev bench --watch -w' })],
  jest: [tests('jest', { not: '--watchAll --init --listTests --showConfig --watch' })],
  mocha: [tests('mocha', { not: '-w' })],
  ava: [tests('ava', { not: '-w' })],
  tap: [tests('tap', { not: 'plugin versions build config repl' })],
  jasmine: [tests('jasmine', { not: 'init examples version enumerate' })],
  playwright: [tests('playwright', { begins: 'test', not: '--ui --list' })],
  '@playwright/test': [tests('playwright', { begins: 'test', not: '--ui --list' })],
  cypress: [tests('cypress', { begins: 'run' })],
  'bun test': [tests('bun')],
  'node:test': [tests('node:test')],
  pytest: [tests('pytest', { not: '--collect-only --co --fixtures --markers' })],
  'py.test': [tests('pytest')],
  django: [tests('unittest')],
  gotestsum: [tests('go')],
  ctest: [tests('ctest', { not: '-N --show-only' })],
  artisan: [tests('pest')],
  paratest: [tests('phpunit')],
  rails: [tests('minitest', { begins: 'test' })],
  prove: [tests('prove')],
  mix: [tests('mix', { begins: 'test' }), build('mix', { begins: 'compile' })],
  ...all(tests, 'tape uvu unittest phpunit pest rspec bats busted googletest'),
  ...withSubcommand(tests, 'run', 'cucumber wdio'),
};

const checkPrograms: Record<string, Rules> = {
  tsc: [
    lint('tsc', { needs: '--noEmit', not: '--watch -w', isSilent: true }),
    build('tsc', { not: '--init --watch -w --showConfig -v --all', isSilent: true }),
  ],
  'vue-tsc': [lint('vue-tsc', { not: '--watch -w', isSilent: true })],
  eslint: [lint('eslint', { not: '--init --print-config', isSilent: true })],
  stylelint: [lint('stylelint', { isSilent: true })],
  biome: ['check', 'lint', 'ci'].map((begins) => lint('biome', { begins })),
  prettier: [lint('prettier', { needs: '--check -c -l --list-different', not: '--write -w' })],
  ruff: [lint('ruff', { begins: 'check' }), lint('ruff', { begins: 'format', needs: '--check' })],
  black: [lint('black', { needs: '--check' })],
  isort: [lint('isort', { needs: '--check --check-only -c' })],
  'golangci-lint': [lint('golangci-lint', { begins: 'run' })],
  phpstan: [lint('phpstan', { begins: 'analyse' }), lint('phpstan', { begins: 'analyze' })],
  astro: [lint('astro', { begins: 'check' }), build('astro', { begins: 'build' })],
  ...all(
    (tool) => lint(tool, { isSilent: true }),
    'flake8 shellcheck yamllint actionlint staticcheck hadolint',
  ),
  ...all(
    lint,
    'oxlint mypy pyright basedpyright pylint rubocop svelte-check swiftlint psalm markdownlint tflint',
  ),
};
checkPrograms['@biomejs/biome'] = checkPrograms['biome'] ?? [];

const mixedPrograms: Record<string, Rules> = {
  cargo: [
    tests('cargo', { begins: 'test', not: '--no-run --list' }),
    tests('cargo', { begins: 't', not: '--no-run --list' }),
    tests('nextest', { begins: 'nextest run', not: '--no-run' }),
    lint('clippy', { begins: 'clippy' }),
    lint('cargo', { begins: 'check' }),
    lint('rustfmt', { begins: 'fmt', needs: '--check' }),
    build('cargo', { begins: 'build' }),
    build('cargo', { begins: 'b' }),
    deploy('cargo', 'publish'),
  ],
  go: [
    tests('go', { begins: 'test', not: '-list' }),
    lint('go', { begins: 'vet', isSilent: true }),
    build('go', { begins: 'build', isSilent: true }),
  ],
  deno: [
    tests('deno', { begins: 'test', not: '--no-run' }),
    lint('deno', { begins: 'lint' }),
    lint('deno', { begins: 'check' }),
    build('deno', { begins: 'compile' }),
    deploy('deno', 'publish'),
  ],
  dotnet: [
    tests('dotnet', { begins: 'test', not: '-t --list-tests' }),
    build('dotnet', { begins: 'build' }),
  ],
  swift: [tests('swift', { begins: 'test' }), build('swift', { begins: 'build' })],
  xcodebuild: [
    tests('xcodebuild', { needs: 'test test-without-building' }),
    build('xcodebuild', { needs: 'build archive' }),
  ],
  flutter: [
    tests('flutter', { begins: 'test' }),
    lint('flutter', { begins: 'analyze' }),
    build('flutter', { begins: 'build' }),
  ],
  dart: [tests('dart', { begins: 'test' }), lint('dart', { begins: 'analyze' })],
  'react-scripts': [tests('jest', { begins: 'test' }), build('react-scripts', { begins: 'build' })],
  ng: ['test', 'build', 'lint', 'deploy'].map((begins) => ({
    kind: begins === 'test' ? 'tests' : (begins as OutcomeKind),
    tool: 'ng',
    begins,
    not: '--watch',
  })),
  next: [build('next', { begins: 'build' }), lint('next', { begins: 'lint' })],
  webpack: [build('webpack', { not: '-w watch serve --watch info' })],
  rollup: [build('rollup', { not: '-w --watch' })],
  esbuild: [build('esbuild', { not: '--watch --serve' })],
  tsup: [build('tsup', { not: '--watch' })],
  'bun build': [build('bun')],
  cmake: [build('cmake', { needs: '--build' })],
  ninja: [build('ninja', { not: 'clean -t -n' })],
  docker: [
    build('docker', { begins: 'build' }),
    build('docker', { begins: 'buildx build' }),
    build('docker', { begins: 'compose build' }),
    deploy('docker', 'push'),
    deploy('docker', 'compose push'),
  ],
  podman: [build('podman', { begins: 'build' }), deploy('podman', 'push')],
  ...withSubcommand(
    build,
    'build',
    'vite nuxt parcel gatsby vinxi docusaurus storybook tauri wasm-pack hugo jekyll mkdocs zig stack cabal bazel nix poetry uv dune',
  ),
  ...all(build, 'electron-builder sphinx-build eleventy python-build'),
};

const deployPrograms: Record<string, Rules> = {
  fly: [deploy('fly', 'deploy')],
  flyctl: [deploy('fly', 'deploy')],
  vercel: [
    build('vercel', { begins: 'build' }),
    {
      kind: 'deploy',
      tool: 'vercel',
      not: 'ls list logs log env dev inspect link pull whoami login logout domains dns alias rollback promote project teams init switch certs remove rm help',
    },
  ],
  netlify: [deploy('netlify', 'deploy')],
  wrangler: [
    deploy('wrangler', 'deploy'),
    deploy('wrangler', 'publish'),
    deploy('wrangler', 'pages deploy'),
    deploy('wrangler', 'versions upload'),
  ],
  firebase: [deploy('firebase', 'deploy')],
  'gh-pages': [deploy('gh-pages')],
  kubectl: [deploy('kubectl', 'apply')],
  helm: [deploy('helm', 'upgrade'), deploy('helm', 'install')],
  terraform: [lint('terraform', { begins: 'validate' }), deploy('terraform', 'apply')],
  tofu: [deploy('tofu', 'apply')],
  'npm publish': [deploy('npm')],
  serverless: [deploy('serverless', 'deploy')],
  sls: [deploy('serverless', 'deploy')],
  cdk: [deploy('cdk', 'deploy')],
  pulumi: [deploy('pulumi', 'up')],
  gcloud: [
    deploy('gcloud', 'run deploy'),
    deploy('gcloud', 'app deploy'),
    deploy('gcloud', 'functions deploy'),
  ],
  railway: [deploy('railway', 'up')],
  twine: [deploy('twine', 'upload')],
  gem: [deploy('gem', 'push')],
  vsce: [build('vsce', { begins: 'package' }), deploy('vsce', 'publish')],
};

const exportPrograms: Record<string, Rules> = Object.fromEntries(
  'pandoc typst quarto latexmk pdflatex xelatex lualatex asciidoctor asciidoctor-pdf mdbook ebook-convert ffmpeg'
    .split(' ')
    .map((tool) => [tool, [{ kind: 'export', tool }]]),
);

/** Rules by program name; the first match applies. */
export const knownPrograms: ReadonlyMap<string, Rules> = new Map(
  Object.entries({
    ...mixedPrograms,
    ...deployPrograms,
    ...exportPrograms,
    ...checkPrograms,
    ...testPrograms,
  }),
);
