import assert from 'node:assert/strict';
import { codexId } from '../../../src/shared/agents/agentLabels';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aWorktree } from '../../support/git/aWorktree';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import {
  aPendingRequest,
  aSession,
  someDetails,
  type SessionOverrides,
} from '../../support/sessionBuilder';

const card = (host: FakeHost) => host.page.getByRole('main', { name: 'Session', exact: true });
const asks = (overrides: SessionOverrides): LiveSession =>
  aSession({
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    ...overrides,
  });

const works = { group: 'autonomous', state: 'acting', label: 'Running Bash' } as const;

describe('the details of a session', () => {
  const open = wholeSuite();

  it('open in the pane, by pointer and by key, and close again', async () => {
    const host = await open({ sessions: [aSession({ lastPrompt: 'Run the tests again' })] });
    const button = card(host).getByRole('button', { name: 'Details' });
    assert.equal(await button.getAttribute('aria-expanded'), 'false');
    await button.click();
    await card(host).getByText('Run the tests again').last().waitFor();
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    await card(host).getByRole('heading', { level: 2 }).focus();
    await host.page.keyboard.press('e');
    await eventually(async () => assert.equal(await card(host).locator('.details').count(), 0));
    assert.deepEqual(host.received.slice(1), []);
  });

  it('say why no prompt reaches a session of Codex in a process of its own', async () => {
    const host = await open({ sessions: [aSession({ agent: codexId, pid: 4711 })] });
    await card(host).getByRole('button', { name: 'Details' }).click();
    const reason = card(host).getByText(/this session runs in a process of its own/u);
    await reason.waitFor();
  });

  it('offer to remove the worktree of a session that is over, where nothing keeps it', async () => {
    const rests = {
      agentState: { group: 'delivered', state: 'session_ended', label: 'Session closed' },
      repository: { branch: 'worktree-tidy-up', worktree: 'tidy-up' },
    } as const;
    const sessions = ['merged', 'pushed', 'kept', 'works'].map((id) =>
      aSession({
        sessionId: id,
        title: id,
        ...rests,
        ...(id === 'works' && { agentState: works }),
      }),
    );
    const worktrees = {
      merged: aWorktree(),
      pushed: aWorktree({ merged: false }),
      kept: aWorktree({ keeps: ['unpushed'], unpushed: 1 }),
      works: aWorktree(),
    };
    const host = await open({ sessions, answers: { worktrees } });
    const offer = (name: string) => host.whole(name).locator('.worktree-offer');
    const openDetails = async (name: string): Promise<void> => {
      await host.choose(name);
      await host.page.keyboard.press('e');
      await host.whole(name).locator('.details').waitFor();
    };
    await openDetails('pushed');
    await offer('pushed').getByText('tidy-up is clean and pushed and can go.').waitFor();
    for (const name of ['kept', 'works']) {
      await openDetails(name);
      await host.whole(name).locator('.details').getByText('Model').waitFor();
      assert.equal(await offer(name).count(), 0);
    }
    await openDetails('merged');
    await offer('merged').getByText('tidy-up is merged and can go.').waitFor();
    const looked = host.asked.filter(({ name }) => name === 'worktree');
    assert.ok(!JSON.stringify(looked).includes('works'), 'Git is run for nobody else.');
    await offer('merged').getByRole('button', { name: 'Remove Worktree…' }).click();
    await eventually(() =>
      assert.deepEqual(
        host.received.filter(({ type }) => type === 'sessionCommand'),
        [{ type: 'sessionCommand', command: 'removeWorktree', sessionId: 'merged' }],
      ),
    );
  });

  it('have the request in full, as text', async () => {
    const command = `psql -c "${'select 1; '.repeat(200)}" <b>last</b>`;
    const pendingRequest = aPendingRequest({ toolInput: { command, description: 'Ask twice' } });
    const host = await open({ sessions: [asks({ pendingRequest })] });
    const request = card(host).locator('.request-parts');
    await request.getByRole('button', { name: 'Show All' }).click();
    assert.deepEqual((await request.innerText()).split(/\n+/), [
      'Request',
      command,
      'Show Less',
      '“Ask twice”',
    ]);
    assert.equal(await request.locator('b').count(), 0);
  });

  it('have every question with its choices', async () => {
    const questions = [
      {
        question: 'Which parser?',
        options: [{ label: 'LALR', description: 'The fast one' }, { label: 'PEG' }],
      },
      { question: 'When?', options: [] },
    ];
    const pendingRequest = aPendingRequest({
      toolName: 'AskUserQuestion',
      toolInput: { questions },
    });
    const host = await open({ sessions: [asks({ pendingRequest })] });
    assert.equal(
      await card(host).locator('.request-parts').ariaSnapshot(),
      `- heading "Request" [level=4]
- paragraph: Which parser?
- list:
  - listitem: LALR The fast one
  - listitem: PEG
- paragraph: When?`,
    );
  });

  it('say in German, too, which tasks are completed', async () => {
    const answers = { details: { one: someDetails() } };
    const host = await open({
      sessions: [aSession({ sessionId: 'one' })],
      answers,
      language: 'de',
    });
    await host.page.getByRole('button', { name: 'Details', exact: true }).first().click();
    await host.page.getByText('Write the migration abgeschlossen').waitFor();
  });

  it('have tasks, files, cost and the last hour, as soon as they are told', async () => {
    const session = aSession({
      sessionId: 'one',
      changes: { files: 9, edits: 20 },
      contextWindow: { usedTokens: 124_000, compactsAtTokens: 167_000 },
    });
    const host = await open({ sessions: [session], answers: { details: { one: someDetails() } } });
    await card(host).getByRole('button', { name: 'Details' }).click();
    await card(host).getByText('Write the migration').waitFor();
    assert.deepEqual(host.asked, [{ type: 'ask', name: 'details', request: { sessionId: 'one' } }]);
    const snapshot = await card(host).locator('.details').ariaSnapshot();
    assert.equal(
      snapshot.replace(/Working 4[56]m/, 'Working 45m'),
      `- heading "Tasks" [level=4]
- progressbar "Tasks completed"
- list:
  - listitem: Write the migration completed
  - listitem: Run it on staging completed
  - listitem: Make the endpoint idempotent completed
  - listitem: Test the double submit
  - listitem: Update the reference
- heading "Files" [level=4]
- list:
  - listitem "/home/dev/api-server/src/orders/routes.ts": src/orders/routes.ts 4 edits
  - listitem "/home/dev/api-server/migrations/0042_idempotency_keys.sql": migrations/0042_idempotency_keys.sql
  - listitem "/home/dev/shared/keys.ts": /home/dev/shared/keys.ts 2 edits
  - listitem: and 6 more
- heading "Context" [level=4]
- paragraph: 124.0k of 200.0k tokens, compacts automatically at 167.0k
- heading "Cost" [level=4]
- paragraph: $0.42
- list:
  - listitem: input 1.2k $0.04
  - listitem: output 3.4k $1.31
  - listitem: cache read 40.0k $0.55
  - listitem: cache write 5.4k $0.41
  - listitem: Opus 4.1 940.0k $2.12
  - listitem: Haiku 4.5 114.0k $0.19
- heading "Model" [level=4]
- text: Sonnet 4.5
- heading "Last hour" [level=4]
- text: Working 45m · Blocked on you 10m · Idle 4m`,
    );
  });

  it('are told again when the session goes on, and are as good as they were when nobody answers', async () => {
    const host = await open({
      sessions: [aSession({ sessionId: 'one' })],
      answers: { details: { one: someDetails() } },
    });
    await card(host).getByRole('button', { name: 'Details' }).click();
    await card(host).getByText('Update the reference').waitFor();
    host.answers = {};
    await host.update([aSession({ sessionId: 'one', lastPrompt: 'Go on' })]);
    await host.page.clock.runFor(2_500);
    await eventually(() => assert.equal(host.asked.length, 2));
    await card(host).getByText('Update the reference').waitFor();
    const tasks = [{ subject: 'All of it', completed: true }];
    host.answers = { details: { one: someDetails({ tasks }) } };
    await host.update([aSession({ sessionId: 'one', lastPrompt: 'Go on then' })]);
    await host.page.clock.runFor(2_500);
    await card(host).getByText('All of it').waitFor();
  });

  it('have the whole of a request of which the board has the beginning', async () => {
    const toolInput = { command: 'echo one' };
    const begun = aPendingRequest({ requestId: 'r1', whole: false, toolInput });
    const whole = { ...begun, whole: true, toolInput: { command: 'echo one && echo two' } };
    const host = await open({
      sessions: [asks({ sessionId: 'one', pendingRequest: begun })],
      answers: { requests: { one: whole } },
    });
    await card(host).locator('.request-parts').getByText('echo one && echo two').waitFor();
    await eventually(() =>
      assert.deepEqual(
        host.asked.filter(({ name }) => name === 'request'),
        [{ type: 'ask', name: 'request', request: { sessionId: 'one' } }],
      ),
    );
  });

  it('begin with what the cost consists of when the pointer is on it', async () => {
    const host = await open({
      sessions: [aSession({ sessionId: 'one' })],
      answers: { details: { one: someDetails() } },
    });
    const cost = card(host).locator('.cost');
    assert.match((await cost.getAttribute('title')) ?? '', /3\.4k output\n/);
    await cost.hover();
    await eventually(async () =>
      assert.match((await cost.getAttribute('title')) ?? '', /3\.4k output: \$1\.31\n/),
    );
    assert.deepEqual(host.received.slice(1), []);
  });

  it('stay open while the session changes, and follow it', async () => {
    const host = await open({ sessions: [aSession({ lastPrompt: 'First' })] });
    await card(host).getByRole('button', { name: 'Details' }).click();
    await host.update([asks({ lastPrompt: 'Second' })]);
    await card(host).locator('.details').getByText('Second').waitFor();
  });

  it('do not open the transcript where they are clicked', async () => {
    const host = await open({ sessions: [aSession({ lastPrompt: 'Select me' })] });
    await card(host).getByRole('button', { name: 'Details' }).click();
    await card(host).getByText('Select me').last().click();
    assert.deepEqual(host.received.slice(1), []);
  });
});
