import assert from 'node:assert/strict';
import { WindowPhones } from '../../../src/extension/link/windowPhones';
import { EditorKeys, secretsInMemory } from '../../../src/extension/util/editorKeys';
import { silentLog } from '../../../src/extension/util/log';
import type { PhonesNews } from '../../../src/shared/protocol/phones';
import { fakeCalls } from '../../support/fakes/fakeCalls';
import { aPhone } from '../../support/phone/aPhone';
import { until } from '../../support/until';

const phone = aPhone();
const asked = { device: phone.id, signingKey: phone.signingKey };

/** A window's side, with a hub that takes or refuses what is judged. */
function aDesk(judged: () => void = () => undefined) {
  const keys = new EditorKeys(secretsInMemory(), silentLog);
  const made: unknown[] = [];
  const phones = new WindowPhones({
    keys,
    hub: fakeCalls({
      listenForPhones: () => ({ port: 47_911 }),
      connectPhone: (way) => void made.push(way),
      endPairing: () => undefined,
      judgePhone: async (said) => {
        made.push({ ...said, known: (await keys.known()).includes(said.signingKey) });
        judged();
      },
      removePhone: (said) => void made.push(said),
      testPush: (said) => void made.push(said),
    }),
    onAccepted: () => made.push('handed'),
  });
  const knows = async (): Promise<boolean> => (await keys.known()).includes(phone.signingKey);
  return { phones, made, knows };
}

describe('Phones, as a window knows them', () => {
  it('are what the hub told last, until it is lost', () => {
    const { phones } = aDesk();
    const heard: (PhonesNews | undefined)[] = [];
    phones.onDidChange(() => heard.push(phones.news));
    const news = { devices: [phone] };
    phones.receive(news);
    phones.lost();
    phones.lost();
    assert.deepEqual(heard, [news, undefined]);
  });

  it('tell of their calls when one came further, and of none without a hub', () => {
    const { phones } = aDesk();
    const heard: unknown[] = [];
    phones.onDidChangePushes(() => heard.push(phones.pushes.map(({ stage }) => stage)));
    const push = { sessionId: 'a', device: phone.id, stage: 'accepted', at: 1 } as const;
    phones.receive({ devices: [phone], pushes: [push] });
    phones.receive({ devices: [], pushes: [{ ...push }] });
    phones.receive({ devices: [], pushes: [{ ...push, stage: 'shown' }] });
    phones.lost();
    assert.deepEqual(heard, [['accepted'], ['shown'], []]);
  });

  it('have their key kept before the hub hears that they may answer', async () => {
    const { phones, made, knows } = aDesk();
    await phones.judge(asked, 'answer');
    assert.deepEqual(made, ['handed', { ...asked, verdict: 'answer', known: true }]);
    assert.ok(await knows());
  });

  it('leave no key behind where the hub refuses, or where they may only watch', async () => {
    const refusing = aDesk(() => {
      throw new Error('This phone no longer waits to be connected.');
    });
    await assert.rejects(refusing.phones.judge(asked, 'answer'), /no longer waits/);
    assert.equal(await refusing.knows(), false);
    const { phones, knows } = aDesk();
    await phones.judge(asked, 'answer');
    await phones.judge(asked, 'watch');
    assert.equal(await knows(), false);
  });

  it('lose their key when they are gone, wherever they were removed', async () => {
    const { phones, knows } = aDesk();
    await phones.judge(asked, 'answer');
    phones.receive({ devices: [phone, aPhone({ id: 'B'.repeat(22), signingKey: 'other' })] });
    phones.receive({ devices: [phone] });
    assert.ok(await knows());
    phones.receive({ devices: [] });
    await until(knows, (known) => assert.equal(known, false));
  });
});
