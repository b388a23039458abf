import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { saveCorpus, savedCorpus } from '../fuzz/corpus';
import { ensureJazzer } from '../fuzz/jazzer';
import { targets, type TargetName } from '../fuzz/targets';
import { nodeBundle } from '../support/build/bundleOptions';
import {
  cacheFolder as projectCache,
  projectRoot,
  testOutputFolder,
} from '../support/editor/paths';
import { playKills } from '../support/hub/followUpKills';
import { recording, recordingNames } from '../support/recordings/recording';

const cacheFolder = path.join(projectCache, 'fuzz');
const longestInput = 4_096;
/** Time limit of one input, in seconds: enough to detect an endless match. */
const inputSeconds = 10;

/** Searches for inputs that violate a property, guided by code coverage; the time is limited. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      /** Number of times that hubs with follow-ups are killed, and the seed of the points. */
      kills: { type: 'string', default: '1000' },
      seed: { type: 'string', default: 'follow-ups' },
      only: { type: 'string', default: '' },
      /** Adds inputs that reach new code to the saved corpus. */
      keep: { type: 'boolean', default: false },
    },
  });
  const wanted = new RegExp(values.only, 'iu');
  if (wanted.test('followUpKills')) {
    console.log('== followUpKills ==');
    const { sent } = await playKills(values.seed, Number(values.kills));
    console.log(`${values.kills} kills with the seed ${values.seed}: ${sent} follow-ups were sent`);
  }
  const names = (Object.keys(targets) as TargetName[]).filter((name) => wanted.test(name));
  if (names.length === 0) return;
  const jazzer = await ensureJazzer(cacheFolder);
  fs.mkdirSync(testOutputFolder, { recursive: true });
  const broken: TargetName[] = [];
  for (const name of names) {
    console.log(`== ${name} ==`);
    const bundle = await bundleTarget(name);
    const found = emptyFolder(`${name}/found`);
    const seeds = emptyFolder(`${name}/seeds`);
    for (const [index, text] of [...savedCorpus(name), ...recorded(name)].entries()) {
      fs.writeFileSync(path.join(seeds, String(index)), text);
    }
    const artifacts = path.join(testOutputFolder, `fuzz-${name}-`);
    const limits = [`-max_len=${longestInput}`, `-timeout=${inputSeconds}`];
    const fuzz = [`-max_total_time=${values.seconds}`, `-artifact_prefix=${artifacts}`];
    const held = await run(jazzer, bundle, [found, seeds], [...limits, ...fuzz]);
    if (!held) broken.push(name);
    if (!values.keep) continue;
    const merged = emptyFolder(`${name}/kept`);
    await run(jazzer, bundle, [merged, seeds, found], [...limits, '-merge=1']);
    const inputs = fs
      .readdirSync(merged)
      .map((file) => fs.readFileSync(path.join(merged, file), 'utf8'));
    saveCorpus(name, [...savedCorpus(name), ...inputs]);
  }
  if (broken.length === 0) return;
  console.error(
    `Broken: ${broken.join(', ')}. The inputs are in ${testOutputFolder}; mend what they break, and add them to the saved corpus.`,
  );
  process.exitCode = 1;
}

/** Recorded output of a real client, from which the fuzzer starts. */
function recorded(name: TargetName): readonly string[] {
  if (name !== 'hookPayloads' && name !== 'transcriptLines') return [];
  const rows = recordingNames().flatMap((one) => recording(one));
  const values =
    name === 'hookPayloads' ? rows.map(({ hook }) => hook) : rows.map(({ line }) => line);
  return values
    .map((value) => JSON.stringify(value))
    .filter((text) => text !== undefined && text.length <= longestInput);
}

/**
 * Bundles a target as a separate program, so that the fuzzer instruments all of our code that it
 * runs.
 */
async function bundleTarget(name: TargetName): Promise<string> {
  const outfile = path.join(cacheFolder, 'targets', `${name}.js`);
  await esbuild.build({
    ...nodeBundle,
    stdin: {
      contents: `import { targets } from './targets';
        export const fuzz = (data) => targets.${name}(data.toString('utf8'));`,
      resolveDir: path.join(projectRoot, 'test', 'fuzz'),
      loader: 'ts',
    },
    outfile,
    sourcemap: 'inline',
  });
  return outfile;
}

function emptyFolder(name: string): string {
  const folder = path.join(cacheFolder, name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

/** Resolves with true if every property held. */
async function run(
  jazzer: string,
  bundle: string,
  folders: readonly string[],
  options: readonly string[],
): Promise<boolean> {
  const args = [
    jazzer,
    bundle,
    ...folders,
    '--sync',
    '--includes',
    path.basename(bundle),
    '--',
    ...options,
  ];
  const child = spawn(process.execPath, args, { cwd: cacheFolder, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
