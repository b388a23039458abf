import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { freezeConfig } from '../../../src/extension/hub/repositories/frozenConfig';
import { gitStatus, readStatus } from '../../../src/extension/hub/repositories/gitStatus';
import { environmentOfGit, findGit } from '../../../src/extension/hub/repositories/runGit';
import { GitRepository } from '../../support/git/gitRepository';
import { heapGrowth } from '../../support/processes/heapGrowth';
import { skip } from '../../support/skip';

describe('The git status of a work tree', function () {
  this.timeout(60_000);
  let repository: GitRepository;
  let program: string;

  before(async () => {
    program = (await findGit()) ?? '';
  });
  beforeEach(() => {
    repository = new GitRepository();
  });
  afterEach(() => repository.remove());

  const ask = (timeoutMs = 20_000): ReturnType<typeof gitStatus> =>
    gitStatus({ program, top: repository.root, timeoutMs });
  const counts = async (): Promise<unknown> => {
    const status = await ask();
    assert.equal(status.kind, 'counts');
    return status.kind === 'counts' && status.counts;
  };

  it('is undefined outside of a repository and with an invalid config', async () => {
    rmSync(repository.file('.git'), { recursive: true });
    assert.deepEqual(await ask(), { kind: 'nothing' });
    const other = new GitRepository();
    other.write('.git/config', '[core\n');
    assert.deepEqual(await gitStatus({ program, top: other.root, timeoutMs: 20_000 }), {
      kind: 'nothing',
    });
    other.remove();
  });

  it('counts changed, staged, deleted and untracked files, and no renames', async () => {
    repository.commit('a.txt', 'one');
    repository.commit('b.txt', 'two two two two');
    const clean = { branch: 'main', upstream: undefined, ahead: undefined, behind: undefined };
    assert.deepEqual(await counts(), { ...clean, uncommitted: 0 });
    repository.write('a.txt', 'changed');
    repository.write('new/one.txt', '');
    repository.write('new/two.txt', '');
    repository.git('mv', 'b.txt', 'c.txt');
    assert.deepEqual(await counts(), { ...clean, uncommitted: 5 });
  });

  it('has the number of commits ahead of and behind the upstream branch', async () => {
    repository.commit('a.txt', 'one');
    const origin = new GitRepository();
    origin.git('config', 'receive.denyCurrentBranch', 'ignore');
    repository.git('remote', 'add', 'origin', origin.root);
    repository.git('push', '-qu', 'origin', 'main');
    repository.commit('a.txt', 'two');
    repository.commit('a.txt', 'three');
    assert.deepEqual(await counts(), {
      branch: 'main',
      upstream: 'origin/main',
      ahead: 2,
      behind: 0,
      uncommitted: 0,
    });
    origin.remove();
  });

  it('is truncated after ten thousand files, and still has the branch', async () => {
    repository.write('f0', '');
    // A hard link takes a tenth of the time of a new file.
    for (let count = 1; count < 10_100; count += 1) {
      linkSync(repository.file('f0'), repository.file(`f${count}`));
    }
    const result = await ask();
    assert.equal(result.kind === 'counts' && result.counts.uncommitted, 10_000);
    assert.equal(result.kind === 'counts' && result.counts.branch, 'main');
  });

  it('is late if git takes too long, which is then killed', async function () {
    if (process.platform === 'win32') skip(this, 'Windows runs no scripts as programs');
    const slow = repository.file('slow');
    writeFileSync(slow, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const run = { program: slow, top: repository.root, timeoutMs: 300 };
    assert.deepEqual(await gitStatus(run), { kind: 'late' });
  });

  it('changes nothing: no lock, and the same index', async () => {
    repository.commit('a.txt', 'one');
    // Same content with another time, which git would normally record in the index.
    utimesSync(repository.file('a.txt'), 1, 1);
    const index = readFileSync(repository.file('.git/index'));
    const names = readdirSync(repository.file('.git')).sort();
    await counts();
    assert.deepEqual(readFileSync(repository.file('.git/index')), index);
    assert.deepEqual(readdirSync(repository.file('.git')).sort(), names);
  });

  it('is available despite the lock of another git process', async () => {
    repository.commit('a.txt', 'one');
    repository.write('.git/index.lock', '');
    repository.write('b.txt', '');
    const status = await ask();
    assert.equal(status.kind === 'counts' && status.counts.uncommitted, 1);
    assert.ok(existsSync(repository.file('.git/index.lock')));
  });

  describe('of a repository that names programs', () => {
    let traces: string;
    /**
     * Creates a command that leaves a file behind when it runs; as a filter it passes its input on.
     */
    const trap = (name: string, then = 'cat'): string => {
      const file = path.join(traces, `${name}.sh`);
      writeFileSync(file, `#!/bin/sh\n: > "${traces}/${name}.ran"\n${then}\n`, { mode: 0o755 });
      return file;
    };
    const ran = (): readonly string[] => readdirSync(traces).filter((one) => one.endsWith('.ran'));

    beforeEach(function () {
      if (process.platform === 'win32') skip(this, 'Windows runs no scripts as programs');
      traces = mkdtempSync(path.join(os.tmpdir(), 'mc-traces-'));
      repository.commit('a.txt', 'one');
    });
    afterEach(() => rmSync(traces, { recursive: true, force: true }));

    /** Checks that plain git triggers the trap; otherwise the test would prove nothing. */
    const assertTrapWorks = (name: string, ...args: readonly string[]): void => {
      try {
        repository.git(...(args.length > 0 ? args : ['status']));
      } catch {
        // Errors after the trap do not matter.
      }
      assert.deepEqual(ran(), [`${name}.ran`], 'the trap works');
      rmSync(path.join(traces, `${name}.ran`));
    };

    it('runs no file system monitor', async () => {
      repository.git('config', 'core.fsmonitor', trap('monitor'));
      assertTrapWorks('monitor');
      await ask();
      assert.deepEqual(ran(), []);
    });

    for (const kind of ['clean', 'process']) {
      for (const name of ['x', 'a.b c', '']) {
        it(`runs no ${kind} filter that is named “${name}”`, async () => {
          const value = `${trap('filter')} %f`;
          const section = `\n[filter "${name}"]\n\t${kind} = ${value}\n\trequired = true\n`;
          const config = readFileSync(repository.file('.git/config'), 'utf8');
          repository.write('.git/config', config + section);
          // Attributes cannot name a driver with a space in its name, so a second driver is
          // configured.
          repository.write('.git/info/attributes', `* filter=${name.replace(' c', '')}\n`);
          if (name === 'a.b c') {
            repository.write(
              '.git/config',
              `${config}${section}${section.replace('a.b c', 'a.b')}`,
            );
          }
          repository.write('a.txt', 'two');
          if (name !== '') assertTrapWorks('filter');
          repository.write('a.txt', 'one');
          const status = await ask();
          assert.deepEqual(ran(), []);
          assert.equal(status.kind, 'counts');
        });
      }
    }

    it('is not read if a filter cannot be disabled', async () => {
      const config = readFileSync(repository.file('.git/config'), 'utf8');
      const section = `[filter "a=b"]\n\tclean = ${trap('filter')}\n`;
      repository.write('.git/config', `${config}\n${section}`);
      repository.write('.git/info/attributes', '* filter=a=b\n');
      repository.write('a.txt', 'two');
      assert.deepEqual(await ask(), { kind: 'nothing' });
      assert.deepEqual(ran(), []);
    });

    it('finds filters in files that the config includes', async () => {
      repository.write('.git/more', `[filter "x"]\n\tclean = ${trap('filter')}\n`);
      repository.git('config', 'includeIf.onbranch:main.path', 'more');
      repository.write('.gitattributes', '*.txt filter=x\n');
      repository.write('a.txt', 'two');
      assertTrapWorks('filter');
      repository.write('a.txt', 'one');
      await ask();
      assert.deepEqual(ran(), []);
    });

    it('disables the hooks that a config names, which git 2.54 runs', async () => {
      const named = `[hook "a.b"]\n\tevent = post-index-change\n\tcommand = false\n`;
      const config = readFileSync(repository.file('.git/config'), 'utf8');
      repository.write('.git/config', `${config}${named}[hook]\n\tjobs = 2\n`);
      const run = { program, top: repository.root, timeoutMs: 20_000 };
      const frozen = await freezeConfig(run);
      assert.deepEqual(typeof frozen === 'object' && frozen.settings, ['hook.a.b.enabled=false']);
      assert.equal((await ask()).kind, 'counts');
    });

    it('runs no hook', async () => {
      const hook = trap('hook');
      repository.git('config', 'core.hooksPath', repository.file('.git/hooks'));
      const file = repository.file('.git/hooks/post-index-change');
      writeFileSync(file, readFileSync(hook), { mode: 0o755 });
      repository.write('a.txt', 'one');
      assertTrapWorks('hook');
      repository.write('a.txt', 'one');
      await ask();
      assert.deepEqual(ran(), []);
    });

    for (const [name, url] of [
      ['ext', 'ext::TRAP'],
      ['ssh', 'ssh://localhost/x'],
    ] as const) {
      it(`fetches no missing objects over ${name}`, async () => {
        const tree = repository.git('rev-parse', 'HEAD^{tree}').trim();
        const command = trap('remote', 'exit 1');
        repository.git('config', 'core.repositoryFormatVersion', '1');
        repository.git('config', 'extensions.partialClone', 'origin');
        repository.git('config', 'remote.origin.promisor', 'true');
        repository.git('config', 'remote.origin.url', url.replace('TRAP', command));
        repository.git('config', 'protocol.ext.allow', 'always');
        repository.git('config', 'core.sshCommand', command);
        rmSync(repository.file('.git/objects', tree.slice(0, 2), tree.slice(2)));
        assertTrapWorks('remote');
        await ask();
        assert.deepEqual(ran(), []);
      });
    }

    it('runs no alias, pager, comparison or credential helper', async () => {
      repository.git('config', 'alias.status', `!${trap('alias')}`);
      repository.git('config', 'pager.status', trap('pager'));
      repository.git('config', 'core.pager', trap('pager'));
      repository.git('config', 'diff.external', trap('diff'));
      repository.git('config', 'diff.x.textconv', trap('textconv'));
      repository.git('config', 'diff.x.command', trap('diff'));
      repository.git('config', 'credential.helper', `!${trap('helper')}`);
      repository.git('config', 'core.alternateRefsCommand', trap('refs'));
      repository.write('.git/info/attributes', '* diff=x\n');
      repository.write('a.txt', 'two');
      const status = await ask();
      assert.equal(status.kind === 'counts' && status.counts.uncommitted, 1);
      assert.deepEqual(ran(), []);
    });

    it('does not look into a submodule, whose config is its own', async () => {
      const inner = new GitRepository();
      inner.commit('i.txt', 'one');
      repository.git('submodule', '--quiet', 'add', inner.root, 'inner');
      repository.git('commit', '-qm', 'Add inner');
      const within = repository.at(repository.file('inner'));
      within.git('config', 'filter.x.clean', trap('filter'));
      within.write('.gitattributes', '* filter=x\n');
      within.write('i.txt', 'two');
      assertTrapWorks('filter');
      within.write('i.txt', 'one');
      const status = await ask();
      assert.equal(status.kind === 'counts' && status.counts.uncommitted, 0);
      assert.deepEqual(ran(), []);
      inner.remove();
    });
  });

  it('is not redirected by inherited environment variables', () => {
    const env = environmentOfGit({
      PATH: '/bin',
      GIT_DIR: '/elsewhere',
      git_work_tree: '/elsewhere',
      GIT_CONFIG_COUNT: '1',
      GIT_ASKPASS: '/ask',
      SSH_ASKPASS: '/ask',
      GIT_TRACE2: '/trace',
      GIT_CONFIG_GLOBAL: '/own',
    });
    assert.deepEqual(env, {
      PATH: '/bin',
      GIT_CONFIG_GLOBAL: '/own',
      LC_ALL: 'C',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: 'none',
    });
  });

  it('does not count a truncated entry', () => {
    const { uncommitted, ahead } = readStatus('# branch.ab +7 -x\0? one\0? tw');
    assert.deepEqual([uncommitted, ahead], [1, 7]);
  });

  it('keeps no part of the list of files in memory', () => {
    const entries = '? some/file.ts\0'.repeat(60_000);
    const grown = heapGrowth(() =>
      Array.from({ length: 40 }, (_, index) =>
        readStatus(
          `# branch.head feature/of-some-length-${index}\0# branch.upstream origin/of-some-length-${index}\0${entries}`,
        ),
      ),
    );
    assert.ok(grown < 10_000_000, `${grown} bytes`);
  });
});
