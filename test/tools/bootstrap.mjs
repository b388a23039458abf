// Runs one of the project's tools from a fresh clone: plain Node, without dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const stampFile = path.join(root, 'node_modules', '.mission-control-lock');

await main(process.argv[2], process.argv.slice(3));

async function main(tool, args) {
  requireNode();
  const script = path.join(root, 'test', 'tools', `${tool}.ts`);
  if (tool !== 'hub' && (tool === undefined || !existsSync(script))) {
    fail(`There is no tool "${tool ?? ''}" in test/tools.`);
  }
  await ensureDependencies();
  if (tool === 'hub') {
    if (isOutdated('dist/hub.js')) await runOrExit(process.execPath, ['esbuild.mjs']);
    await runOrExit(process.execPath, [path.join(root, 'dist', 'hub.js'), ...args], process.cwd());
  } else {
    await runOrExit(process.execPath, ['--import', 'tsx', script, ...args]);
  }
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node 20.19 or newer is needed; this is ${process.versions.node}. See https://nodejs.org.`);
}

async function ensureDependencies() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  if (!isInstalled(JSON.parse(lock).packages)) {
    console.log('Installing the dependencies (npm ci).');
    await runOrExit('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  writeFileSync(stampFile, hash);
}

/** True if npm's own record of node_modules has every wanted version. */
function isInstalled(wanted) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = JSON.parse(readFileSync(record)).packages;
  return Object.entries(wanted).every(
    ([place, { version, optional, devOptional, peer }]) =>
      place === '' ||
      present[place]?.version === version ||
      (present[place] === undefined && (optional || devOptional || peer)),
  );
}

function isOutdated(product) {
  const built = statSync(path.join(root, product), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return true;
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const scripts = ['esbuild.mjs', 'esbuild.phone.mjs', 'esbuild.programs.mjs'];
  return [...sources, ...scripts.map((name) => path.join(root, name))].some(
    (file) => statSync(file).mtimeMs > built,
  );
}

/** Returns after success; otherwise ends this process with the command's exit code or signal. */
async function runOrExit(command, args, cwd = root) {
  const shell = process.platform === 'win32' && command === 'npm';
  const child = spawn(command, args, { cwd, shell, stdio: 'inherit' });
  const passOn = (signal) => {
    // A terminal sends Ctrl-C to the whole process group, so the child already has it.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, passOn);
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (...ending) => resolve(ending));
  });
  for (const name of signals) process.off(name, passOn);
  if (signal !== null) process.kill(process.pid, signal);
  if (code !== 0) process.exit(code ?? 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
