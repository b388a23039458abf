import assert from 'node:assert/strict';
import { WindowPhones } from '../../../src/extension/link/windowPhones';
import { EditorKeys, secretsInMemory } from '../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../src/extension/util/log';
import type { PhonesNews } from '../../../src/shared/protocol/phones';
import { fakeCalls } from '../../support/fakes/fakeCalls';
import { aPhone } from '../../support/phone/aPhone';
import { until } from '../../support/until';

const phone = aPhone();
const { id, signingKey, agreementKey } = phone;
const asked = { device: id, signingKey, agreementKey };

/** A window's side, with a hub that accepts or refuses verdicts. */
function aDesk(judged: () => void = () => undefined) {
  const keys = new EditorKeys(secretsInMemory(), silentLog);
  const made: unknown[] = [];
  let removed: () => void = () => undefined;
  const phones = new WindowPhones({
    keys,
    hub: fakeCalls({
      listenForPhones: () => ({ port: 47_911 }),
      connectPhone: (way) => void made.push(way),
      endPairing: () => undefined,
      judgePhone: async (request) => {
        const isKept = (await keys.phones()).some((one) => one.signingKey === request.signingKey);
        made.push({ ...request, isKept });
        judged();
      },
      removePhone: (payload) => {
        made.push(payload);
        removed();
      },
      testPush: (request) => void made.push(request),
    }),
    onAccepted: () => made.push('handed'),
  });
  const knows = async () => (await keys.phones()).find((one) => one.id === id)?.scope;
  const removing = (then: () => void): void => {
    removed = then;
  };
  return { phones, made, knows, removing };
}

describe('Phones, as a window knows them', () => {
  it('are what the hub told last, until it is lost', () => {
    const { phones } = aDesk();
    const received: (PhonesNews | undefined)[] = [];
    phones.onDidChange(() => received.push(phones.news));
    const news = { devices: [phone] };
    phones.receive(news);
    phones.onHubGone();
    phones.onHubGone();
    assert.deepEqual(received, [news, undefined]);
  });

  it('tell of their calls when one came further, and of none without a hub', () => {
    const { phones } = aDesk();
    const emitted: unknown[] = [];
    phones.onDidChangePushes(() => emitted.push(phones.pushes.map(({ stage }) => stage)));
    const push = { sessionId: 'a', device: phone.id, stage: 'accepted', at: 1 } as const;
    phones.receive({ devices: [phone], pushes: [push] });
    phones.receive({ devices: [], pushes: [{ ...push }] });
    phones.receive({ devices: [], pushes: [{ ...push, stage: 'shown' }] });
    phones.onHubGone();
    assert.deepEqual(emitted, [['accepted'], ['shown'], []]);
  });

  it('have their keys kept before the hub hears that they were accepted', async () => {
    const { phones, made, knows } = aDesk();
    await phones.setScope(asked, 'answer', true);
    assert.deepEqual(made, [{ ...asked, verdict: 'answer', isKept: true }, 'handed']);
    assert.equal(await knows(), 'answer');
    assert.equal(phones.standingOf(phone), 'vouched');
  });

  it('leave no key behind where the hub refuses, and the one that they had before', async () => {
    let refuses = true;
    const { phones, knows } = aDesk(() => {
      if (refuses) throw new Error('This phone no longer waits to be connected.');
    });
    await assert.rejects(phones.setScope(asked, 'answer', true), /no longer waits/);
    assert.equal(await knows(), undefined);
    refuses = false;
    await phones.setScope(asked, 'answer', true);
    await phones.setScope(asked, 'watch', false);
    assert.equal(await knows(), 'watch');
    refuses = true;
    await assert.rejects(phones.setScope(asked, 'answer', false));
    assert.equal(await knows(), 'watch');
  });

  it('lose the right to answer in this editor though the hub cannot keep that', async () => {
    let refuses = false;
    const { phones, knows } = aDesk(() => {
      if (refuses) throw new Error('The disk is full.');
    });
    await phones.setScope(asked, 'answer', true);
    refuses = true;
    await assert.rejects(phones.setScope(asked, 'watch', false), /full/);
    assert.equal(await knows(), 'watch');
  });

  it('are vouched for no more once a hub tells that they were removed while the editor was closed', async () => {
    const { phones, knows } = aDesk();
    await phones.setScope(asked, 'answer', true);
    phones.onHubGone();
    phones.receive({ devices: [], removed: [id] });
    await until(knows, (scope) => assert.equal(scope, undefined));
  });

  it('are vouched for no more by the time that the hub is told to remove them', async () => {
    const { phones, knows, removing } = aDesk();
    await phones.setScope(asked, 'answer', true);
    removing(() => {
      throw new Error('The hub is gone.');
    });
    await assert.rejects(phones.remove(id), /gone/);
    assert.equal(await knows(), undefined);
  });

  it('are not vouched for by what was said of keys that nobody has compared', async () => {
    const { phones, knows } = aDesk();
    await phones.setScope(asked, 'watch', false);
    assert.equal(await knows(), undefined);
    assert.equal(phones.standingOf(phone), 'unknown');
    await phones.setScope(asked, 'watch', true);
    const swapped = aPhone({ agreementKey: signingKey });
    assert.equal(phones.standingOf(swapped), 'changed');
    await phones.setScope({ ...asked, agreementKey: signingKey }, 'answer', false);
    assert.equal(await knows(), 'watch');
    assert.equal(phones.standingOf(swapped), 'changed');
  });

  it('lose their keys when they are gone, wherever they were removed', async () => {
    const { phones, knows } = aDesk();
    await phones.setScope(asked, 'answer', true);
    phones.receive({ devices: [phone, aPhone({ id: 'B'.repeat(22) })] });
    phones.receive({ devices: [phone] });
    assert.ok(await knows());
    phones.receive({ devices: [] });
    await until(knows, (known) => assert.equal(known, undefined));
  });

  it('that an earlier version kept by a signing key alone are to be compared once more', async () => {
    const secrets = secretsInMemory();
    await secrets.store('phoneKeys', JSON.stringify([signingKey]));
    const keys = new EditorKeys(secrets, silentLog);
    assert.deepEqual(await keys.phones(), []);
    assert.ok(!(await keys.readKnownKeys()).includes(signingKey));
  });
});
