import { parseBareHttps } from '../../../util/parseBareHttps';
import type { OutcomeKind } from './command/scriptKind';

/** A line that shows an outcome; capture group 1 may hold the number of problems. */
export interface Sign {
  readonly ok: boolean;
  readonly line: RegExp;
  /** Set if only this tool prints the line. */
  readonly tool?: string;
}

const scriptFailed: readonly Sign[] = [
  { ok: false, line: /^npm (?:error|ERR!) (?:code ELIFECYCLE|Lifecycle script)/ },
  { ok: false, line: /^.{0,80}\bELIFECYCLE\b.{0,20}Command failed/ },
  { ok: false, line: /^error Command failed with exit code \d/ },
  { ok: false, line: /^error: script "[^"]{1,80}" exited with code \d/ },
  { ok: false, line: /^g?make(?:\[\d{1,3}\])?: \*\*\* .{0,300}(?:Error \d{1,3}|Stop\.)$/ },
];

const typeErrors: readonly Sign[] = [
  {
    ok: false,
    tool: 'tsc',
    line: /^Found (\d{1,9}) errors? in (?:the same file|\S{1,300}|\d{1,9} files)[.:, ]?/,
  },
  {
    ok: false,
    tool: 'tsc',
    line: /^\S.{0,300}(?:\(\d{1,7},\d{1,7}\):|:\d{1,7}:\d{1,7} -) error TS\d{1,6}: /,
  },
  { ok: false, tool: 'tsc', line: /^error TS\d{1,6}: / },
];

const jvm: readonly Sign[] = [
  { ok: false, tool: 'gradle', line: /^(?:FAILURE: Build failed|BUILD FAILED)/ },
  { ok: true, tool: 'gradle', line: /^BUILD SUCCESSFUL in / },
  { ok: false, tool: 'maven', line: /^\[(?:INFO|ERROR)\] BUILD FAILURE$/ },
  { ok: true, tool: 'maven', line: /^\[INFO\] BUILD SUCCESS$/ },
];

const builds: readonly Sign[] = [
  ...typeErrors,
  ...scriptFailed,
  { ok: false, tool: 'cargo', line: /^error: could not compile / },
  { ok: false, tool: 'vite', line: /^(?:error during build:|✗ Build failed in )/ },
  { ok: false, tool: 'webpack', line: /^webpack \S{1,20} compiled with \d{1,6} errors?/ },
  { ok: false, tool: 'next', line: /^(?:Failed to compile\.|> Build (?:failed|error))/ },
  { ok: false, tool: 'docker', line: /^ERROR: failed to (?:solve|build)/ },
  { ok: false, tool: 'ninja', line: /^ninja: build stopped/ },
  { ok: false, tool: 'dotnet', line: /^Build FAILED\.$/ },
  { ok: false, tool: 'xcodebuild', line: /^\*\* BUILD FAILED \*\*/ },
  { ok: false, line: /^(?:\S{1,3} )?Build failed with \d{1,6} errors?/ },
  ...jvm,
  { ok: true, tool: 'vite', line: /^✓ built in / },
  {
    ok: true,
    tool: 'webpack',
    line: /^webpack \S{1,20} compiled (?:successfully|with \d{1,6} warnings?)/,
  },
  { ok: true, tool: 'next', line: /^Route \((?:app|pages)\)/ },
  { ok: true, tool: 'cargo', line: /^ {4}Finished `/ },
  { ok: true, tool: 'cmake', line: /^\[100%\] Built target / },
  {
    ok: true,
    tool: 'docker',
    line: /^(?:Successfully (?:built|tagged) |#\d{1,4} naming to \S{1,200} (?:\d\S{0,8} )?done)/,
  },
  { ok: true, tool: 'tsup', line: /^\S{1,8} ⚡️? Build success in / },
  { ok: true, tool: 'rollup', line: /^created \S{1,200} in / },
  { ok: true, tool: 'dotnet', line: /^Build succeeded\.$/ },
  { ok: true, tool: 'swift', line: /^Build complete!/ },
  { ok: true, tool: 'xcodebuild', line: /^\*\* BUILD SUCCEEDED \*\*/ },
];

const lints: readonly Sign[] = [
  { ok: false, tool: 'eslint', line: /^✖ (\d{1,9}) problems? \([1-9]\d{0,8} errors?/ },
  {
    ok: false,
    tool: 'mypy',
    line: /^Found (\d{1,9}) errors? in \d{1,9} files? \((?:checked|errors)/,
  },
  ...typeErrors,
  { ok: false, tool: 'biome', line: /^Found (\d{1,9}) errors?\.$/ },
  {
    ok: false,
    tool: 'ruff',
    line: /^Found \d{1,9} errors? \(\d{1,9} fixed, (\d{1,9}) remaining\)\.$/,
  },
  {
    ok: false,
    tool: 'pyright',
    line: /^([1-9]\d{0,8}) errors?, \d{1,9} warnings?(?:, \d{1,9} \w{1,20})?$/,
  },
  { ok: false, tool: 'svelte-check', line: /^svelte-check found ([1-9]\d{0,8}) errors?/ },
  { ok: false, tool: 'prettier', line: /^\[warn\] Code style issues found in / },
  { ok: false, tool: 'rubocop', line: /^\d{1,9} files? inspected, (\d{1,9}) offenses? detected/ },
  { ok: false, tool: 'phpstan', line: /^ {0,3}\[ERROR\] Found (\d{1,9}) errors?/ },
  { ok: false, tool: 'golangci-lint', line: /^([1-9]\d{0,8}) issues?:$/ },
  { ok: false, tool: 'clippy', line: /^error: could not compile / },
  { ok: false, tool: 'ruff', line: /^\d{1,9} files? would be reformatted/ },
  ...scriptFailed,
  { ok: true, tool: 'eslint', line: /^✖ (\d{1,9}) problems? \(0 errors/ },
  { ok: true, tool: 'biome', line: /^Checked \d{1,9} files? in \S{1,12}\. No fixes applied\.$/ },
  { ok: true, tool: 'prettier', line: /^All matched files use Prettier code style!$/ },
  { ok: true, tool: 'ruff', line: /^All checks passed!$/ },
  { ok: true, tool: 'mypy', line: /^Success: no issues found in / },
  { ok: true, tool: 'pyright', line: /^(0) errors, \d{1,9} warnings?/ },
  { ok: true, tool: 'golangci-lint', line: /^(0) issues\.$/ },
  { ok: true, tool: 'rubocop', line: /^\d{1,9} files? inspected, no offenses detected/ },
  { ok: true, tool: 'phpstan', line: /^ {0,3}\[OK\] No errors/ },
  { ok: true, tool: 'clippy', line: /^ {4}Finished `/ },
];

