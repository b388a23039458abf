import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { PhoneReviews } from '../../../../src/extension/hub/phone/phoneReviews';
import {
  maxPhoneText,
  type PhoneCallOutcome,
  type FromPhone,
  type ToPhone,
} from '../../../../src/shared/phone/phoneMessages';
import type { CallAnswer } from '../../../../src/shared/protocol/calls';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { ReviewScene } from '../../../support/review/reviewScene';
import type { SceneSession } from '../../../support/review/sceneSession';
import { until } from '../../../support/until';

type Told = Extract<ToPhone, { readonly type: 'answer' }>;

describe('The reviews of a phone', function () {
  this.timeout(60_000);
  let desk: PhoneHub;
  let scene: ReviewScene;
  let session: SceneSession;
  let count = 0;

  beforeEach(async () => {
    desk = await PhoneHub.start();
    scene = await ReviewScene.on(desk.hub);
    scene.commit({ 'a.txt': 'one\ntwo\n' });
    session = scene.session();
    await session.prompt('Change the file');
    await session.edit('a.txt', 'two', 'three');
  });
  afterEach(async () => {
    await desk.dispose();
    rmSync(scene.folder, { recursive: true, force: true });
  });

  async function ask(phone: TestPhone, name: 'review' | 'reviewText', more: object): Promise<Told> {
    await session.known();
    const id = `question-${(count += 1)}`;
    const request = { sessionId: session.sessionId, scope: 'all' as const, ...more };
    await phone.say({ type: 'call', id, name, request } as unknown as FromPhone);
    const answer = await until(
      () => phone.told.find((one): one is Told => one.type === 'answer' && one.id === id),
      (one) => assert.ok(one),
    );
    assert.ok(answer);
    return answer;
  }
  const text = async (phone: TestPhone, name: string, side: string): Promise<Told> =>
    ask(phone, 'reviewText', { path: scene.file(name), side });
  const answered = (response: Told): unknown => response.answer ?? response.problem;

  it('are read by one that only watches', async () => {
    const phone = await desk.phone('watch');
    const review = answered(await ask(phone, 'review', {})) as CallAnswer<'review'>;
    assert.deepEqual(
      review.files.map(({ name, added, removed }) => [name, added, removed]),
      [['a.txt', 1, 1]],
    );
    assert.deepEqual(answered(await text(phone, 'a.txt', 'before')), { text: 'one\ntwo\n' });
    assert.deepEqual(answered(await text(phone, 'a.txt', 'after')), { text: 'one\nthree\n' });
  });

  it('are marked by one that may answer, and by no other', async () => {
    await session.known();
    const { sessionId } = session;
    const mark = {
      type: 'act',
      name: 'markReviewed',
      request: { sessionId, reviewed: true },
    } as const;
    const watching = await desk.phone('watch', 'Watching phone');
    await watching.tell(mark);
    assert.match((await watching.hear('problem')).problem, /may only watch/u);
    const answering = await desk.phone('answer', 'Answering phone');
    await answering.tell(mark);
    await desk.hub.waitFor(sessionId, ({ reviewed }) => assert.ok(reviewed));
  });

  it('have the text of a file that is as long as a phone is sent, and a sentence for a longer one', async () => {
    const phone = await desk.phone('watch');
    await session.save('long.txt', 'x');
    await session.save('longer.txt', 'x');
    scene.repository.write('long.txt', 'x'.repeat(maxPhoneText));
    scene.repository.write('longer.txt', 'x'.repeat(maxPhoneText + 1));
    const whole = answered(await text(phone, 'long.txt', 'after')) as CallAnswer<'reviewText'>;
    assert.equal(whole.text.length, maxPhoneText);
    assert.match(
      String(answered(await text(phone, 'longer.txt', 'after'))),
      /too large for a phone/u,
    );
  });

  it('say in a sentence what is not in them', async () => {
    const phone = await desk.phone('watch');
    for (const path of ['/etc/passwd', scene.file('..', 'other.txt'), '']) {
      const response = await ask(phone, 'reviewText', { path, side: 'after' });
      assert.ok((response.problem?.length ?? 0) > 10, JSON.stringify(response));
    }
    const reply = await ask(phone, 'review', { sessionId: 'nobody' });
    assert.ok(reply.problem, JSON.stringify(reply));
  });

  it('have a limit that no leaving and no repeated id gets around', async () => {
    const outcomes: PhoneCallOutcome[] = [];
    let asked = 0;
    const call = (): Promise<unknown> => {
      asked += 1;
      return new Promise(() => undefined);
    };
    const reviews = new PhoneReviews({
      calls: { call },
      answer: (_id, one) => void outcomes.push(one),
    });
    for (let at = 0; at < 40; at += 1) {
      const id = at % 2 === 0 ? 'same' : `left-${at}`;
      void reviews.handle({ id, name: 'review', request: { sessionId: 'one', scope: 'all' } });
      reviews.cancel(id);
    }
    assert.deepEqual([asked, outcomes.length], [16, 24]);
    assert.ok(outcomes.every((one) => /at once/u.test(one.problem ?? '')));
  });

  it('are not sent to a page that has left, and the questions of one page have a limit', async () => {
    const phone = await desk.phone('watch');
    await session.known();
    const request = { sessionId: session.sessionId, scope: 'all' } as const;
    for (let at = 0; at < 40; at += 1) {
      await phone.say({ type: 'call', id: `many-${at}`, name: 'review', request });
    }
    await phone.say({ type: 'call', id: 'left', name: 'review', request });
    await phone.say({ type: 'leaveCall', id: 'left' });
    const many = (): readonly Told[] =>
      phone.told.filter((one): one is Told => one.type === 'answer' && one.id.startsWith('many'));
    await until(many, (all) => assert.equal(all.length, 40));
    assert.ok(many().some((one) => 'answer' in one));
    assert.ok(many().some((one) => /at once/u.test(one.problem ?? '')));
    const last = await ask(phone, 'review', {});
    assert.ok('answer' in last);
    assert.equal(
      phone.told.filter((one) => one.type === 'answer' && 'answer' in one && one.id === 'left')
        .length,
      0,
    );
  });
});
