import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { sourceFollowUpLine, sourceFollowUpText } from '../../../src/shared/board/queuedFollowUps';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { needs } from '../../support/skip';
import { waitFixedTime } from '../../support/waitFixedTime';
import { WatchedHub } from '../../support/watchedHub';
import { cast } from '../../tools/demo/cast';
import { DirectHooks } from '../../tools/demo/stage/directHooks';
import { playAt, type PlayedHome } from '../../tools/demo/stage/playedHome';

const parts = cast.filter(({ id }) => id === 'refunds' || id === 'webhooks');

describe('The demo’s follow-up, at a hub', function () {
  this.timeout(60_000);
  let root: string;
  let hub: WatchedHub | undefined;
  let demo: PlayedHome | undefined;

  before(async function () {
    needs(this, 'sh');
    root = await tempHome();
    const folders = { configHome: fs.realpathSync(root), code: path.join(root, 'code') };
    const hooks = new DirectHooks();
    demo = await playAt(folders, parts, { frozenAt: 1, hasPerson: true, hooks });
    hub = await WatchedHub.start(root);
    hooks.follow(() => (hub ?? assert.fail()).hub.reach);
    await hub.live();
    await hub.offerControl();
  });
  after(async () => {
    demo?.stop();
    await hub?.stop();
    if (root !== undefined) await removeHome(root);
  });

  it('waits on the card of the session whose tests it awaits, and is sent to nobody', async () => {
    const { board } = hub ?? assert.fail();
    const source = await hub?.waitFor('a follow-up', ({ followUps }) => followUps !== undefined);
    assert.ok(source !== undefined);
    assert.match(source.title, /^Make (?:the refund|refunds)/u);
    const [followUp] = source.followUps ?? [];
    assert.ok(followUp !== undefined);
    const find = (id: string) => board.get(id);
    const text = sourceFollowUpText(source, followUp, find, Date.now());
    assert.match(
      sourceFollowUpLine(text),
      /^Then “.+”: Refunds are ready on staging\. Rebase on them.*, when its tests pass · /u,
    );
    await waitFixedTime(1_500);
    const prompts = board.get(followUp.sessionId)?.prompting?.prompts;
    assert.deepEqual(
      prompts?.map(({ state, isForeign }) => [state, isForeign]),
      [['queued', true]],
    );
  });
});
