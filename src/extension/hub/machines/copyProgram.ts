/** Line that the program prints on the machine when the files are in place. */
export const copiedGreeting = 'mission-control-copied/1';

/**
 * Program that receives a copy of the hub on a machine: it reads the files from standard input and
 * moves them into our folder atomically. An interrupted copy leaves the old files in place. A hub
 * that runs from an older copy keeps the code that it has loaded. A folder that contains a mount is
 * not deleted. The program must run with any supported version of Node.
 */
const source = `
const fs = require('fs'), path = require('path');
const folder = process.argv[1];
const portions = [];
const fail = (error) => { process.stderr.write(String(error.message || error) + '\\n'); process.exit(1); };
const isMine = (stat) => stat.isDirectory() && (!process.getuid || stat.uid === process.getuid());
const hasMount = (name) => {
  try { return fs.readFileSync('/proc/self/mountinfo', 'latin1').includes('/' + name + '/'); } catch { return false; }
};
const put = () => {
  const files = JSON.parse(require('zlib').brotliDecompressSync(Buffer.concat(portions)));
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isMine(fs.lstatSync(folder))) throw new Error(folder + ' is not a folder of your own');
  fs.chmodSync(folder, 0o700);
  const aside = fs.mkdtempSync(path.join(folder, '.copied.'));
  const next = path.join(aside, 'next'), there = path.join(folder, 'copied');
  try {
    fs.mkdirSync(path.join(next, 'dist'), { recursive: true, mode: 0o700 });
    for (const name of Object.keys(files)) {
      const file = fs.openSync(path.join(next, name), 'wx', 0o600);
      fs.writeFileSync(file, files[name]);
      fs.fsyncSync(file);
      fs.closeSync(file);
    }
    for (let at = 0; ; at += 1) {
      try { fs.renameSync(there, path.join(aside, 'old' + at)); } catch (error) { if (error.code !== 'ENOENT') throw error; }
      try { fs.renameSync(next, there); break; } catch (error) { if (at > 9) throw error; }
    }
  } finally {
    if (!hasMount(path.basename(aside))) fs.rmSync(aside, { recursive: true, force: true });
  }
  process.stdout.write('\\n${copiedGreeting}\\n');
};
process.stdin.on('data', (bytes) => portions.push(bytes));
process.stdin.on('error', fail);
process.stdin.on('end', () => { try { put(); } catch (error) { fail(error); } });
`;

/** The program as one line of JavaScript. */
export const copyProgram = source.trim().replaceAll(/\n\s*/gu, ' ');
