import assert from 'node:assert/strict';
import { Machine } from '../../../../src/extension/hub/machines/machine';
import type { MachineUpdate } from '../../../../src/extension/hub/machines/machineSessions';
import { silentLog } from '../../../../src/extension/util/log';
import type { MachineCard } from '../../../../src/shared/protocol/machines/machineNews';
import { protocolVersion, type LiveSession } from '../../../../src/shared/protocol/protocol';
import type { Order } from '../../../../src/shared/protocol/windows';
import { aDesk, standIn, standInId as machineId } from '../../../support/machines/standIn';
import { until } from '../../../support/until';

describe('A machine of the board', function () {
  this.timeout(60_000);
  let machine: Machine | undefined;
  let updates: MachineUpdate[];
  let orders: Order[];

  afterEach(() => machine?.dispose());

  function begin(code: string, isTaken = false, clock = Date.now): Machine {
    updates = [];
    orders = [];
    machine = new Machine({
      setting: { name: 'there', command: standIn(code) },
      scripts: '',
      log: silentLog,
      desk: () => aDesk,
      keyNames: () => [],
      isTaken: () => isTaken,
      onUpdate: (update) => updates.push(update),
      onCard: () => undefined,
      onOrder: (order) => orders.push(order),
      onConnect: () => undefined,
      clock,
    });
    machine.connect();
    return machine;
  }

  const card = (assertion: (card: MachineCard) => void, ms = 40_000): Promise<MachineCard> =>
    until(
      () => machine?.card,
      (one) => {
        assert.ok(one);
        assertion(one);
      },
      ms,
    ) as Promise<MachineCard>;
  const shown = (): readonly LiveSession[] => machine?.sessions.all ?? [];
  const whole = `greet(); hello(); board(session); beat();`;

  it('is read behind the greeting of a shell', async () => {
    begin(`sayRaw('Welcome to Ubuntu!\\nYou have mail.\\n{"type":"hello"}\\n'); ${whole}`);
    await card(({ sessionCount }) => assert.equal(sessionCount, 1));
    assert.equal(shown()[0]?.sessionId, `${machineId}/one`);
  });

  const words = [
    ['auth', 'me@gpu: Permission denied (publickey,password).'],
    ['hostKey', 'Host key verification failed.'],
    ['unreachable', 'ssh: Could not resolve hostname gpu: Name or service not known'],
    ['unreachable', 'ssh: connect to host gpu port 22: Connection refused'],
    ['ended', 'something else went wrong'],
  ] as const;
  for (const [fault, said] of words) {
    it(`says ${fault} where the command ends with “${said}”`, async () => {
      begin(`process.stderr.write(${JSON.stringify(`${said}\n`)}, () => process.exit(255));`);
      const { detail } = await card((one) => assert.equal(one.fault, fault));
      assert.equal(detail, said);
    });
  }

  it('says what is missing there', async () => {
    begin(`sayRaw('motd\\nmission-control-missing/1 node Linux x86_64\\n'); process.exit(3)`);
    const { detail, status } = await card((one) => assert.equal(one.fault, 'node'));
    assert.equal(detail, 'Linux x86_64');
    assert.equal(status, 'failed');
  });

  it('says that the command does not exist here', async () => {
    begin('');
    machine?.dispose();
    machine = new Machine({
      setting: { command: ['no-such-program-at-all'] },
      scripts: '',
      log: silentLog,
      desk: () => ({
        type: 'desk',
        keys: [],
        label: '',
        control: { enabled: false, disabledProjects: [] },
      }),
      keyNames: () => [],
      isTaken: () => false,
      onUpdate: () => undefined,
      onCard: () => undefined,
      onOrder: () => undefined,
      onConnect: () => undefined,
    });
    machine.connect();
    await card((one) => assert.equal(one.fault, 'command'));
  });

  it('is none of this board with another version of the protocol', async () => {
    begin(
      `greet(); hello({ protocol: ${protocolVersion + 1}, release: '9.9.9' }); board(session); beat();`,
    );
    const { detail } = await card((one) => assert.equal(one.fault, 'version'));
    assert.equal(detail, '9.9.9');
    assert.deepEqual(shown(), []);
  });

  it('is none of this board where it is there already', async () => {
    begin(whole, true);
    await card((one) => assert.equal(one.fault, 'same'));
    assert.deepEqual(shown(), []);
  });

  it('keeps its cards without a way to answer once it went, and counts as away', async () => {
    const asks = {
      requestId: 'r',
      toolName: 'Bash',
      toolInput: { command: 'ls' },
      suggestions: [],
      whole: true,
      requestedAt: new Date().toISOString(),
      call: { id: 'c', fate: 'open', answerable: true },
    };
    begin(
      `greet(); hello(); board({ ...session, pendingRequest: ${JSON.stringify(asks)} }); process.stdin.on('data', (said) => { if (String(said).includes('"at":77')) process.exit(0); });`,
    );
    await card(({ sessionCount }) => assert.equal(sessionCount, 1));
    assert.equal(shown()[0]?.pendingRequest?.call?.answerable, true);
    machine?.send({ type: 'ping', at: 77 });
    const { seenAt } = await card(({ status }) => assert.equal(status, 'away'));
    assert.ok(seenAt);
    assert.ok(shown()[0]?.machine?.away);
    assert.equal(shown()[0]?.pendingRequest?.call, undefined);
    assert.equal(shown()[0]?.pendingRequest?.toolName, 'Bash');
  });

  it('comes back by itself', async () => {
    const file = `/tmp/machine-back-${process.pid}-${Date.now()}`;
    begin(
      `const fs = require('node:fs'); if (!fs.existsSync('${file}')) { fs.writeFileSync('${file}', ''); process.exit(1); } fs.rmSync('${file}'); ${whole}`,
    );
    await card(({ status }) => assert.equal(status, 'connected'));
  });

  it('is away once it says nothing for a while, though its command runs', async () => {
    begin(`greet(); hello(); board(session); setInterval(() => undefined, 1000);`);
    await card(({ status }) => assert.equal(status, 'connected'));
    await card(({ fault }) => assert.equal(fault, 'silent'));
  });

  it('is hung up on where it sends a frame without an end', async () => {
    begin(`greet(); hello(); const part = 'x'.repeat(1024 * 1024); pour('stdout', part);`);
    await card(({ fault }) => assert.equal(fault, 'protocol'));
  });

  it('passes over frames that no machine may send, and goes on', async () => {
    begin(
      `greet(); hello(); say({ type: 'endHub' }); say([]); say(null); sayRaw('nonsense\\n'); say({ type: 'answer', id: 12345, value: 1 }); say({ type: 'stream', event: { type: 'sessions', data: [{ sessionId: 1 }] } }); board(session); beat();`,
    );
    await card(({ sessionCount }) => assert.equal(sessionCount, 1));
  });

  it('can name no session but its own: each is under its own address', async () => {
    begin(
      `greet(); hello(); board({ ...session, sessionId: 'mffffffffffffffff/victim' }, { ...session, sessionId: '../two' }); beat();`,
    );
    await card(({ sessionCount }) => assert.equal(sessionCount, 2));
    for (const { sessionId } of shown()) assert.ok(sessionId.startsWith(`${machineId}/`));
  });

  it('has its times by the clock of the desk', async () => {
    const began = Date.now();
    const ahead = 3_600_000;
    const since = new Date(Date.now() + ahead).toISOString();
    begin(
      `greet(); hello({ now: Date.now() + ${ahead} }); board({ ...session, stateSince: '${since}' }); setInterval(() => say({ type: 'pong', at: 0, now: Date.now() + ${ahead} }), 500);`,
    );
    await card(({ sessionCount }) => assert.equal(sessionCount, 1));
    const off = Date.parse(shown()[0]?.stateSince ?? '') - Date.parse(since) + ahead;
    assert.ok(Math.abs(off) <= Date.now() - began, String(off));
    assert.equal(machine?.card.there?.aheadMs, ahead);
  });

  it('keeps the times of its cards by the clock of the desk while it is away', async () => {
    const began = Date.now();
    const ahead = 3_600_000;
    const since = new Date(Date.now() + ahead).toISOString();
    begin(
      `greet(); hello({ now: Date.now() + ${ahead} }); board({ ...session, stateSince: '${since}' }); setTimeout(() => process.exit(0), 700);`,
    );
    await card(({ sessionCount }) => assert.equal(sessionCount, 1));
    await card(({ status }) => assert.equal(status, 'away'));
    const off = Date.parse(shown()[0]?.stateSince ?? '') - Date.parse(since) + ahead;
    assert.ok(Math.abs(off) <= Date.now() - began, String(off));
  });

  it('was seen when it last said that it is there, though nothing happened on it', async () => {
    let now = Date.now();
    const leaves = `say({ type: 'pong', at: 77, now: Date.now() }); process.exit(0);`;
    const code = `${whole} process.stdin.on('data', (said) => { if (String(said).includes('"at":77')) { ${leaves} } });`;
    begin(code, false, () => now);
    await card(({ sessionCount }) => assert.equal(sessionCount, 1));
    now += 2_000;
    machine?.send({ type: 'ping', at: 77 });
    const { seenAt = '' } = await card(({ status }) => assert.equal(status, 'away'));
    assert.equal(seenAt, new Date(now).toISOString());
    assert.equal(shown()[0]?.machine?.away, seenAt);
  });

  it('shows no more sessions than any machine has', async () => {
    begin(
      `greet(); hello(); board(...Array.from({ length: 2500 }, (_, at) => ({ ...session, sessionId: String(at) }))); beat();`,
    );
    await card(({ sessionCount }) => assert.equal(sessionCount, 2_000));
  });

  it('answers calls, and says of open ones that it is away when it goes', async () => {
    begin(
      `${whole} process.stdin.on('data', () => { const call = heard.split('\\n').map((line) => { try { return JSON.parse(line) } catch { return {} } }).find((frame) => frame.type === 'call'); if (!call) return; if (call.name === 'wholePrompts') say({ type: 'answer', id: call.id, value: { prompts: [] } }); else process.exit(0); });`,
    );
    await card(({ status }) => assert.equal(status, 'connected'));
    assert.deepEqual(await machine?.call('wholePrompts', 'one', {}), { prompts: [] });
  });
});
