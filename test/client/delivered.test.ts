import assert from 'node:assert/strict';
import type { LiveSession } from '../../src/shared/protocol/protocol';
import { deliveryHome } from '../support/claude/deliveries';
import { installClient, pinnedVersion } from '../support/claude/install';
import type { IsolatedHome } from '../support/claude/isolatedHome';
import { ask, bash, question, say } from '../support/claude/reply';
import { script } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../support/claude/session';
import { until } from '../support/until';
import { installHooks, WatchedHub } from '../support/watchedHub';

const url = 'https://github.com/dev/proj/pull/41';

describe('The card of the real client after its work', function () {
  this.timeout(120_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let hub: WatchedHub;
  let session: ClientSession;

  before('install and start the client', async () => {
    const client = { path: await installClient(), version: pinnedVersion };
    api = await ScriptedApi.start();
    home = await deliveryHome();
    await installHooks(home.configHome, client);
    hub = await WatchedHub.start(home.configHome);
    session = await startClient({ api, home });
  });
  after(async () => {
    await session?.dispose();
    await hub?.stop();
    await home?.dispose();
    await api?.close();
  });

  /** Waits until the card has this label and an idle state. */
  const waitForLabel = (label: string): Promise<LiveSession> =>
    hub.waitFor(label, ({ display, agentState: { state } }) => {
      return display?.label?.text === label && (state === 'idle' || state === 'task_complete');
    });
  const badges = ({ display }: LiveSession) =>
    display?.badges.map(({ text, tone, href }) => [text.text, tone, href]);
  const core = ({ agentState: { group, state, label } }: LiveSession): unknown => [
    group,
    state,
    label.text,
  ];
  let idleBadges: unknown;

  it('says nothing before there is something', async () => {
    api.add(script('talk', [say('An answer.')]));
    await session.turn('[[talk]] please');
    const card = await hub.waitFor('the rest', ({ agentState }) => agentState.state === 'idle');
    assert.deepEqual([card.display?.label, card.outcome], [undefined, undefined]);
    idleBadges = core(card);
  });

  it('says that a pull request was opened, with its address and the branch that was pushed', async () => {
    api.add(
      script('ship', [
        bash('git switch -c feature/shop && echo a > a.txt && git add -A && git commit -m "Add a"'),
        bash('git push -u origin feature/shop'),
        bash('gh pr create --title T --body B'),
        say('It is open.'),
      ]),
    );
    await session.turn('[[ship]] it', 60_000);
    const card = await waitForLabel('Opened PR #41');
    assert.deepEqual(core(card), idleBadges);
    assert.deepEqual([card.display?.layer, card.display?.icon], ['sdlc', 'pull-request']);
    assert.deepEqual(badges(card), [['#41', 'green', url]]);
    assert.deepEqual(
      { ...card.outcome, at: '' },
      {
        commits: 1,
        pushed: 'feature/shop',
        pulls: [{ number: 41, url, repository: 'dev/proj', state: 'open' }],
        at: '',
      },
    );
    await until(
      () => hub.board.get(session.sessionId ?? '')?.repository,
      (repository) => assert.equal(repository?.branch, 'feature/shop'),
    );
  });

  it('says that its tests fail, and keeps the pull request beside that', async () => {
    api.add(script('test', [bash('node --test adds.test.js'), say('They are red.')]));
    await session.turn('[[test]] it', 60_000);
    const card = await waitForLabel('Tests failing');
    assert.deepEqual(core(card), idleBadges);
    assert.deepEqual(badges(card), [
      ['1 fail', 'red', undefined],
      ['#41', 'green', url],
    ]);
    assert.deepEqual(card.outcome?.tests, { ok: false, passed: 0, failed: 1, stale: false });
  });

  it('leaves a question its own words, with the badges beside them', async () => {
    api.add(script('ask', [ask(question('Which colour?', ['Red', 'Blue'])), say('Fine.')]));
    await session.turn('[[ask]] me');
    const card = await hub.waitFor('the question', ({ agentState }) => {
      return agentState.state === 'awaiting_input';
    });
    assert.equal(card.agentState.label.text, 'Asked you a question');
    assert.equal(card.display?.label, undefined);
    assert.deepEqual(
      badges(card)?.map(([text]) => text),
      ['1 fail', '#41'],
    );
    await session.choose(/^Blue/);
    await hub.waitFor('the rest', ({ agentState }) => agentState.state === 'idle');
  });
});