const deploys: readonly Sign[] = [
  ...scriptFailed,
  { ok: false, line: /^npm (?:error|ERR!) code E/ },
  { ok: false, line: /^(?:✘ )?\[?(?:ERROR|Error)\]?:? \S/ },
  { ok: false, line: /^(?:error|Error from server)(?: \([A-Za-z]{1,40}\))?: \S/ },
  { ok: false, line: /^│ Error: / },
  { ok: true, tool: 'fly', line: /^Visit your newly deployed app at / },
  { ok: true, tool: 'netlify', line: /^.{0,8}Deploy is live!/ },
  { ok: true, tool: 'firebase', line: /^.{0,8}Deploy complete!/ },
  {
    ok: true,
    tool: 'wrangler',
    line: /^(?:Current (?:Version|Deployment) ID: |.{0,4}Deployment complete!)/,
  },
  { ok: true, tool: 'terraform', line: /^Apply complete! Resources: / },
  { ok: true, tool: 'npm', line: /^\+ @?[a-z0-9][\w./-]{0,200}@\d/ },
  { ok: true, tool: 'gh-pages', line: /^Published$/ },
  { ok: true, tool: 'docker', line: /^\S{1,128}: digest: sha256:[0-9a-f]{64} / },
  { ok: true, tool: 'cargo', line: /^ {3}Published \S{1,100} v\d/ },
];

const exports: readonly Sign[] = [
  { ok: false, tool: 'latexmk', line: /^Latexmk: Errors, so I did not complete/ },
  { ok: false, line: /^! (?:LaTeX Error|Undefined control|Emergency stop| ==> Fatal error)/ },
  { ok: false, line: /^error: \S/ },
  { ok: false, tool: 'ffmpeg', line: /^(?:Conversion failed!|Error opening (?:input|output))/ },
  { ok: true, tool: 'latexmk', line: /^Latexmk: All targets \(/ },
  { ok: true, line: /^Output written on \S{1,200} \(\d/ },
  { ok: true, tool: 'quarto', line: /^Output created: \S/ },
  { ok: true, tool: 'ffmpeg', line: /^(?:\[out#.{1,40}\] )?video:\d{1,12}\w{1,4} audio:\d/ },
];

/** Signs of failure come before signs of success. */
export const signs: Readonly<Record<OutcomeKind, readonly Sign[]>> = {
  tests: [
    { ok: false, tool: 'maven', line: /^\[ERROR\] There are test failures\./ },
    { ok: false, tool: 'gradle', line: /^> There were failing tests\./ },
    { ok: false, tool: 'xcodebuild', line: /^\*\* TEST FAILED \*\*/ },
    { ok: true, tool: 'xcodebuild', line: /^\*\* TEST SUCCEEDED \*\*/ },
    { ok: true, tool: 'gradle', line: /^BUILD SUCCESSFUL in / },
  ],
  build: builds,
  lint: lints,
  deploy: deploys,
  export: exports,
};

/** Last line of Oxlint's output, read separately from `signs` because it has two counts. */
export const oxlintEnd = /^Found (\d{1,9}) warnings? and (\d{1,9}) errors?\.$/;

const labelledUrl =
  /^\W{0,12}(?:Website (?:Draft )?URL|Unique deploy URL|Hosting URL|Production|Preview|Service URL|Deployed (?:to|at)|Visit your newly deployed app at|Live URL|Deployment complete! Take a peek over at)[: ]{1,12}(https:\/\/\S{1,300})/i;
const bareUrl =
  /^\W{0,8}(https:\/\/[a-z0-9.-]{1,200}\.(?:workers\.dev|pages\.dev|fly\.dev|vercel\.app|netlify\.app|web\.app|github\.io|onrender\.com|surge\.sh|run\.app)(?:\/\S{0,200})?)(?: \[\S{1,8}\])?$/;

/**
 * The address of a deployment, from a line that labels it or that has only an address at a known
 * host.
 */
export function deployedUrl(lines: readonly string[]): string | undefined {
  for (const pattern of [labelledUrl, bareUrl]) {
    for (const line of lines.toReversed()) {
      const address = checkedUrl(pattern.exec(line)?.[1]);
      if (address !== undefined) return address;
    }
  }
  return undefined;
}

function checkedUrl(text: string | undefined): string | undefined {
  const address = text?.replace(/[)\]>.,;'"`]{1,4}$/, '') ?? '';
  return parseBareHttps(address)?.href;
}
