import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { removeTraces } from '../../../src/extension/hookInstaller/traces';
import { HubLink } from '../../../src/extension/link/hubLink';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { silentLog } from '../../../src/extension/util/log';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { Connection } from '../../../src/shared/messages/pageMessages';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import { freePorts } from '../../support/hub/wire/freePorts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';

/** Longer than the intervals at which a hub and a window poll their folder. */
const someLooksMs = 3_500;

describe('Windows whose files were all removed', function () {
  this.timeout(60_000);
  let script: string;
  let home: string;
  let ports: readonly number[];
  let links: HubLink[];

  before(async () => (script = await bundleHub()));
  after(() => removeBundle(script));
  beforeEach(async () => {
    home = await tempHome();
    ports = await freePorts(3);
    const transcript = TranscriptFile.of(home, 'session-1');
    await transcript.write(transcript.prompt('Build the shop'));
    links = [];
    for (let count = 0; count < 3; count += 1) await open();
  });
  afterEach(async () => {
    await Promise.all(links.map((link) => link.shutdown()));
    await removeHome(home);
  });

  /** Opens a window; the first one hosts the hub. */
  async function open(): Promise<void> {
    const link = new HubLink({ configHome: home, script, log: silentLog, ports });
    links.push(link);
    link.start();
    await until(
      () => link.board.sessions.length,
      (count) => assert.equal(count, 1),
    );
  }

  async function all(connection: Connection, count: number): Promise<void> {
    await until(
      () => links.map(({ board }) => [board.connection, board.sessions.length]),
      (boards) =>
        assert.deepEqual(
          boards,
          boards.map(() => [connection, count]),
        ),
    );
  }

  const waysToSwitchOff: Readonly<Record<string, () => Promise<void>>> = {
    'by the window of the hub': () => links[0]?.whileStopped(() => removeTraces(home)) ?? fail(),
    'by another window': () => links[1]?.whileStopped(() => removeTraces(home)) ?? fail(),
    'by hand': () => removeTraces(home),
  };
  for (const [title, remove] of Object.entries(waysToSwitchOff)) {
    it(`${title} are all switched off, and write nothing more`, async () => {
      await remove();
      await all('off', 0);
      await waitFixedTime(someLooksMs);
      await all('off', 0);
      assert.deepEqual(await fs.readdir(home), ['projects']);
    });
  }

  it('are so although one was told to start again while it ran', async () => {
    for (const link of links) link.startAgain();
    await removeTraces(home);
    await all('off', 0);
    await waitFixedTime(someLooksMs);
    await all('off', 0);
    assert.deepEqual(await fs.readdir(home), ['projects']);
  });

  it('start again together when one of them is told to', async () => {
    await removeTraces(home);
    await all('off', 0);
    links[2]?.startAgain();
    await all('live', 1);
  });

  it('start again when hooks are installed, which makes the folder', async () => {
    await removeTraces(home);
    await all('off', 0);
    await new PrivateFolder(missionControlFolder(home)).ensure();
    await all('live', 1);
  });

  it('start again with a new window', async () => {
    await removeTraces(home);
    await all('off', 0);
    await open();
    await all('live', 1);
  });

  it('go on as before when the removal fails', async () => {
    const failing = links[0]?.whileStopped(() => Promise.reject(new Error('The disk is gone')));
    await assert.rejects(failing ?? fail(), /The disk is gone/);
    await all('live', 1);
    const files = await fs.readdir(path.join(home, 'mission-control'));
    assert.ok(files.includes('token'));
  });
});

function fail(): never {
  throw new Error('There is no such window');
}
