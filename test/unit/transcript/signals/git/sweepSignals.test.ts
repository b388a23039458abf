import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sweepSignals } from '../../../../../src/extension/transcript/signals/git/sweeps/sweepSignals';
import { maySweep } from '../../../../../src/extension/transcript/signals/git/sweeps/sweepsIn';
import { overgrowth } from '../../../../support/processes/growth';

const place = { cwd: '/w', at: 5 };
const signalsOf = (command: string, output = '', succeeded = true) =>
  sweepSignals(command, { output, succeeded }, place);
/** Omits the folder if it is the shell's own. */
const sweepsOf = (command: string, output = '', succeeded = true) =>
  signalsOf(command, output, succeeded).map(({ kind, ok, data }) => {
    assert.deepEqual([kind, data['since']], ['sweep', 5]);
    const { act, folder, branch, paths } = data;
    const parts = [act, ok ?? 'unknown', folder === '/w' ? undefined : folder, branch];
    const files = paths === undefined ? undefined : `[${String(paths).replaceAll('\n', ' ')}]`;
    return [...parts, files].filter((one) => one !== undefined).join(' ');
  });

describe('what a command may have swept away', () => {
  it('are changes, by each command of git that takes some', () => {
    for (const [command, ...expected] of [
      ['git switch main', 'switch true main'],
      ['git switch -q -c next origin/main', 'switch true next'],
      ['git switch --detach', 'switch true'],
      ['git switch -', 'switch true'],
      ['git checkout -q main', 'switch true main'],
      ['git checkout -q -b next', 'switch true next'],
      ['git checkout -q main --', 'switch true main'],
      ['git co main', 'switch true main'],
      ['git checkout -- a.ts "b c.ts"', 'checkout true [a.ts b c.ts]'],
      ['git checkout HEAD~1 -- src', 'checkout true [src]'],
      ['git checkout HEAD src/a.ts', 'checkout true [src/a.ts]'],
      ['git checkout .', 'checkout true [.]'],
      ['git checkout -q src/a.ts', 'checkout true [src/a.ts]'],
      ['git checkout --theirs a', 'checkout true [a]'],
      ['git checkout -f', 'checkout true'],
      ['git checkout -- :/', 'checkout true'],
      ['git restore a b', 'restore true [a b]'],
      ['git restore -s HEAD~2 -SW .', 'restore true [.]'],
      ['git restore --source=main -- a', 'restore true [a]'],
      ['git reset --hard', 'reset true'],
      ['git reset --hard origin/main', 'reset true'],
      ['git reset --merge', 'reset true'],
      ['git reset --keep HEAD~1', 'reset true'],
      ['git stash', 'stash true'],
      ['git stash -u', 'stash true'],
      ['git stash push -m "x y"', 'stash true'],
      ['git stash push -m x -- a b', 'stash true [a b]'],
      ['git stash save some words', 'stash true'],
      ['git stash branch old', 'switch true old'],
      ['git clean -fd', 'clean true'],
      ['git clean -xdf -e keep src', 'clean true [src]'],
      ['git -c clean.requireForce=false clean', 'clean true'],
      ['git worktree remove --force ../other', 'clean true /other'],
      ['gh pr checkout 7', 'switch true'],
    ] as const)
      assert.deepEqual(sweepsOf(command), expected, command);
  });

  it('is nothing where a command only shows, keeps, or asks', () => {
    for (const command of [
      'git status',
      'git switch --help',
      'git checkout',
      'git checkout HEAD',
      'git checkout -p',
      'git restore --staged a',
      'git restore -S .',
      'git restore',
      'git reset',
      'git reset --soft HEAD~1',
      'git reset -- a.ts',
      'git stash list',
      'git stash show -p',
      'git stash pop',
      'git stash apply',
      'git stash drop',
      'git stash create',
      'git clean',
      'git clean -n',
      'git clean -fdn',
      'git clean -fd --dry-run',
      'git clean -fdX',
      'git clean -i',
      'git worktree list',
      'git worktree remove ../other',
      'git commit -m "git reset --hard"',
      'echo git reset --hard',
      "cat > a <<'E'\ngit reset --hard\nE",
      'grep -rn "git stash" .',
      'docker exec web git reset --hard',
      'docker compose run web git checkout .',
      'npm run clean && git status',
    ])
      assert.deepEqual(sweepsOf(command), [], command);
  });

  it('is in the folder that the command goes to', () => {
    for (const [command, ...expected] of [
      ['cd sub && git stash', 'stash true /w/sub'],
      ['cd /x/y; git reset --hard', 'reset true /x/y'],
      ['cd "a b" && cd .. && git -C c -C d stash', 'stash true /w/c/d'],
      ['git -C ../other checkout -q main', 'switch true /other main'],
      ['git --work-tree=/x --git-dir /x/.git reset --hard', 'reset true /x'],
      ['cd ~/x && git stash', 'stash true ~/x'],
      ['(cd x && git stash) && git reset --hard', 'stash true /w/x', 'reset true'],
      ['(cd a; git stash); (cd b; git stash)', 'stash unknown /w/a', 'stash true /w/b'],
      ['(cd a && (cd b && git stash); git stash)', 'stash unknown /w/a/b', 'stash true /w/a'],
      ['cd x | true; git stash', 'stash true'],
      ['cd x & git stash', 'stash true'],
      ['bash -lc "cd x && git stash"', 'stash true /w/x'],
      ['cd "$DIR" && git stash'],
      ['cd $(mktemp -d) && git stash'],
      ['cd - && git stash'],
      ['cd && git stash'],
      ['git -C "$DIR" reset --hard'],
      ['cd "$DIR" && git -C /x reset --hard', 'reset true /x'],
    ] as const)
      assert.deepEqual(sweepsOf(command), expected, command);
    assert.deepEqual(
      sweepSignals('cd x && git stash', { output: '', succeeded: true }, {}),
      [],
      'nobody knows where x is',
    );
    assert.deepEqual(
      sweepSignals('git stash', { output: '', succeeded: true }, {}).map(({ data }) => data),
      [{ act: 'stash', command: 'git stash' }],
    );
  });

  it('is seen behind what runs git', () => {
    for (const [command, ...expected] of [
      ['rtk git reset --hard', 'reset true'],
      ['sudo -u me env A=b git stash', 'stash true'],
      ['GIT_TRACE=1 /usr/bin/git stash', 'stash true'],
      ['if true; then git stash; fi', 'stash unknown'],
      ['git ls-files -m | xargs git checkout --', 'checkout true'],
      ['for f in a b; do git checkout -- $f; done', 'checkout unknown'],
      ['sh -c \'git checkout -- "a b"\'', 'checkout true [a b]'],
    ] as const)
      assert.deepEqual(sweepsOf(command), expected, command);
  });

  it('is judged by what git printed', () => {
    for (const [command, output, succeeded, ...expected] of [
      ['git checkout Makefile', 'Updated 1 path from the index', true, 'checkout true [Makefile]'],
      ['git checkout v1.x', "Note: switching to 'v1.x'.", true, 'switch true v1.x'],
      ['git checkout main', "Already on 'main'", true],
      ['git checkout -f main', "Already on 'main'", true, 'switch true main'],
      ['git checkout .', 'Updated 0 paths from the index', true],
      ['git stash', 'No local changes to save', true],
      ['git stash; npm test', 'Saved working directory and index state', true, 'stash true'],
      ['git stash; npm test', 'Saved working directory and\n1 failing', false, 'stash true'],
      ['git reset --hard | tail -1', 'HEAD is now at 1a2b3c4 X', true, 'reset true'],
      ['git checkout main', 'error: Your local changes', false, 'switch false main'],
      ['git switch nope && git reset --hard', 'fatal: invalid', false, 'switch false nope'],
      [
        'git switch nope; git reset --hard',
        'fatal: invalid',
        false,
        'switch false nope',
        'reset false',
      ],
      ['npm test && git clean -fd', '1 failing', false, 'clean unknown'],
      ['git clean -fd && npm test', 'Removing a\n1 failing', false, 'clean true'],
    ] as const)
      assert.deepEqual(sweepsOf(command, output, succeeded), expected, command);
  });

  it('is told in short, as a person would write it', () => {
    const command = (text: string) => signalsOf(text)[0]?.data['command'];
    assert.equal(command('cd x && git checkout -- "it\'s" a'), "git checkout -- 'it'\\''s' a");
    assert.equal(command('FOO=1 rtk git stash'), 'git stash');
    assert.equal(String(command(`git stash -m ${'x'.repeat(900)}`)).length, 200);
    const many = Array.from({ length: 200 }, (_, index) => `file${index}`);
    const paths = (names: readonly string[]) =>
      String(signalsOf(`git checkout -- ${names.join(' ')}`)[0]?.data['paths']).split('\n');
    assert.equal(paths(many).length, 64);
    assert.equal(paths(many.map((name) => name + 'x'.repeat(1_000))).length, 4);
    assert.equal(signalsOf('git stash;'.repeat(50)).length, 8);
  });

  it('never throws, and takes a time in proportion to its length, whatever the command is', () => {
    const word = fc.constantFrom(
      ...'git checkout switch stash -- - -f ( ) && ; | cd sh -c "$( \' $x = <<E'.split(' '),
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.string()), { maxLength: 40 }),
        fc.string(),
        (words, output) => {
          for (const one of signalsOf(words.join(' '), output)) assert.equal(one.kind, 'sweep');
        },
      ),
      { numRuns: 2_000 },
    );
    for (const part of ['git stash ', '(', 'sh -c "', 'cd a;git stash;', 'git checkout -- ']) {
      const work = (length: number): unknown => signalsOf(part.repeat(length / part.length));
      assert.equal(overgrowth(work, 16_000), undefined, part);
    }
    assert.equal(maySweep('gitk checkout'), true);
    assert.equal(maySweep('git log'), false);
  });
});
