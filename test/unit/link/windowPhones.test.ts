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

describe('WindowPhones', () => {
  it('keeps the list that the hub sent last until the hub is gone', () => {
    const { phones } = aDesk();
    const received: (PhonesNews | undefined)[] = [];
    phones.onDidChange(() => received.push(phones.news));
    const news = { devices: [phone] };
    phones.receive(news);
    phones.onHubGone();
    phones.onHubGone();
    assert.deepEqual(received, [news, undefined]);
  });

  it('fires when the state of a push changes, and drops the pushes when the hub is gone', () => {
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

  it('stores the keys of an accepted phone before the hub is called', async () => {
    const { phones, made, knows } = aDesk();
    await phones.setScope(asked, 'answer', true);
    assert.deepEqual(made, [{ ...asked, verdict: 'answer', isKept: true }, 'handed']);
    assert.equal(await knows(), 'answer');
    assert.equal(phones.standingOf(phone), 'vouched');
  });

  it('restores the previously stored key if the hub refuses the new scope', async () => {
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

  it('stores a revoked scope even if the hub cannot save it', async () => {
    let refuses = false;
    const { phones, knows } = aDesk(() => {
      if (refuses) throw new Error('The disk is full.');
    });
    await phones.setScope(asked, 'answer', true);
    refuses = true;
    await assert.rejects(phones.setScope(asked, 'watch', false), /full/);
    assert.equal(await knows(), 'watch');
  });

  it('deletes the keys of a phone that was removed while the editor was closed', async () => {
    const { phones, knows } = aDesk();
    await phones.setScope(asked, 'answer', true);
    phones.onHubGone();
    phones.receive({ devices: [], removed: [id] });
    await until(knows, (scope) => assert.equal(scope, undefined));
  });

  it('deletes the keys of a phone before the hub is asked to remove it', async () => {
    const { phones, knows, removing } = aDesk();
    await phones.setScope(asked, 'answer', true);
    removing(() => {
      throw new Error('The hub is gone.');
    });
    await assert.rejects(phones.remove(id), /gone/);
    assert.equal(await knows(), undefined);
  });

  it('does not vouch for keys that nobody has compared', async () => {
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

  it('deletes the keys of a phone that the hub no longer lists', async () => {
    const { phones, knows } = aDesk();
    await phones.setScope(asked, 'answer', true);
    phones.receive({ devices: [phone, aPhone({ id: 'B'.repeat(22) })] });
    phones.receive({ devices: [phone] });
    assert.ok(await knows());
    phones.receive({ devices: [] });
    await until(knows, (known) => assert.equal(known, undefined));
  });

  it('ignores stored phones of an earlier version, which have only a signing key', async () => {
    const secrets = secretsInMemory();
    await secrets.store('phoneKeys', JSON.stringify([signingKey]));
    const keys = new EditorKeys(secrets, silentLog);
    assert.deepEqual(await keys.phones(), []);
    assert.ok(!(await keys.readKnownKeys()).includes(signingKey));
  });
});
