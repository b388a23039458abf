import assert from 'node:assert/strict';
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

  it('gets no grant in such a mode', async () => {
    const answer = desk.bash('npm test', { permission_mode: 'auto' });
    const given = await desk.give();
    assert.equal((JSON.parse(given.text) as { readonly error: string }).error, 'no_grant');
    await desk.goOn();
    await answer;
  });
});
