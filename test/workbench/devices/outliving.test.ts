import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { EditorKeys, secretsInMemory } from '../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../src/extension/util/log';
import { endpointSchema, hubPorts } from '../../../src/shared/protocol/protocol';
import { aHook } from '../../support/hub/hooks';
import { detachedHubPids } from '../../support/hub/process/detachedHubs';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { useEditor } from '../../support/editor/fixture';
import { Workbench } from '../../support/editor/window/workbench';
import { TestDesk } from '../../support/phone/testDesk';
import { runRelay } from '../../integration/relay/relayRun';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

/** Longer than a hub without a phone waits for a window, in ms. */
const longMs = 7_000;
/** A confirmation within this time, in ms, would be asked for again. */
const unreadMs = 1_000;

describe('The hub of an editor with a paired phone', function () {
  this.timeout(120_000);
  const key = (letter: string): string => `B${letter.repeat(86)}`;
  let home: string;
  let window: Workbench;

  const started = useEditor(async () => {
    home = await tempHome();
    const transcript = TranscriptFile.of(home, '5e551011-0000-4000-8000-0000000000cc');
    await transcript.write(transcript.prompt('Build the checkout page'));
    const folder = path.join(home, 'mission-control');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const now = Date.now();
    const phone = {
      id: 'A'.repeat(22),
      name: 'Phone',
      scope: 'watch',
      agreementKey: key('A'),
      signingKey: key('B'),
      pairedAt: now,
      lastUse: now,
    };
    writeFileSync(path.join(folder, 'phones.json'), JSON.stringify([phone]), { mode: 0o600 });
    return { env: { CLAUDE_CONFIG_DIR: home } };
  });
  after(async () => {
    for (const pid of await hubs()) process.kill(pid, 'SIGKILL');
    await removeHome(home);
  });

  const hubs = (): Promise<number[]> => detachedHubPids(started.editor.root);
  const serving = (): number =>
    endpointSchema.parse(
      JSON.parse(readFileSync(path.join(home, 'mission-control', 'endpoint.json'), 'utf8')),
    ).pid;
  async function shows(opened: Workbench): Promise<void> {
    window = opened;
    await window.showContainer('Mission Control');
    await until(
      () => window.tree('Sessions').outline(),
      (outline) => assert.match(outline, /Build the checkout page/),
    );
  }

  it('is a process of its own, and stays when its window is closed', async () => {
    await shows(started.workbench);
    const pid = await until(serving, (now) => assert.ok(now > 0));
    assert.deepEqual(await hubs(), [pid]);
    await window.close();
    const keys = new EditorKeys(secretsInMemory(), silentLog);
    const desk = await TestDesk.open(home, hubPorts, keys);
    // The editor keeps the host of a closed window for a while.
    await until(
      () => desk.life?.windows,
      (count) => assert.equal(count, 1),
      60_000,
    );
    desk.close();
    await waitFixedTime(longMs);
    assert.deepEqual(await hubs(), [pid]);
    await shows(await Workbench.open(started.context, started.editor));
    assert.equal(serving(), pid);
  });

  it('has a request answered in the window that was reloaded while it waited', async () => {
    const payload = aHook('PermissionRequest', {
      tool_name: 'Bash',
      tool_input: { command: 'make checkout' },
    });
    const relay = runRelay({
      env: { CLAUDE_CONFIG_DIR: home },
      args: ['--wait'],
      input: JSON.stringify(payload),
    });
    const row = /Needs permission/u;
    const canAllow = (): Promise<unknown> =>
      until(
        () => window.tree('Sessions').inlineActions(row),
        (actions) => assert.ok(actions.includes('Review Request'), actions.join()),
        60_000,
      );
    await canAllow();
    await window.reload();
    await window.showContainer('Mission Control');

    await canAllow();
    await window.tree('Sessions').choose(row, 'Allow Request…');
    await waitFixedTime(unreadMs);
    await window.modal.answer('Allow');
    assert.match((await relay).stdout, /"behavior":"allow"/u);
  });

  it('ends when everything is removed', async () => {
    await window.runCommand('Mission Control: Remove Everything');
    await window.page.getByText(/Connected phones have to be connected again/).waitFor();
    await window.modal.answer('Remove Everything');
    await window.notifications.toast(/Everything is removed/).waitFor();
    // A window that is closing may have started another hub while the folder was still there.
    await until(hubs, (pids) => assert.deepEqual(pids, []), 30_000);
    assert.deepEqual(readdirSync(home), ['projects']);
  });
});
