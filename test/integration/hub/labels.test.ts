import assert from 'node:assert/strict';
import { HubClient } from '../../../src/extension/link/hubClient';
import { routes, type LiveSession } from '../../../src/shared/protocol/protocol';
import { aHook, sessionId } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';
import { TestWindow } from '../../support/hub/testWindow';

describe('Labels of extensions at a hub', function () {
  this.timeout(60_000);
  let hub: TestHub;
  let window: TestWindow;

  beforeEach(async () => {
    hub = await TestHub.start();
    window = await TestWindow.open(hub, 'one');
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Deploy it' }));
    await hub.hook(aHook('Stop'));
  });
  afterEach(async () => {
    window.close();
    await hub.dispose();
  });

  const offer = (labels: Readonly<Record<string, unknown>>, from = window): Promise<unknown> =>
    from.post(routes.labels, {
      window: from.id,
      collections: [
        {
          id: 'acme.deploys',
          labels: Object.entries(labels).map(([id, label]) => ({ sessionId: id, label })),
        },
      ],
    });
  const shown = (text: string | undefined): Promise<LiveSession> =>
    hub.waitFor(sessionId, ({ display }) => assert.equal(display?.label?.text, text));

  it('stand on the card, and go with their window', async () => {
    await offer({ [sessionId]: { label: 'Deployed', icon: 'rocket' } });
    const { display, agentState } = await shown('Deployed');
    assert.equal(display?.layer, 'acme.deploys');
    assert.equal(display?.icon, 'rocket');
    assert.equal(agentState.state, 'idle');
    await offer({ [sessionId]: { label: 'Deployed again' } });
    await shown('Deployed again');
    window.close();
    await shown(undefined);
  });

  it('are refused of who is no window, and where they have another shape', async () => {
    const collections = [{ id: 'a.b', labels: [{ sessionId, label: { label: 'No' } }] }];
    const statusOf = async (body: object): Promise<number> =>
      (await hub.post(routes.labels, body)).status;
    assert.equal(await statusOf({ window: 'nobody', collections }), 409);
    assert.equal(await statusOf({ window: 'one', collections: [{ id: '', labels: [] }] }), 400);
    assert.equal(
      await statusOf({ window: 'one', collections: [{ id: 'a.b', labels: [{}] }] }),
      400,
    );
    const many = Array.from({ length: 2001 }, (_, at) => ({ sessionId: `${at}`, label: {} }));
    assert.equal(
      await statusOf({ window: 'one', collections: [{ id: 'a.b', labels: many }] }),
      400,
    );
    await shown(undefined);
  });

  it('may be of sessions that come later', async () => {
    await offer({ later: { label: 'Awaited' } });
    await hub.hook(aHook('SessionStart', { session_id: 'later' }));
    await hub.waitFor('later', ({ display }) => assert.equal(display?.label?.text, 'Awaited'));
  });

  it('are made of views that the hub tells', async () => {
    const client = new HubClient<'window'>({ hub: () => hub.running.reach, window: 'one' });
    const { views } = await client.call('sessionViews', { sessionIds: ['unknown', sessionId] });
    const [view] = views;
    assert.equal(views.length, 1);
    assert.equal(view?.sessionId, sessionId);
    assert.equal(view?.core.state, 'idle');
    assert.equal(view?.projectName, 'shop');
    assert.deepEqual(view?.signals, []);
    await offer({ [sessionId]: { label: 'Deployed' } });
    const again = await client.call('sessionViews', { sessionIds: [sessionId] });
    assert.deepEqual(again.views, views);
    const tooMany = Array.from({ length: 101 }, () => sessionId);
    await assert.rejects(client.call('sessionViews', { sessionIds: tooMany }), /lacks what/);
  });
});
