import assert from 'node:assert/strict';
import { routes } from '../../../src/shared/protocol/protocol';
import type { GrantRule } from '../../../src/shared/protocol/work/grants';
import { allowed, beginning, GrantHub } from '../../support/hub/grantHub';
import { sessionId } from '../../support/hub/hooks';
import type { Answer } from '../../support/hub/wire/call';
import { until } from '../../support/until';

describe('A request of a session with a grant', function () {
  this.timeout(60_000);
  let desk: GrantHub;
  beforeEach(async () => {
    desk = await GrantHub.start();
    await desk.hub.window('shop');
  });
  afterEach(() => desk.dispose());

  const errorOf = ({ text }: Answer): unknown =>
    (JSON.parse(text) as { readonly error: unknown }).error;
  /** Asserts that the request waits for a person, and denies it. */
  const isAsked = async (answer: Promise<Answer>): Promise<void> => {
    await desk.asking();
    await desk.goOn();
    assert.equal((await answer).status, 204);
  };

  it('is allowed at once where the grant covers it, and recorded before', async () => {
    assert.equal((await desk.hub.summary()).hasGrantUses, undefined);
    const grant = await desk.given('npm test', beginning('npm', 'test'), { ms: 60_000, uses: 3 });
    assert.equal((await desk.hub.summary()).hasGrantUses, true);
    assert.equal(grant.words, 'npm test …');
    assert.deepEqual([grant.used, grant.usesLeft, grant.by], [1, 2, '“shop”']);
    assert.match((await desk.bash('npm test -- --grep x')).text, allowed);
    const { uses } = await desk.uses();
    assert.deepEqual(
      uses.map(({ what, session, words }) => [what, session, words]),
      [
        ['npm test -- --grep x', sessionId, 'npm test …'],
        ['npm test', sessionId, 'npm test …'],
      ],
    );
    await desk.goOn();
    await isAsked(desk.bash('npm testing'));
    await isAsked(desk.bash('npm test; ls'));
  });

  it('is asked where anything differs from what the grant names', async () => {
    await desk.given('npm test', beginning('npm', 'test'));
    const { project } = desk;
    const others: readonly (readonly [string, object?])[] = [
      ['npm run test'],
      ['npm'],
      ['npm  test'],
      ['"npm" test'],
      ['npm test > log'],
      ['npm test &'],
      ['CI=1 npm test'],
      ['npm test $(id)'],
      ['npm test\nid'],
      ['npm test | sh'],
      ['npm test *'],
      ['npm test', { cwd: `${project}/src` }],
      ['npm test', { agent_id: 'a1', agent_type: 'Explore' }],
    ];
    for (const [command, fields] of others) await isAsked(desk.bash(command, fields));
    const fields = [{ run_in_background: true }, { dangerouslyDisableSandbox: true }, { more: 1 }];
    for (const more of fields) await isAsked(desk.ask('Bash', { command: 'npm test', ...more }));
    await isAsked(desk.ask('PowerShell', { command: 'npm test' }));
    assert.equal((await desk.uses()).uses.length, 1);
  });

  it('of a subagent is allowed only by a grant that names subagents', async () => {
    await desk.given('npm test', undefined, { subagents: true });
    const agent = { agent_id: 'a1', agent_type: 'Explore' };
    assert.match((await desk.bash('npm test', agent)).text, allowed);
    assert.equal((await desk.uses()).uses[0]?.agent, 'a1');
  });

  it('of another session of the project is allowed only by a grant for the project', async () => {
    const session_id = '5e551011-0000-4000-8000-000000000002';
    const asked = desk.bash('npm test', { session_id });
    const { pendingRequest } = await desk.asking(session_id);
    await desk.given('npm test');
    assert.equal((await desk.hub.session(session_id))?.pendingRequest?.call?.answerable, true);
    assert.ok(pendingRequest.call);
    await desk.given('npm test 2>&1', undefined, { scope: 'project', ms: 60_000 });
    await desk.goOn(session_id);
    assert.equal((await asked).status, 204);
    assert.match((await desk.bash('npm test 2>&1', { session_id })).text, allowed);
    const cards = (await desk.hub.session(session_id))?.grants ?? [];
    assert.deepEqual(
      cards.map(({ words, sessionId: only }) => [words, only]),
      [['npm test 2>&1', undefined]],
    );
  });

  it('is asked once the grant has no use left, and it says so', async () => {
    const { id } = await desk.given('npm test', undefined, { uses: 2 });
    assert.match((await desk.bash('npm test')).text, allowed);
    await desk.goOn();
    await isAsked(desk.bash('npm test'));
    const [card] = await until(
      () => desk.grants(),
      ([one]) => assert.equal(one?.ended?.reason, 'uses'),
    );
    assert.deepEqual([card?.id, card?.used], [id, 2]);
  });

  it('is asked after the grant, or all, were ended by a person', async () => {
    const { id } = await desk.given('npm test');
    await desk.given('npm run lint');
    const end = (route: string) => desk.hub.post(`${routes.grants}/${route}`, {});
    assert.equal((await end(`${id}/end`)).status, 204);
    assert.equal(errorOf(await end(`${id}/end`)), 'no_such_grant');
    await isAsked(desk.bash('npm test'));
    assert.match((await desk.bash('npm run lint')).text, allowed);
    await desk.goOn();
    assert.equal((await end('end')).status, 204);
    assert.deepEqual(await desk.grants(), []);
    await isAsked(desk.bash('npm run lint'));
  });

  it('is asked once control is off, or no window that may answer is connected', async () => {
    await desk.given('npm test');
    await desk.hub.window('shop', { enabled: false, wanted: true });
    const [before] = await desk.grants();
    assert.equal(before?.ended, undefined);
    await desk.hub.window('other', { disabledProjects: [desk.project] });
    const [card] = await desk.grants();
    assert.equal(card?.ended?.reason, 'control');
  });

  it('is asked again once its session has ended', async () => {
    await desk.given('npm test');
    const { project: cwd } = desk;
    await desk.hub.hook({ ...desk.hookOf('SessionEnd'), reason: 'exit', cwd });
    const [card] = await desk.grants();
    assert.equal(card?.ended?.reason, 'session');
    await desk.hub.hook({ ...desk.hookOf('SessionStart'), source: 'resume' });
    await isAsked(desk.bash('npm test'));
  });
});

