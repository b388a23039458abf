import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { GrantUse } from '../../../src/shared/protocol/work/grants';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { needs } from '../../support/skip';
import { until } from '../../support/until';
import { WatchedHub } from '../../support/watchedHub';
import { cast } from '../../tools/demo/cast';
import { DirectHooks } from '../../tools/demo/stage/directHooks';
import { playAt, type PlayedHome } from '../../tools/demo/stage/playedHome';

const parts = cast.filter(({ id }) => id === 'date-picker');
const run = (name: string): string => `npm run test:e2e -- date-picker --grep ${name}`;

describe('What the demo’s person allows for a while, at a hub', function () {
  this.timeout(120_000);
  let root: string;
  let hub: WatchedHub | undefined;
  let demo: PlayedHome | undefined;

  before(async function () {
    needs(this, 'sh');
    root = await tempHome();
    const folders = { configHome: fs.realpathSync(root), code: path.join(root, 'code') };
    const hooks = new DirectHooks();
    demo = await playAt(folders, parts, { speed: 24, hasPerson: true, hooks });
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

  it('is in the ledger from the past, and by a grant that is given as it runs', async () => {
    const { board } = hub ?? assert.fail();
    const asking = await hub?.waitFor(
      'the first request',
      ({ pendingRequest }) => pendingRequest?.call?.answerable === true,
    );
    assert.ok(asking !== undefined && hub !== undefined);
    const { sessionId } = asking;
    const uses = (): Promise<readonly GrantUse[]> => hub?.grantUses(sessionId) ?? assert.fail();
    const commands = async () => (await uses()).map(({ what }) => what).toReversed();
    const past = [run('arrows'), run('month')];
    assert.deepEqual(await commands(), past);
    const transcript = fs.readFileSync(asking.transcriptPath ?? '', 'utf8');
    for (const { at, what } of await uses()) {
      const line = transcript.split('\n').find((one) => one.includes(what)) ?? '';
      const { timestamp } = JSON.parse(line) as { readonly timestamp: string };
      assert.ok(Math.abs(at - Date.parse(timestamp)) < 2_000, `${what}: ${at} and ${timestamp}`);
    }

    await hub.giveGrant(
      asking,
      (rules) => rules.find((one) => one.kind === 'beginning' && one.words.length === 3),
      { ms: 15 * 60_000 },
    );
    await until(commands, (now) =>
      assert.deepEqual(now, [...past, run('arrows'), run('month'), run('home')]),
    );
    const [grant] = board.get(sessionId)?.grants ?? [];
    assert.ok(grant !== undefined && grant.until > Date.now() && grant.ended === undefined);
    await hub.endGrants();
    await until(
      () => board.get(sessionId)?.grants,
      (grants) => assert.equal(grants, undefined),
    );
  });
});
