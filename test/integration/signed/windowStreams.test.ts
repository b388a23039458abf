import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { PromptChange } from '../../../src/shared/protocol/prompts';
import { routes } from '../../../src/shared/protocol/protocol';
import { aHook, sessionId } from '../../support/hub/hooks';
import { aPresence } from '../../support/hub/aWindow';
import { TestHub } from '../../support/hub/testHub';
import { TestWindow } from '../../support/hub/testWindow';
import { signedFor } from '../../support/hub/testSigner';
import type { StreamReader } from '../../support/hub/wire/streamReader';
import { needs } from '../../support/skip';
import { until } from '../../support/until';

const id = '5e551011-0000-4000-8000-0000000000aa';

/**
 * The id of a window is in `prompts.json`, which any program of the user can read, like the token.
 */
describe('Who knows the token and the id of a window', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let window: TestWindow;
  let thief: StreamReader;
  let child: ChildProcess;

  before(function () {
    needs(this, 'signals');
  });
  beforeEach(async () => {
    hub = await TestHub.start();
    window = await TestWindow.open(hub, id, { terminals: [process.pid] });
    await window.offerControl();
    child = spawn('sleep', ['60']);
    thief = hub.stream(id);
    await thief.waitFor((frames) => assert.ok(frames.length > 0));
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    window.close();
    await hub.dispose();
  });

  /** The session is idle in a terminal of the window. */
  async function rests(): Promise<void> {
    const { pid = 0 } = child;
    const now = Date.now();
    fs.mkdirSync(path.join(hub.home, 'sessions'), { recursive: true });
    const entry = { pid, sessionId, cwd: '/home/dev/shop', startedAt: now, entrypoint: 'cli' };
    const status = { status: 'idle', statusUpdatedAt: now, updatedAt: now };
    const file = path.join(hub.home, 'sessions', `${pid}.json`);
    fs.writeFileSync(file, JSON.stringify({ ...entry, ...status }));
    const headers = { 'x-claude-pid': String(pid), 'x-claude-entrypoint': 'cli' };
    await hub.hook(aHook('Stop'), headers);
    await hub.waitFor(sessionId, (session) => assert.equal(session.pid, pid));
  }
  const add = (change: PromptChange): Promise<unknown> =>
    window.signed('prompts', sessionId, { change });
  const ordersTold = (stream: StreamReader): readonly string[] =>
    stream.messages.filter((message) => message.startsWith('event: order'));

  it('learns no prompt and no other order by a stream under that id', async () => {
    await rests();
    await add({ kind: 'add', id: 'a', text: 'A secret' });
    await until(
      () => window.taken,
      (taken) =>
        assert.deepEqual(
          taken.map(({ type }) => type),
          ['typePrompt'],
        ),
    );
    assert.deepEqual(ordersTold(thief), []);
  });

  it('answers no order in its name', async () => {
    window.reaction = 'ignore';
    await rests();
    await add({ kind: 'add', id: 'a', text: 'A secret' });
    const [order] = await until(
      () => window.orders,
      (orders) => assert.equal(orders.length, 1),
    );
    const answer = { order: order?.order, taken: true };
    const { status } = await hub.post(`${routes.windows}/${id}/answer`, answer);
    assert.equal(status, 409);
  });

  it('says nothing of where its person is', async () => {
    await window.tell({ focused: true, front: { sessions: ['seen'] } });
    const elsewhere = aPresence({ focused: true, front: { sessions: ['forged'] } });
    await hub.post(`${routes.windows}/${id}`, elsewhere);
    const { text } = await hub.call(routes.windows);
    const { inHand } = JSON.parse(text) as { readonly inHand: readonly string[] };
    assert.ok(inHand.includes('seen'), text);
    thief.close();
    await until(
      async () => JSON.parse((await hub.call(routes.windows)).text) as { inHand: string[] },
      (attended) => assert.deepEqual(attended.inHand, ['seen']),
    );
  });

  it('takes no terminal from it once it has gone', async () => {
    await hub.post(`${routes.windows}/${id}`, aPresence({ terminals: [process.pid] }));
    window.close();
    await rests();
    const other = await TestWindow.open(hub, 'other');
    await other.offerControl();
    await other.signed('prompts', sessionId, { change: { kind: 'add', id: 'a', text: 'Secret' } });
    const { prompting } = await hub.waitFor(sessionId, (session) =>
      assert.equal(session.prompting?.waitsFor, 'way'),
    );
    assert.equal(prompting?.way, undefined);
    assert.deepEqual(ordersTold(thief), []);
    other.close();
  });

  it('keeps no request from its terminal in its name, nor notes that it was seen there', async () => {
    const asks = aHook('PermissionRequest', { tool_name: 'Bash', tool_input: {}, agent_id: 'a1' });
    void hub.wait(asks);
    const { pendingRequest } = await hub.waitFor(sessionId, (session) =>
      assert.equal(session.pendingRequest?.call?.answerable, true),
    );
    const shown = { call: pendingRequest?.call?.id, window: id, place: 'card' };
    const { status } = await hub.post(`${routes.sessions}/${sessionId}/shown`, shown);
    assert.equal(status, 409);
    const offer = { window: id, label: 'w', enabled: true, disabledProjects: [] };
    assert.equal((await hub.post(`${routes.control}/desk`, offer)).status, 409);
  });

  it('reads the number of its stream in no file of the hub', async () => {
    await rests();
    await window.tell({ terminals: [process.pid] });
    await add({ kind: 'add', id: 'a', text: 'Do it' });
    await until(
      () => fs.readFileSync(path.join(hub.home, 'mission-control', 'prompts.json'), 'utf8'),
      (content) => assert.ok(content.includes(id)),
    );
    await hub.close();
    for (const file of fs.readdirSync(hub.home, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const text = fs.readFileSync(path.join(file.parentPath, file.name), 'utf8');
      assert.ok(!text.includes(window.number), file.name);
    }
  });

  it('marks as somebody whose marks go before those of a person', async () => {
    const pin = (one: string) => ({ target: { scope: 'session', sessionId: one }, on: true });
    await window.post(`${routes.marks}/pin`, pin('mine'));
    await hub.post(`${routes.marks}/pin`, pin('forged'));
    const stored = fs.readFileSync(path.join(hub.home, 'mission-control', 'marks.json'), 'utf8');
    assert.deepEqual(JSON.parse(stored), [
      { scope: 'session', sessionId: 'mine', pinned: true },
      { scope: 'session', sessionId: 'forged', pinned: true, byToken: true },
    ]);
  });

  it('cannot use an offer that the window signed for another stream', async () => {
    const offer = { window: id, label: 'w', enabled: true, disabledProjects: [] };
    const signed = signedFor(hub.running.token, 'offerControl', '', { ...offer, stream: 'x' });
    assert.equal((await hub.postBare(routes.control, signed)).status, 403);
  });
});

describe('A window that comes back', function () {
  this.timeout(120_000);
  let hub: TestHub;
  beforeEach(async () => (hub = await TestHub.start()));
  afterEach(() => hub.dispose());

  it('is heard on its new stream, also while the hub has not noticed the end of the old one', async () => {
    const before = await TestWindow.open(hub, id);
    await before.offerControl();
    const now = await TestWindow.open(hub, id, { focused: true, front: { sessions: ['new'] } });
    await now.offerControl();
    before.close();
    const answer = hub.wait(aHook('PermissionRequest', { tool_name: 'Bash', tool_input: {} }));
    const { pendingRequest } = await hub.waitFor(sessionId, (session) =>
      assert.equal(session.pendingRequest?.call?.answerable, true),
    );
    const { inHand } = JSON.parse((await hub.call(routes.windows)).text) as { inHand: string[] };
    assert.deepEqual(inHand, ['new']);
    await now.decide(sessionId, pendingRequest, { kind: 'allow' }).catch(() => undefined);
    assert.match((await answer).text, /"behavior":"allow"/u);
    now.close();
  });
});
