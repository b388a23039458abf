import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { HubPulls } from '../../../src/extension/hub/pulls/feature';
import type { BoardUpdate } from '../../../src/extension/hub/serve/liveStream';
import { Emitter } from '../../../src/extension/util/emitter';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { silentLog } from '../../../src/extension/util/log';
import type { PullReaderKind } from '../../../src/shared/protocol/layers/pulls';
import type { WindowMessage } from '../../../src/shared/protocol/windows';
import { aWindow } from '../../support/hub/aWindow';
import { aSession } from '../../support/sessionBuilder';
import { skip } from '../../support/skip';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

const url = 'https://github.com/dev/proj/pull/41';

describe('The pull requests of a hub', () => {
  let root: string;
  let pulls: HubPulls;
  let board: Emitter<BoardUpdate>;
  const touched: string[] = [];
  const sent: { readonly window: string; readonly message: WindowMessage }[] = [];

  beforeEach(function () {
    if (process.platform === 'win32') skip(this, 'Windows runs no scripts as programs');
    root = mkdtempSync(path.join(os.tmpdir(), 'mc-hub-pulls-'));
    mkdirSync(path.join(root, 'bin'));
    const script = `#!/bin/sh\n: > ${root}/ran\necho '{"state":"MERGED"}'\n`;
    writeFileSync(path.join(root, 'bin', 'gh'), script, { mode: 0o755 });
    [touched.length, sent.length] = [0, 0];
    board = new Emitter();
    pulls = new HubPulls({
      folder: new PrivateFolder(path.join(root)),
      log: silentLog,
      board: { onDidChange: board.event },
      windows: {
        present: [aWindow('old', { focusedAt: 1 }), aWindow('new', { focusedAt: 2 })],
      },
      send: (window, message) => void sent.push({ window, message }),
      onKeptError: assert.ifError,
      gh: { env: { PATH: path.join(root, 'bin') }, folders: [] },
    });
    pulls.onDidChange((sessionId) => touched.push(sessionId));
    const outcome = { commits: 0, pulls: [{ number: 41, url }], at: new Date().toISOString() };
    const session = aSession({ sessionId: 'a', outcome });
    board.fire({ changed: [session], removed: [], summary: undefined });
  });
  afterEach(async () => {
    await pulls?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const say = (window: string, way: PullReaderKind): unknown =>
    pulls.calls.setPulls({ window, way }, undefined);
  const isIdle = async (): Promise<void> => {
    await waitFixedTime(100);
    assert.deepEqual([existsSync(path.join(root, 'ran')), sent], [false, []]);
  };

  it('are not requested before a window sends a setting, or if all settings are off', async () => {
    await isIdle();
    pulls.connect('old');
    say('old', 'off');
    await isIdle();
  });

  it('ignore the setting of a window without a stream', async () => {
    assert.notEqual(say('old', 'gh'), undefined);
    await isIdle();
  });

  it('are requested with gh, and refresh the cards', async () => {
    pulls.connect('old');
    say('old', 'gh');
    await until(
      () => pulls.stateOf(url),
      (state) => assert.deepEqual(state, { state: 'merged' }),
    );
    assert.ok(touched.includes('a'));
    assert.deepEqual(sent, []);
    pulls.disconnect('old');
    assert.equal(pulls.stateOf(url), undefined);
  });

  it('are requested by the most recently focused window that offers it', async () => {
    for (const window of ['old', 'new', 'off']) pulls.connect(window);
    say('off', 'off');
    say('old', 'editor');
    say('new', 'editor');
    const [order] = await until(
      () => sent,
      (now) => assert.equal(now.length, 1),
    );
    assert.equal(order?.window, 'new');
    const { message } = order;
    assert.ok(message.type === 'order');
    const { order: id, ...asked } = message.data;
    assert.deepEqual(asked, { type: 'readPull', owner: 'dev', repository: 'proj', number: 41 });
    const answer = { kind: 'news', news: { state: 'closed' } } as const;
    const other = { window: 'old', order: id, answer };
    assert.notEqual(await pulls.calls.answerPull(other, undefined), undefined);
    assert.equal(await pulls.calls.answerPull({ ...other, window: 'new' }, undefined), undefined);
    await until(
      () => pulls.stateOf(url),
      (state) => assert.deepEqual(state, { state: 'closed' }),
    );
    assert.ok(!existsSync(path.join(root, 'ran')));
  });
});
