import assert from 'node:assert/strict';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { machineIdentity } from '../../../src/extension/util/hub/machineIdentity';
import { hubName } from '../../../src/extension/util/hub/provingKey';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import { addressOf } from '../../../src/shared/protocol/machines/address';
import type { MachineCard } from '../../../src/shared/protocol/machines/machineNews';
import { windowOfPhone } from '../../../src/shared/protocol/phoneWindow';
import {
  routes,
  type LiveSession,
  type PendingRequest,
} from '../../../src/shared/protocol/protocol';
import { aHook, sessionId } from '../../support/hub/hooks';
import type { Answer } from '../../support/hub/wire/call';
import { Carrier } from '../../support/phone/carrier';
import type { Handset } from '../../support/phone/handset';
import { handsetSuite } from '../../support/phone/handsetSuite';
import { aMachineCard } from '../../support/machines/machineCard';
import { ThiefHub } from '../../support/phone/thiefHub';

const dangerous = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});

describe('A program with our files that stands before a phone in the hub’s place', function () {
  this.timeout(60_000);
  const suite = handsetSuite();
  let carrier: Carrier;
  let phone: Handset;
  let thief: ThiefHub | undefined;
  let answer: Promise<Answer>;

  beforeEach(async () => {
    carrier = await Carrier.before(suite.desk.port);
    phone = await suite.handset();
    await phone.pair(suite.desk, 'answer', carrier.page);
    answer = suite.desk.hub.wait(dangerous);
    answer.catch(() => undefined); // The hub ends before the call is answered.
  });
  afterEach(async () => {
    await thief?.close();
    thief = undefined;
    await carrier.close();
    await answer.catch(() => undefined);
  });

  /** The session with its request as the real hub has it. */
  async function held(): Promise<LiveSession & { readonly pendingRequest: PendingRequest }> {
    const session = await suite.desk.hub.waitFor(sessionId, ({ pendingRequest }) =>
      assert.equal(pendingRequest?.call?.answerable, true),
    );
    assert.ok(session.pendingRequest);
    return { ...session, pendingRequest: session.pendingRequest };
  }

  async function shows(session: LiveSession, machines: readonly MachineCard[] = []) {
    const { hub, port } = suite.desk;
    thief = await ThiefHub.start({
      home: hub.home,
      token: hub.running.token,
      port,
      sessions: [session],
      machines,
    });
    carrier.leadTo(thief.port);
    await phone.page.getByRole('heading', { name: 'Of the thief' }).waitFor();
    return thief;
  }

  /** Forwards what the phone signed to the real hub, as any program with its token can. */
  async function handOn(path: string, body: object): Promise<string> {
    const device = suite.desk.news?.devices[0]?.id ?? '';
    const payload = { window: windowOfPhone(device), ...body };
    const { status, text } = await suite.desk.hub.post(
      `${routes.sessions}/${sessionId}/${path}`,
      payload,
    );
    assert.ok(status >= 400, text);
    const { pendingRequest } = await held();
    assert.equal(pendingRequest.call?.fate, 'open');
    return text;
  }

  it('gets the digest of the request that it showed, whatever it calls that request', async () => {
    const session = await held();
    const harmless = { ...session.pendingRequest, toolInput: { command: 'ls' } };
    const shown = requestDigest(session.pendingRequest);
    const there = await shows({
      ...session,
      projectName: 'Of the thief',
      pendingRequest: { ...harmless, shown },
    });
    await phone.press('Allow');
    const { request, seal } = await there.take('decide');
    assert.equal(request.shown, requestDigest(harmless));
    const { call, decision } = request;
    await handOn('decide', { call, shown: request.shown, decision, seal });
    await handOn('decide', { call, shown, decision, seal });
  });

  it('gets no signature that counts at the hub, though it shows the very request', async () => {
    const session = await held();
    const there = await shows({ ...session, projectName: 'Of the thief' });
    await phone.press('Allow');
    const { request, seal } = await there.take('decide');
    const { call, shown, decision } = request;
    assert.equal(shown, requestDigest(session.pendingRequest));
    assert.match(await handOn('decide', { call, shown, decision, seal }), /"not_signed"/);
  });

  it('gets no prompt that the hub takes for one of its person', async () => {
    const session = await held();
    const there = await shows({ ...session, projectName: 'Of the thief' });
    await phone.press('Write');
    await phone.press('Send');
    const { request, seal } = await there.take('changePrompts');
    const { change } = request;
    assert.match(await handOn('prompts', { change, seal }), /"not_signed"/);
  });

  it('gets no signature for the hub’s own computer as if that were another machine', async () => {
    const session = await held();
    const { hub } = suite.desk;
    const folder = new PrivateFolder(missionControlFolder(hub.home));
    const { machineId } = await machineIdentity(folder);
    const line = 'l'.repeat(22);
    const there = { hub: hubName(hub.running.token), window: 'desk', line };
    const card = { ...aMachineCard({ machineId }), there };
    const address = addressOf({ machineId, sessionId });
    const taker = await shows({ ...session, sessionId: address, projectName: 'Of the thief' }, [
      card,
    ]);
    await phone.press('Allow');
    const { seal } = await taker.take('decide');
    assert.equal(seal.channels?.length, 1);
    assert.match(seal.channels[0] ?? '', /^phone:/);
  });
});
