import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { PendingConnections } from '../../../src/extension/hub/serve/pendingConnections';
import { until } from '../../support/until';

const addCallers = (strangers: PendingConnections, count: number): readonly Socket[] =>
  Array.from({ length: count }, () => {
    const socket = new Socket();
    strangers.add(socket);
    return socket;
  });
const left = (sockets: readonly Socket[]): number =>
  sockets.filter(({ destroyed }) => !destroyed).length;

describe('Connections without a token', () => {
  it('are 600 at the most: the oldest goes first', () => {
    const strangers = new PendingConnections();
    const sockets = addCallers(strangers, 700);
    assert.equal(left(sockets), 600);
    assert.equal(left(sockets.slice(100)), 600);
    for (const socket of sockets) socket.destroy();
  });

  it('do not push out one that came with as many as the system hands over at once', () => {
    const strangers = new PendingConnections();
    const sockets = addCallers(strangers, 511);
    assert.equal(left(sockets), 511);
    for (const socket of sockets) assert.equal(strangers.admit(socket), true);
    for (const socket of sockets) socket.destroy();
  });

  it('have a moment; one that has shown the token stays', async () => {
    const strangers = new PendingConnections({ patience: 50 });
    const [known, stranger] = addCallers(strangers, 2) as [Socket, Socket];
    strangers.admit(known);
    await until(
      () => stranger.destroyed,
      (is) => assert.ok(is),
    );
    const others = addCallers(strangers, 1_000);
    assert.equal(known.destroyed, false);
    for (const socket of [known, ...others]) socket.destroy();
  });

  it('leave room for those that have it, which are 1,000 at the most', async () => {
    const strangers = new PendingConnections();
    const known: Socket[] = [];
    for (let count = 0; count < 1_000; count += 1) {
      const [socket] = addCallers(strangers, 1) as [Socket];
      assert.equal(strangers.admit(socket), true);
      known.push(socket);
    }
    const [late] = addCallers(strangers, 1) as [Socket];
    assert.equal(strangers.admit(late), false);
    assert.equal(strangers.admit(known[0] as Socket), true);
    known.pop()?.destroy();
    await until(
      () => strangers.admit(late),
      (admitted) => assert.ok(admitted),
    );
    for (const socket of [late, ...known]) socket.destroy();
  });
});
