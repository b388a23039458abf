import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { filesAfterSweep } from '../../../src/extension/hub/collisions/evidence';
import { processTable } from '../../../src/extension/hub/ingest/processes';
import { gitStatus } from '../../../src/extension/hub/repositories/gitStatus';
import { findGit } from '../../../src/extension/hub/repositories/runGit';
import { GitObjects } from '../../../src/extension/hub/review/gitObjects';
import { inspectWorktree } from '../../../src/extension/hub/worktrees/worktreeInspection';
import { silentLog } from '../../../src/extension/util/log';
import { GitRepository } from '../../support/git/gitRepository';
import { skip } from '../../support/skip';

describe('A config that changes while git runs', function () {
  this.timeout(60_000);
  let repository: GitRepository;
  let traces: string;
  let git: string;

  beforeEach(async function () {
    if (process.platform === 'win32') skip(this, 'Windows runs no scripts as programs');
    git = (await findGit()) ?? '';
    repository = new GitRepository();
    repository.commit('a.txt', 'one\n');
    traces = mkdtempSync(path.join(os.tmpdir(), 'mc-traces-'));
  });
  afterEach(() => {
    repository.remove();
    rmSync(traces, { recursive: true, force: true });
  });

  const timeoutMs = 20_000;
  const ran = (): readonly string[] => readdirSync(traces).filter((one) => one.endsWith('.ran'));

  /**
   * Shell command that adds a filter to a config; the filter creates a file when it runs. The name
   * is escaped for `printf`.
   */
  const addFilter = (name: string, config: string): string => {
    const trap = path.join(traces, 'filter.sh');
    writeFileSync(trap, `#!/bin/sh\n: > "${traces}/filter.ran"\ncat\n`, { mode: 0o755 });
    const section = `[filter "${name}"]\\n\\tclean = ${trap}\\n\\tsmudge = ${trap}\\n`;
    return `printf '${section}' >> "${repository.file('.git', config)}"`;
  };

  /** A git that adds a filter immediately before one of these commands. */
  const gitWithRace = (commands: string, add: string): string => {
    const program = path.join(traces, 'git');
    const script = [
      '#!/bin/sh',
      `case " $* " in ${commands})`,
      `  echo '* filter=late' > "${repository.root}/.git/info/attributes"`,
      `  touch "${repository.root}/a.txt"; ${add} ;;`,
      'esac',
      `exec "${git}" "$@"`,
    ];
    writeFileSync(program, `${script.join('\n')}\n`, { mode: 0o755 });
    return program;
  };
  const intoConfig = (): string => addFilter('late', 'config');

  const cases: readonly (readonly [string, () => string])[] = [
    ['that is added to it', intoConfig],
    [
      'in a file that it has included all along',
      () => {
        repository.git('config', 'include.path', 'more');
        return addFilter('late', 'more');
      },
    ],
    [
      'in the config of the work tree alone',
      () => {
        repository.git('config', 'extensions.worktreeConfig', 'true');
        return addFilter('late', 'config.worktree');
      },
    ],
  ];
  for (const [name, add] of cases) {
    it(`does not make the status run a filter ${name}`, async () => {
      const program = gitWithRace('*" status "*', add());
      const status = await gitStatus({ program, top: repository.root, timeoutMs });
      assert.deepEqual(ran(), []);
      assert.equal(status.kind === 'counts' && status.counts.branch, 'main');
      repository.git('add', '-A');
      repository.write('a.txt', 'two\n');
      repository.git('add', '-A');
      assert.deepEqual(ran(), ['filter.ran'], 'the trap works');
    });
  }

  it('does not make the check of a collision run a filter', async () => {
    const program = gitWithRace('*" status "*', intoConfig());
    const file = repository.file('a.txt');
    const states = await filesAfterSweep(program, repository.root, [file]);
    assert.deepEqual(ran(), []);
    assert.equal(states?.get(file)?.status, 'same');
  });

  it('does not make a review run a filter on blobs', async () => {
    const program = gitWithRace('*" cat-file "*', intoConfig());
    const id = repository.git('rev-parse', 'HEAD:a.txt').trim();
    const objects = new GitObjects({ program, top: repository.root, timeoutMs });
    const [content] = await objects.contents([{ id, path: 'a.txt' }]);
    assert.deepEqual(ran(), []);
    assert.equal(content?.toString(), 'one\n');
  });

  it('does not make the inspection of a work tree run a filter, not even on hidden files', async () => {
    const linked = path.join(traces, 'linked');
    repository.git('worktree', 'add', '-q', linked);
    repository.at(linked).git('update-index', '--assume-unchanged', 'a.txt');
    const commands = '*" status "*|*" hash-object "*';
    const program = gitWithRace(commands, `touch ${linked}/a.txt; ${intoConfig()}`);
    const look = await inspectWorktree(linked, {
      program,
      log: silentLog,
      processes: processTable(),
      sessionsIn: () => Promise.resolve([]),
    });
    assert.deepEqual(ran(), []);
    assert.deepEqual(look?.state.keeps, []);
  });

  it('does not run a filter whose name is not valid text', async () => {
    const attributes = repository.file('.git/info/attributes');
    const name = String.raw`x\377`;
    const command = `${addFilter(name, 'config')}; printf '* filter=${name}\\n' > "${attributes}"`;
    execFileSync('/bin/sh', ['-c', command]);
    utimesSync(repository.file('a.txt'), 1, 1);
    const result = await gitStatus({ program: git, top: repository.root, timeoutMs });
    assert.deepEqual([result.kind, ran()], ['nothing', []]);
    repository.write('a.txt', 'two\n');
    repository.git('add', 'a.txt');
    assert.deepEqual(ran(), ['filter.ran'], 'the trap works');
  });

  it('is frozen in our folder, which is empty afterwards', async () => {
    const scratch = mkdtempSync(path.join(traces, 'scratch-'));
    const program = gitWithRace('*" status "*', `ls "${scratch}/git" > "${traces}/views"`);
    const run = { program, top: repository.root, timeoutMs, scratch };
    assert.equal((await gitStatus(run)).kind, 'counts');
    assert.match(readFileSync(path.join(traces, 'views'), 'utf8'), /^view-\w+\n$/u);
    assert.deepEqual(readdirSync(path.join(scratch, 'git')), []);
    rmSync(scratch, { recursive: true });
    assert.deepEqual(await gitStatus(run), { kind: 'nothing' });
    assert.ok(!existsSync(scratch));
  });
});
