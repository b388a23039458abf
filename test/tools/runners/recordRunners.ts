import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { javascriptSamples } from './javascriptSamples';
import { checkSamples } from './checkSamples';
import { nativeSamples } from './nativeSamples';
import type { Sample } from './sample';
import { scriptSamples } from './scriptSamples';

const fixtures = path.join(__dirname, '..', '..', 'fixtures', 'runners');
const table = path.join(fixtures, 'cases.json');
/** Length of the output's end that the recognizers receive, in characters. */
const keptEnd = 4_096;

/** A row of the table that the tests read. */
interface RecordedCase {
  readonly tool: string;
  readonly name: string;
  readonly version: string;
  readonly command: string;
  readonly exit: number;
  readonly expected: {
    readonly kind: string;
    readonly ok?: boolean;
    readonly data: Readonly<Record<string, string | number>>;
  } | null;
}

/** Folder with the npm packages, outside of the project. */
const modules = process.env['RUNNER_MODULES'];

function run(command: string, cwd: string): { readonly exit: number; readonly output: string } {
  const bin = modules === undefined ? [] : [path.join(modules, '.bin')];
  const done = spawnSync('bash', ['-c', `{ ${command}\n} 2>&1`], {
    cwd,
    encoding: 'utf8',
    timeout: 300_000,
    env: {
      HOME: process.env['HOME'],
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      GOFLAGS: '-mod=mod',
      GOPROXY: 'off',
      PATH: [...bin, process.env['PATH'] ?? ''].join(path.delimiter),
    },
  });
  return { exit: done.status ?? 1, output: done.stdout };
}

/** Replaces this machine's folders and times, so that repeated runs give nearly the same text. */
function scrubbed(output: string, folder: string): string {
  let text = output;
  for (const [from, to] of [
    [folder, '/home/dev/project'],
    [modules ?? '\0', '/home/dev/project/node_modules'],
    [path.relative(path.dirname(folder), modules ?? '\0'), 'project/node_modules'],
    [process.env['HOME'] ?? '\0', '/home/dev'],
  ] as const)
    text = text.replaceAll(from, to);
  return text
    .replaceAll(
      /\b\d+(\.\d+)?( ?)(ms|s)\b/g,
      (_all, _part, gap: string, unit: string) => `12${gap}${unit}`,
    )
    .replaceAll(/\b\d+\.\d+ ?(?=seconds)/g, '0.012 ')
    .replaceAll(/(duration_ms[: ]+)\d+\.\d+/g, '$112.3')
    .replaceAll(/(seed[ =])\d+/g, '$14711')
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/g, '2026-03-02 10:00:00')
    .replaceAll(/\b\d\d:\d\d:\d\d\b/g, '10:00:00');
}

function record(sample: Sample): readonly RecordedCase[] | undefined {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'sample-')));
  try {
    if (modules !== undefined) symlinkSync(modules, path.join(folder, 'node_modules'));
    const version = run(sample.version, folder);
    if (version.exit !== 0) return undefined;
    for (const [name, text] of Object.entries(sample.files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    if (sample.prepare !== undefined) run(sample.prepare, folder);
    rmSync(path.join(fixtures, sample.tool), { recursive: true, force: true });
    mkdirSync(path.join(fixtures, sample.tool), { recursive: true });
    return sample.cases.map(({ name, command, kind, ok, data }) => {
      const { exit, output } = run(command, folder);
      const recordedEnd = scrubbed(output, folder).slice(-keptEnd);
      writeFileSync(path.join(fixtures, sample.tool, `${name}.txt`), recordedEnd);
      return {
        tool: sample.tool,
        name,
        version: lastVersion(version.output),
        command,
        exit,
        expected:
          data === undefined
            ? null
            : { kind: kind ?? 'tests', ...(ok === undefined ? {} : { ok }), data },
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lastVersion(text: string): string {
  return /\d+\.\d+(?:\.\d+)?/.exec(text)?.[0] ?? 'unknown';
}

const samples = [...javascriptSamples, ...nativeSamples, ...scriptSamples, ...checkSamples];

/** Records the samples named on the command line, or all whose tools are installed. */
function main(): void {
  const named = process.argv.slice(2);
  let existing: readonly RecordedCase[] = [];
  try {
    existing = JSON.parse(readFileSync(table, 'utf8')) as readonly RecordedCase[];
  } catch {
    // The first recording has no table.
  }
  for (const sample of samples) {
    if (named.length > 0 && !named.includes(sample.tool)) continue;
    const rows = record(sample);
    process.stdout.write(`${sample.tool}: ${rows?.length ?? 'not installed'}\n`);
    if (rows !== undefined)
      existing = [...existing.filter(({ tool }) => tool !== sample.tool), ...rows];
  }
  writeFileSync(table, `${JSON.stringify(existing, undefined, 2)}\n`);
}

main();
