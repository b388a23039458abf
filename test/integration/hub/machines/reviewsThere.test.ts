import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { FromPhone, ToPhone } from '../../../../src/shared/phone/phoneMessages';
import type { CallAnswer } from '../../../../src/shared/protocol/calls';
import { routes, type LiveSession } from '../../../../src/shared/protocol/protocol';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { TestHub } from '../../../support/hub/testHub';
import { ReviewScene } from '../../../support/review/reviewScene';
import { until } from '../../../support/until';

type Told = Extract<ToPhone, { readonly type: 'answer' }>;

describe('Changes of a session on another machine', function () {
  this.timeout(60_000);
  let script: HubScript;
  let hub: TestHub;
  let scene: ReviewScene;
  let desk: PhoneHub;

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
    hub = await TestHub.start();
    scene = await ReviewScene.on(hub);
    desk = await PhoneHub.start();
  });
  after(async () => {
    await desk.dispose();
    await hub.dispose();
    rmSync(scene.folder, { recursive: true, force: true });
    await script.remove();
  });

  const there = (assertion: (session: LiveSession) => void): Promise<LiveSession> =>
    until(
      async () => (await desk.hub.board()).sessions.find((one) => one.machine?.name === 'gpu'),
      (one) => {
        assert.ok(one);
        assertion(one);
      },
    ) as Promise<LiveSession>;

  async function ask(phone: TestPhone, name: 'review' | 'reviewText', request: object) {
    const id = `question-${phone.told.length}-${name}`;
    await phone.say({ type: 'call', id, name, request } as unknown as FromPhone);
    const answer = await until(
      () => phone.told.find((one): one is Told => one.type === 'answer' && one.id === id),
      (one) => assert.ok(one),
    );
    assert.ok(answer && 'answer' in answer, JSON.stringify(answer));
    return answer.answer;
  }

  it('are read on a phone that only watches, and marked by one that may answer', async () => {
    scene.commit({ 'a.txt': 'one\ntwo\n' });
    const session = scene.session();
    await session.prompt('Change the file');
    await session.edit('a.txt', 'two', 'three');
    await session.known();
    const { setting } = await OtherMachine.at('gpu', hub.home, script.file);
    const wish = { machines: [setting], label: 'the desk' };
    assert.equal((await desk.hub.post(routes.machines, wish)).status, 204);
    const { sessionId } = await there(({ changes }) => assert.equal(changes?.files, 1));
    const watcher = await desk.phone('watch', 'Watching phone');
    const about = { sessionId, scope: 'all' };
    const review = (await ask(watcher, 'review', about)) as CallAnswer<'review'>;
    assert.deepEqual(
      review.files.map(({ name, added, removed }) => [name, added, removed]),
      [['a.txt', 1, 1]],
    );
    const path = scene.file('a.txt');
    const texts = [
      await ask(watcher, 'reviewText', { ...about, path, side: 'before' }),
      await ask(watcher, 'reviewText', { ...about, path, side: 'after' }),
    ];
    assert.deepEqual(texts, [{ text: 'one\ntwo\n' }, { text: 'one\nthree\n' }]);
    const request = { sessionId, reviewed: true };
    const mark = { type: 'act', name: 'markReviewed', request } as const;
    await watcher.tell(mark);
    assert.match((await watcher.hear('problem')).problem, /may only watch/u);
    const phone = await desk.phone('answer', 'Answering phone');
    await phone.tell(mark);
    await there(({ reviewed }) => assert.ok(reviewed));
  });
});
