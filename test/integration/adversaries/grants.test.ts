import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { allowed, beginning, GrantHub } from '../../support/hub/grantHub';

describe('A crafted request', function () {
  this.timeout(120_000);
  let desk: GrantHub;
  beforeEach(async () => {
    desk = await GrantHub.start();
    await desk.hub.window('shop');
  });
  afterEach(() => desk.dispose());

  /** Resolves with whether a grant allowed the request; otherwise its turn goes on without it. */
  const isAllowed = async (command: string, fields: object = {}): Promise<boolean> => {
    const answer = desk.bash(command, fields);
    const first = await Promise.race([answer, desk.asking()]);
    const text = 'text' in first ? first.text : (await Promise.race([answer, settled()]))?.text;
    await desk.goOn();
    await answer;
    return text !== undefined && allowed.test(text);
  };
  /** Time in which a grant would have answered: two others are given and used in it. */
  const settled = async (): Promise<undefined> => {
    for (const session of ['1', '2']) {
      const session_id = `5e551011-0000-4000-8000-00000000010${session}`;
      const answer = desk.bash('pwd', { session_id });
      await desk.asking(session_id);
      await desk.goOn(session_id);
      await answer;
    }
    return undefined;
  };

  it('is asked in a mode in which the client asks only for what it found suspicious', async () => {
    await desk.given('npm test', beginning('npm', 'test'), { subagents: true });
    const agent = { agent_id: 'a1', agent_type: 'Explore' };
    for (const permission_mode of ['default', 'acceptEdits'])
      assert.equal(await isAllowed('npm test', { permission_mode }), true, permission_mode);
    for (const permission_mode of ['auto', 'plan', 'bypassPermissions', 'dontAsk', 'newer'])
      for (const fields of [{}, agent])
        assert.equal(
          await isAllowed('npm test', { permission_mode, ...fields }),
          false,
          permission_mode,
        );
  });

  it('of a runner is asked unless the hook of its call says in which folder it runs', async () => {
    await desk.given('npm test');
    const { project } = desk;
    const start = (id: string, fields: object) =>
      desk.hub.hook({
        ...desk.hookOf('PreToolUse'),
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_use_id: id,
        ...fields,
      });
    // A runner names the folder in which it has started.
    assert.equal(await isAllowed('npm test', { tool_use_id: 'unknown' }), false);
    await start('elsewhere', { cwd: `${project}/src` });
    assert.equal(await isAllowed('npm test', { tool_use_id: 'elsewhere' }), false);
    await start('planning', { cwd: project, permission_mode: 'plan' });
    assert.equal(await isAllowed('npm test', { tool_use_id: 'planning' }), false);
    await start('here', { cwd: project, permission_mode: 'default' });
    assert.equal(await isAllowed('npm test', { tool_use_id: 'here' }), true);
  });

  it('of a runner is shown with the folder in which it runs', async () => {
    const cwd = `${desk.project}/src`;
    const call = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'a' };
    await desk.hub.hook({ ...desk.hookOf('PreToolUse'), ...call, cwd });
    const answer = desk.bash('npm test', { tool_use_id: 'a' });
    const { pendingRequest } = await desk.asking();
    assert.equal(pendingRequest.cwd, cwd);
    await desk.goOn();
    await answer;
  });

  it('is asked where an option makes the beginning run something else', async () => {
    await desk.given('npm test -- --grep x', beginning('npm', 'test'));
    for (const command of ['npm test', 'npm test -- --grep "a b" --reporter=dot -t 5 -k x'])
      assert.equal(await isAllowed(command), true, command);
    for (const command of [
      'npm test --script-shell=./x.sh',
      'npm test --script-shell ./x.sh',
      'npm test --prefix src',
      'npm test --node-options=--import=data,x',
      'npm test --userconfig src/rc',
      'npm test -- -r src/x.js',
      'npm test -- --globalSetup=src/x.js',
      'npm test -- -c src/x.js',
      'npm test -- --eval x',
      'npm test -- -C src',
    ])
      assert.equal(await isAllowed(command), false, command);
  });

  it('is asked where a word leads out of the folder, or to secrets', async () => {
    const { project, root } = desk;
    await writeFile(path.join(project, 'a.md'), '');
    await writeFile(path.join(root, 'b.md'), '');
    await symlink(root, path.join(project, 'out'));
    await desk.given('cat a.md', beginning('cat', 'a.md'));
    for (const word of ['src', './src/x', `${project}/a.md`, '-n', '"x y/z"', 'x'.repeat(300)])
      assert.equal(await isAllowed(`cat a.md ${word}`), true, word);
    for (const word of [
      '/etc/passwd',
      '../b.md',
      'src/../../b.md',
      'out/b.md',
      'out',
      '-f/etc/passwd',
      '-rnf/etc/passwd',
      '-nf../b.md',
      '-nfout/b.md',
      '-nf.env',
      '--/etc/passwd',
      '--x=/etc/passwd',
      'a:/etc/passwd',
      '@/etc/passwd',
      '"~/x"',
      '.env',
      '.env.backup',
      'src/server.pem',
      'src/.ssh/id',
      'https://x.org',
    ])
      assert.equal(await isAllowed(`cat a.md ${word}`), false, word);
  });

  it('is asked where a file of the exact command has become a link out of the folder', async () => {
    const { project, root } = desk;
    const [file, other] = [path.join(project, 'a.md'), path.join(root, 'b.md')];
    await writeFile(file, '');
    await writeFile(other, '');
    await desk.given('cat a.md');
    await desk.given(`cat ${other}`);
    assert.equal(await isAllowed('cat a.md'), true);
    assert.equal(await isAllowed(`cat ${other}`), true);
    await rm(file);
    await symlink('src/c.md', file);
    assert.equal(await isAllowed('cat a.md'), true);
    await rm(file);
    await symlink(other, file);
    assert.equal(await isAllowed('cat a.md'), false);
    await rm(file);
    await symlink('.env', file);
    assert.equal(await isAllowed('cat a.md'), false);
  });

  it('is asked if it comes from a safety check of the client, which offers no rule for it', async () => {
    const offered = [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }];
    await desk.given('npm test');
    assert.equal(await isAllowed('npm test', { permission_suggestions: offered }), true);
    assert.equal(await isAllowed('npm test', { permission_suggestions: [] }), false);
  });

  it('gets no grant in such a mode or after such a check', async () => {
    for (const fields of [{ permission_mode: 'auto' }, { permission_suggestions: [] }]) {
      const answer = desk.bash('npm test', fields);
      const given = await desk.give();
      assert.equal((JSON.parse(given.text) as { readonly error: string }).error, 'no_grant');
      await desk.goOn();
      await answer;
    }
  });
});