describe('A grant', function () {
  this.timeout(60_000);
  let desk: GrantHub;
  beforeEach(async () => {
    desk = await GrantHub.start();
    await desk.hub.window('shop');
  });
  afterEach(() => desk.dispose());

  const errorOf = ({ text }: Answer): unknown =>
    (JSON.parse(text) as { readonly error: unknown }).error;

  it('is given only for a rule that the request offers, on the request that is held', async () => {
    const asked = desk.bash('npm test');
    const cwd = desk.project;
    const rules: readonly GrantRule[] = [
      { kind: 'beginning', words: ['npm'], cwd },
      { kind: 'command', command: 'npm tests', cwd },
      { kind: 'command', command: 'npm test', cwd: '/' },
      { kind: 'folder', tool: 'Edit', folder: cwd },
    ];
    for (const rule of rules) assert.equal(errorOf(await desk.give(() => rule)), 'no_grant');
    const terms = [
      { scope: 'project' },
      { project: `${cwd}/src` },
      { scope: 'project', ms: 60_000, project: desk.root },
    ] as const;
    for (const one of terms) assert.equal(errorOf(await desk.give(undefined, one)), 'no_grant');
    assert.equal(errorOf(await desk.give(undefined, {}, sessionId, 'stranger')), 'control_off');
    assert.deepEqual(await desk.grants(), []);
    assert.deepEqual((await desk.uses()).uses, []);
    const giving = desk.give();
    assert.match((await asked).text, allowed);
    await desk.goOn();
    assert.equal((await giving).status, 200);
  });

  it('is not given for a subagent’s request unless it names subagents', async () => {
    const asked = desk.bash('npm test', { agent_id: 'a1', agent_type: 'Explore' });
    assert.equal(errorOf(await desk.give()), 'no_grant');
    void desk.give(undefined, { subagents: true });
    assert.match((await asked).text, allowed);
  });

  it('is given neither for a request that the person has not seen whole, nor without a signature', async () => {
    const asked = desk.bash('npm test');
    const { pendingRequest, projectPath } = await desk.asking();
    const cwd = desk.project;
    const body = {
      call: pendingRequest.call?.id,
      shown: 'S'.repeat(43),
      window: 'shop',
      rule: { kind: 'command', command: 'npm test', cwd },
      scope: 'session',
      project: projectPath,
    };
    const route = `${routes.sessions}/${sessionId}/grant`;
    assert.equal(errorOf(await desk.hub.postBare(route, body)), 'not_signed');
    assert.equal(errorOf(await desk.hub.post(route, body)), 'request_changed');
    assert.deepEqual(await desk.grants(), []);
    await desk.goOn();
    assert.equal((await asked).status, 204);
  });
});
