import assert from 'node:assert/strict';
import { createExtensionApi, type ExtensionApi } from '../../../src/extension/api/extensionApi';
import { HubLink } from '../../../src/extension/link/hubLink';
import { silentLog } from '../../../src/extension/util/log';
import type { MissionControlApi } from '../../../src/shared/api/missionControl';
import { sessionId } from '../../support/hub/hooks';
import { bundleHub, removeBundle } from '../../support/hub/process/hubBundle';
import { freePorts } from '../../support/hub/wire/freePorts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

let script: string;
before(async () => (script = await bundleHub()));
after(() => removeBundle(script));

interface OpenWindow {
  readonly link: HubLink;
  readonly opened: ExtensionApi;
  readonly api: MissionControlApi;
}

describe('The interface for other extensions in the windows of one machine', function () {
  this.timeout(60_000);
  let home: string;
  let ports: number[];
  const windows: OpenWindow[] = [];

  beforeEach(async () => {
    home = await tempHome();
    ports = await freePorts(3);
    const transcript = TranscriptFile.of(home, sessionId);
    await transcript.write(transcript.prompt('Ship it'), transcript.answer('Shall I?'));
  });
  afterEach(async () => {
    for (const { opened } of windows) opened.dispose();
    await Promise.all(windows.splice(0).map(({ link }) => link.shutdown()));
    await removeHome(home);
  });

  async function open(): Promise<OpenWindow> {
    const link = new HubLink({ configHome: home, script, log: silentLog, ports });
    const opened = createExtensionApi({
      board: link.board,
      hub: link.hub,
      repeatedCalls: link.repeatedCalls,
      log: silentLog,
      say: () => undefined,
      extensionOf: (id) => (id === 'acme.deploys' ? id : undefined),
      onDidChangeExtensions: () => ({ dispose: () => undefined }),
    });
    const window = { link, opened, api: opened.exports.getAPI(1) };
    windows.push(window);
    link.start();
    await until(
      () => window.api.getSession(sessionId)?.title,
      (title) => assert.equal(title, 'Ship it'),
    );
    return window;
  }
  const shows = ({ link }: OpenWindow, texts: readonly string[]): Promise<unknown> =>
    until(
      () => link.board.get(sessionId)?.display?.badges.map(({ text }) => text.text) ?? [],
      (badges) => assert.deepEqual(badges, texts),
    );

  it('shows a label in each window, until its own one closes', async () => {
    const first = await open();
    const second = await open();
    const collection = second.api.createLabelCollection('acme.deploys');
    collection.set(sessionId, { badges: [{ text: 'live' }] });
    await shows(first, ['live']);
    await shows(second, ['live']);
    collection.set(sessionId, { badges: [{ text: 'down' }] }, { ttlMs: 700 });
    await shows(first, ['down']);
    await shows(first, []);
    collection.set(sessionId, { badges: [{ text: 'live' }] });
    await shows(first, ['live']);
    await second.link.shutdown();
    await shows(first, []);
  });

  it('keeps a label when another hub takes over', async () => {
    const first = await open();
    const second = await open();
    second.api.createLabelCollection('acme.deploys').set(sessionId, { badges: [{ text: 'live' }] });
    await shows(second, ['live']);
    const moves: string[] = [];
    second.link.board.onDidChange(() => moves.push(second.link.board.connection));
    await first.link.shutdown();
    await until(
      () => moves,
      (all) => assert.ok(all.includes('offline') && all.at(-1) === 'live'),
    );
    await shows(second, ['live']);
  });

  it('runs a layer on what the hub knows', async () => {
    const { api, link } = await open();
    const layer = api.registerLayer({
      id: 'acme.deploys',
      interpret: ({ core, turn }) => ({ badges: [{ text: `${core.group} in turn ${turn}` }] }),
    });
    await until(
      () => link.board.get(sessionId)?.display?.badges[0]?.text.text,
      (text) => assert.match(text ?? '', /^needs_you in turn \d/),
    );
    assert.equal((await api.getView(sessionId))?.sessionId, sessionId);
    assert.equal(await api.getView('unknown'), undefined);
    layer.dispose();
    await until(
      () => link.board.get(sessionId)?.display,
      (display) => assert.equal(display, undefined),
    );
  });
});
