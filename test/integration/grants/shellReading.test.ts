import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { matchRule } from '../../../src/extension/hub/grants/grantMatch';
import { findFolder } from '../../../src/extension/hub/grants/place';
import { Random } from '../../support/random';

const seed = process.env['GRANT_SEED'] ?? 'shell';
const commands = 60_000;
const words = ['npm', 'test'];

/** Characters and pieces that mean something to a shell, and some that do not. */
const pieces = [
  ...Array.from(' \'"$`\\;|&<>(){}[]*?!#~=%^@+,.:/-_\n\tab19'),
  ' npm test',
  'npm test ',
  '&& ',
  '|| ',
  '; ',
  ' | ',
  ' 2>&1',
  '2>&1',
  ' a=b ',
  "''",
  '""',
  ' -- ',
  '$(',
  '<(',
  '>|',
  '<<',
  '&>',
  '|&',
  'id',
];

/**
 * Runs each command in a subshell, where nothing but `npm` can be run, and prints the arguments of
 * each run, or that something else happened.
 */
const harness = `
PATH=/nowhere
npm() { printf 'RUN'; printf '\\037%s' "$@"; printf '\\036'; }
command_not_found_handle() { printf 'OTHER\\037%s\\036' "$1"; }
command_not_found_handler() { printf 'OTHER\\037%s\\036' "$1"; }
while IFS= read -r line; do
  ( eval "$line" ) 2>/dev/null
  printf 'END\\036'
done
`;

const shells = ['bash', 'zsh', 'dash'].filter(
  (shell) => spawnSync(shell, ['-c', ':']).error === undefined,
);

describe('A command that a grant covers by its beginning', function () {
  this.timeout(300_000);
  let folder: string;
  before(async () => (folder = await realpath(await mkdtemp(path.join(tmpdir(), 'shell-')))));
  after(() => rm(folder, { recursive: true, force: true }));

  it(`runs nothing else in a real shell, whatever is changed in it (seed "${seed}")`, async () => {
    const random = new Random(seed);
    const pick = (): string => pieces[random.between(0, pieces.length - 1)] ?? '';
    const place = await findFolder(folder);
    assert.ok(place);
    const covered = new Set<string>();
    for (let count = 0; count < commands; count += 1) {
      let command =
        ['npm test', 'npm test a "b c" && npm test', "npm test 'x' | npm test -y 2>&1"][
          random.between(0, 2)
        ] ?? '';
      for (let changes = random.between(1, 5); changes > 0; changes -= 1) {
        const at = random.between(0, command.length);
        const removed = random.next() < 0.3 ? random.between(1, 3) : 0;
        command = command.slice(0, at) + pick() + command.slice(at + removed);
      }
      const toolInput = { command };
      const call = { toolName: 'Bash', toolInput, cwd: folder };
      const match = await matchRule({ kind: 'beginning', words, cwd: folder }, place, call);
      if (match !== undefined) covered.add(command);
    }
    assert.ok(covered.size > 500, `${covered.size} commands are covered`);
    const lines = [...covered];
    assert.ok(lines.every((line) => !line.includes('\n')));
    assert.ok(shells.includes('bash'));
    for (const shell of shells) {
      const { stdout } = spawnSync(shell, ['-c', harness], {
        cwd: folder,
        input: lines.map((line) => `${line}\n`).join(''),
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      const results = stdout.split('END\u001e').slice(0, -1);
      assert.equal(results.length, lines.length, shell);
      for (const [at, result] of results.entries()) {
        const runs = result.split('\u001e').slice(0, -1);
        for (const run of runs) {
          const [kind, first] = run.split('\u001f');
          assert.deepEqual([kind, first], ['RUN', 'test'], `${shell}: ${lines[at]} ran ${run}`);
        }
      }
      assert.deepEqual(await readdir(folder), [], `${shell} wrote a file`);
    }
  });
});
