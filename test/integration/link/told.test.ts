import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { HubLink } from '../../../src/extension/link/hubLink';
import { silentLog } from '../../../src/extension/util/log';
import { aPresence } from '../../support/hub/aWindow';
import { anySocketPath } from '../../support/hub/wire/stranger';
import { freePorts } from '../../support/hub/wire/freePorts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { aSummary } from '../../support/sessionBuilder';
import { until } from '../../support/until';

const archived = { sessionId: 'one', archived: true };

/** Each reload of its window starts a new hub, which has no state of the previous one. */
describe('What a window wants of its hub', () => {
  let home: string;
  let notes: string;
  let link: HubLink;

  beforeEach(async () => {
    home = await tempHome();
    notes = path.join(home, 'notes');
    const script = path.join(home, 'hub.js');
    await fs.writeFile(script, notingHub(notes));
    await fs.writeFile(notes, '');
    link = new HubLink({ configHome: home, script, log: silentLog, ports: await freePorts(1) });
  });
  afterEach(async () => {
    await link.shutdown();
    await removeHome(home);
  });

  const receivedCalls = async (): Promise<readonly string[]> =>
    (await fs.readFile(notes, 'utf8'))
      .replaceAll(/,"stream":"[\w-]{32}"/gu, ',"stream":""')
      .replaceAll(/,"seal":\{[^}]*\}/gu, ',"seal":{}')
      .split('\n')
      .slice(0, -1)
      .sort();
  const waitForCalls = (...expected: readonly string[]): Promise<unknown> =>
    until(receivedCalls, (now) => assert.deepEqual(now, expected.toSorted()));

  it('is told to each one, and nothing that nobody has said', async () => {
    link.start();
    await until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    assert.deepEqual(await receivedCalls(), []);
    link.repeatedCalls.storeCall('setBudget', { perDayUsd: 5 });
    const budget = 'budget {"perDayUsd":5}';
    await waitForCalls(budget);
    const { id } = link.windowConnection;
    link.repeatedCalls.storeCall('setPrices', {});
    const offer = { label: 'shop', enabled: true, disabledProjects: [] };
    link.repeatedCalls.storeCall('offerControl', offer);
    const { since: _, ...presence } = aPresence();
    link.windowConnection.sendPresence(presence);
    const control = `control {"window":"${id}","label":"shop","enabled":true,"disabledProjects":[],"stream":"","seal":{}}`;
    const all = [budget, 'prices {}', control, `windows/${id}`];
    await waitForCalls(...all);
    await fs.writeFile(`${notes}.crash`, '');
    await waitForCalls(...all, ...all);
  });

  it('is refused with a sentence while there is none', async () => {
    await assert.rejects(link.hub.call('archive', archived), /reconnecting/);
    link.start();
    await until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    const asked = new Promise((resolve) => {
      link.board.onDidChange(({ connectionChanged }) => {
        if (connectionChanged) resolve(link.hub.call('archive', archived));
      });
    });
    await fs.writeFile(`${notes}.crash`, '');
    await assert.rejects(asked, /reconnecting/);
  });
});

/** A hub that serves an empty board, records its messages, and crashes once if a file exists. */
function notingHub(notes: string): string {
  const snapshot = JSON.stringify({ sessions: [], summary: aSummary([]) });
  return `
    const { parentPort, workerData } = require('node:worker_threads');
    const fs = require('node:fs');
    const notes = ${JSON.stringify(notes)};
    const socketPath = ${JSON.stringify(anySocketPath(path.dirname(notes)))} + workerData.port + Math.random();
    const url = 'http://127.0.0.1:' + workerData.port;
    parentPort.on('message', ({ type }) => type === 'close' && process.exit(0));
    setInterval(() => {
      if (!fs.existsSync(notes + '.crash')) return;
      fs.rmSync(notes + '.crash');
      process.exit(1);
    }, 20);
    require('node:http').createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        if (request.method === 'POST') {
          const what = request.url.replace('/api/live/', '');
          fs.appendFileSync(notes, (what.startsWith('windows') ? what : what + ' ' + body) + '\\n');
          response.writeHead(204).end();
        } else {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write('id: 0\\nevent: snapshot\\ndata: ' + ${JSON.stringify(snapshot)} + '\\n\\n');
        }
      });
    }).listen(socketPath, () =>
      parentPort.postMessage({ type: 'listening', hub: { url, token: 'token', way: { socketPath } } }));
  `;
}
