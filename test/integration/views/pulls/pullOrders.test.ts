import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settingIds } from '../../../../src/extension/manifest';
import { Emitter } from '../../../../src/extension/util/emitter';
import { silentLog } from '../../../../src/extension/util/log';
import { PullOrders } from '../../../../src/extension/views/pulls/pullOrders';
import type { Order } from '../../../../src/shared/protocol/windows';
import { until } from '../../../support/until';

describe('A window that is asked for pull requests', () => {
  const orders = new Emitter<Order>();
  const changes = new Emitter<{ affectsConfiguration(id: string): boolean }>();
  let server: Server;
  let base: string;
  let value: unknown;
  let token: string | undefined;
  let window: PullOrders;
  const log: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      log.push(`asked as ${request.headers.authorization}`);
      const pullRequest = { state: 'OPEN', isDraft: true };
      response.end(JSON.stringify({ data: { repository: { pullRequest } } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  beforeEach(() => {
    [log.length, token] = [0, 'secret'];
  });
  afterEach(() => window.dispose());

  const begin = (setting: unknown): void => {
    value = setting;
    window = new PullOrders({
      settings: { get: () => value, onDidChange: changes.event },
      repeatedCalls: {
        storeCall: (name, payload) => void log.push(`${name} ${JSON.stringify(payload)}`),
      },
      windowConnection: { onDidReceiveOrder: orders.event },
      hub: {
        call: (name, payload) => {
          log.push(`${name} ${JSON.stringify(payload)}`);
          return Promise.resolve(undefined as never);
        },
      },
      log: silentLog,
      token: (offer) => {
        log.push(`token${offer ? ', offered' : ''}`);
        return Promise.resolve(token);
      },
      reach: { base },
    });
  };
  const order = (): void =>
    orders.fire({ type: 'readPull', order: '7', owner: 'dev', repository: 'proj', number: 41 });
  const isLogged = (...expected: readonly string[]): Promise<unknown> =>
    until(
      () => log,
      (now) => assert.deepEqual(now, expected),
    );

  it('says what its setting is, and whatever is no such value is off', async () => {
    for (const [setting, way] of [
      ['gh', 'gh'],
      ['editor', 'editor'],
      ['off', 'off'],
      ['GH', 'off'],
      [undefined, 'off'],
      [{}, 'off'],
    ]) {
      log.length = 0;
      begin(setting);
      assert.deepEqual(log, [`setPulls {"way":"${way as string}"}`]);
      window.dispose();
    }
  });

  it('asks GitHub with the editor’s sign-in, and offers nothing by itself', async () => {
    begin('editor');
    order();
    const answer = '{"order":"7","answer":{"kind":"news","news":{"state":"draft"}}}';
    await isLogged(
      'setPulls {"way":"editor"}',
      'token',
      'asked as Bearer secret',
      `answerPull ${answer}`,
    );
  });

  it('asks nothing where nobody is signed in', async () => {
    token = undefined;
    begin('editor');
    order();
    const answer = '{"order":"7","answer":{"kind":"unable","why":"noSignIn"}}';
    await isLogged('setPulls {"way":"editor"}', 'token', `answerPull ${answer}`);
  });

  it('asks nothing where its own setting does not say so', async () => {
    begin('gh');
    order();
    const answer = '{"order":"7","answer":{"kind":"failed"}}';
    await isLogged('setPulls {"way":"gh"}', `answerPull ${answer}`);
  });

  it('offers the sign-in once a person sets it to the editor', async () => {
    begin('off');
    changes.fire({ affectsConfiguration: () => false });
    value = 'editor';
    changes.fire({ affectsConfiguration: (id) => id === settingIds.pullRequests });
    await isLogged('setPulls {"way":"off"}', 'setPulls {"way":"editor"}', 'token, offered');
  });
});
