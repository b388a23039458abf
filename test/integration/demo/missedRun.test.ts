import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { missedText } from '../../../src/shared/board/texts/scheduleText';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { until } from '../../support/until';
import { cast } from '../../tools/demo/cast';
import { DirectHooks } from '../../tools/demo/stage/directHooks';
import { playAt, type PlayedHome } from '../../tools/demo/stage/playedHome';

const parts = cast.filter(({ aiTitle }) => aiTitle === 'Move to Python 3.13');

describe('The demo’s closed session with a schedule', function () {
  this.timeout(60_000);
  let root: string;
  let hub: TestHub | undefined;
  let demo: PlayedHome | undefined;

  before(async () => {
    root = await tempHome();
    const folders = { configHome: fs.realpathSync(root), code: path.join(root, 'code') };
    demo = await playAt(folders, parts, {
      frozenAt: 1,
      hasPerson: false,
      hooks: new DirectHooks(),
    });
    hub = await TestHub.start(root, { missedAfterMs: 100 });
  });
  after(async () => {
    demo?.stop();
    await hub?.close();
    if (root !== undefined) await removeHome(root);
  });

  it('says that its run did not come, because Claude Code is closed', async () => {
    await until(
      async () => (await hub?.board())?.sessions[0],
      (session) =>
        assert.match(
          (session && missedText(session, Date.now())) ?? '',
          /^Due .*, not run: Claude Code is closed$/,
        ),
    );
  });
});
