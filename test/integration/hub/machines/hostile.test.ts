import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { DeskCalls } from '../../../../src/extension/hub/stdio/deskCalls';
import { JoinedBoard } from '../../../../src/extension/hub/machines/joined/joinedBoard';
import { Machines } from '../../../../src/extension/hub/machines/machines';
import { calls, callOf, type CallName } from '../../../../src/shared/protocol/calls';
import { addressIn } from '../../../../src/shared/protocol/machines/address';
import type { FromMachine } from '../../../../src/shared/protocol/machines/frames';
import { boardSchema, type LiveSession } from '../../../../src/shared/protocol/protocol';
import type { Order } from '../../../../src/shared/protocol/windows';
import { plainParts } from '../../../support/machines/plainParts';
import { standIn, standInHubOf, standInId, standInIdOf } from '../../../support/machines/standIn';
import { useTurns } from '../../../support/machines/turns';
import { aSummary } from '../../../support/sessionBuilder';
import { until } from '../../../support/until';

describe('A hostile machine', function () {
  this.timeout(60_000);
  let machines: Machines | undefined;
  let orders: Order[];

  const turns = useTurns();
  afterEach(() => machines?.dispose());

  function begin(...codes: readonly string[]): Machines {
    orders = [];
    machines = new Machines({
      ...plainParts,
      own: () => standInIdOf('desk'),
      hub: standInHubOf('desk'),
      keys: () => ({ names: [], publicKeys: [] }),
      control: () => ({ enabled: true, disabledProjects: [] }),
      onOrder: (order) => orders.push(order),
      onConnect: () => undefined,
    });
    const settings = codes.map((code, at) => ({ name: `machine ${at}`, command: standIn(code) }));
    machines.set({ machines: settings, label: 'the desk' });
    return machines;
  }

  /** The board as sent to windows and phones. */
  function joinedBoard() {
    const changes = { event: () => ({ dispose: () => undefined }) };
    const own = {
      onDidChange: changes.event,
      snapshot: () => ({ sessions: [], summary: aSummary([]) }),
      get: () => undefined,
    };
    assert.ok(machines);
    const board = new JoinedBoard(own, machines);
    const text = JSON.stringify(board.snapshot());
    board.dispose();
    return boardSchema.parse(JSON.parse(text));
  }
  const shown = (count: number): Promise<readonly LiveSession[]> =>
    until(
      () => machines?.sessions ?? [],
      (sessions) => assert.equal(sessions.length, count, JSON.stringify(machines?.cards)),
    );
  /** Waits until the machines have these faults, or these states if there is no fault. */
  const have = (...expected: readonly string[]): Promise<unknown> =>
    until(
      () => machines?.cards.map(({ fault, status }) => fault ?? status),
      (now) => assert.deepEqual(now, expected),
    );
  const whole = 'greet(); hello(); beat();';

  it('shows no session that is too long, has too long a name or is nested without end', async () => {
    begin(`${whole}
      const one = (sessionId, change) => ({ ...session, sessionId, ...change });
      const deep = (levels) => '['.repeat(levels) + ']'.repeat(levels);
      const asks = { requestId: 'r', toolName: 'x', suggestions: [], whole: true, requestedAt: session.startedAt };
      board(
        one('long', { title: 'x'.repeat(1024 * 1024 * 10) }),
        one('n'.repeat(501)),
        one('deep', { pendingRequest: { ...asks, toolInput: JSON.parse(deep(2000)) } }),
      );
      const list = (inner) => sayRaw('{"type":"stream","event":{"type":"sessions","data":' + inner + '}}\\n');
      list(deep(5_000_000));
      list('[' + '{},'.repeat(1_000_000) + '{}]');
      list('[' + '{},'.repeat(90_000) + '{}]');
      sayRaw('{"type":"pong","at":1,"now":1,' + Array.from({ length: 1_000_000 }, (_, at) => '"' + at + '":0').join() + '}\\n');
      say({ type: 'stream', event: { type: 'sessions', data: [one('good')] } });
    `);
    const [only] = await shown(1);
    assert.equal(only?.sessionId, `${standInId}/good`);
    joinedBoard();
  });

  it('has a bounded share of the board, whatever it tells bit by bit', async () => {
    begin(`${whole}
      const title = 'x'.repeat(200 * 1024);
      const part = (at) => Array.from({ length: 20 }, (_, id) => ({ ...session, title, sessionId: at + ' ' + id }));
      for (let at = 0; at < 15; at += 1)
        say({ type: 'stream', event: { type: 'snapshot', data: { sessions: part(at), summary, more: at < 14 } } });
      say({ type: 'stream', event: { type: 'sessions', data: part('after') } });
      say({ type: 'stream', event: { type: 'sessions', data: [{ ...session, sessionId: 'last' }] } });
    `);
    await until(
      () => machines?.session(`${standInId}/last`),
      (last) => assert.ok(last),
    );
    assert.ok(JSON.stringify(joinedBoard()).length < 33 * 1024 * 1024);
  });

  it('leaves the sums of the board what they are made of: numbers', async () => {
    const sums = `{ ...summary, needsYouCount: 9007199254740991, totalCostTodayUsd: 1.7e308, totalTokensToday: 1.7e308 }`;
    const less = `{ ...summary, needsYouCount: -5, totalCostTodayUsd: -1e9, totalTokensToday: -1 }`;
    const snapshotCode = (data: string, id: string): string =>
      `greet(); hello({ as: '${id}' }); beat(); say({ type: 'stream', event: { type: 'snapshot', data: { sessions: [session], summary: ${data} } } });
       say({ type: 'stream', event: { type: 'summary', data: { ...${data}, stranded: Array.from({ length: 100_000 }, () => 'session') } } });
       sayRaw('{"type":"stream","event":{"type":"summary","data":{"needsYouCount":1e999}}}\\n');`;
    begin(snapshotCode(sums, '1'), snapshotCode(sums, '2'), snapshotCode(less, '3'));
    await shown(3);
    const { summary } = joinedBoard();
    assert.equal(summary.needsYouCount, 2);
    assert.deepEqual([summary.totalCostTodayUsd, summary.totalTokensToday], [12.34, 3_400_000]);
  });

  it('has no times by which it could stand before others, or break who reads them', async () => {
    begin(`${whole}
      board({ ...session, stateSince: '0', startedAt: 'yesterday', lastActivityAt: '+275760-09-13T00:00:00.001Z',
        why: [{ source: 'hook', signal: 's', at: '', state: 's', confidence: 1, verdict: 'decides' }] });`);
    const [one] = await shown(1);
    assert.ok(one);
    for (const at of [one.stateSince, one.startedAt, one.lastActivityAt, one.why[0]?.at ?? ''])
      assert.equal(new Date(at).toISOString(), at);
  });

  it('is not believed what no session can have spent, nor times that are long to come', async () => {
    const later = Date.now() + 3 * 86_400_000;
    begin(`${whole}
      const huge = { input: 1e300, output: 1e300, cacheRead: 1e300, cacheCreation: -1, total: 1e300 };
      const late = ${JSON.stringify(new Date(later).toISOString())};
      board({ ...session, tokens: huge, cost: { totalUsd: 1.7e308, estimated: false },
        contextWindow: { usedTokens: 1e300, sizeTokens: 1e300, usedPercent: 1e300 },
        stateSince: late, startedAt: late, lastActivityAt: late,
        limit: { resetsAt: '9999-12-31T23:59:59.999Z', goesOn: true, asks: false },
        subagents: [{ agentId: 'a', agentType: 'x', state: 'running', startedAt: late, tokens: huge }] });`);
    const [one] = await shown(1);
    const none = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0, total: 0 };
    assert.deepEqual([one?.tokens, one?.subagents[0]?.tokens], [none, none]);
    assert.equal(one?.cost.totalUsd, 0);
    assert.deepEqual(one.contextWindow, { usedTokens: 0, sizeTokens: 0, usedPercent: 100 });
    const times = [one.stateSince, one.startedAt, one.lastActivityAt, one.subagents[0]?.startedAt];
    for (const time of [...times, one.limit?.resetsAt])
      assert.equal(time, '1970-01-01T00:00:00.000Z');
  });

  it('can’t say which machine its session is of, nor that its paths are to be opened', async () => {
    begin(`${whole} board({ ...session, machine: { id: '${standInIdOf('desk')}', name: 'this computer' },
      transcriptPath: '/etc/passwd', subagents: [{ agentId: 'a', agentType: 't', state: 'running', transcriptPath: '/etc/passwd' }] });`);
    const [one] = await shown(1);
    assert.deepEqual(one?.machine, { id: standInId, name: 'machine 0' });
    assert.doesNotMatch(JSON.stringify(one), /passwd/);
  });

  it('has no session that would pass for one of this computer, however its id is written', async () => {
    begin(
      `${whole} board(...['a\\nb', '\\n', 'a\\u2028b', '\\r/etc', ' '].map((sessionId) => ({ ...session, sessionId })));`,
    );
    for (const { sessionId } of await shown(5)) {
      assert.equal(addressIn(sessionId)?.machineId, standInId, JSON.stringify(sessionId));
    }
  });

  it('can’t be this computer, nor another machine while that is there', async () => {
    begin(
      `${whole} board(session);`,
      `onceThere('${turns.file('two')}', () => { greet(); hello(); board({ ...session, title: 'forged' }); beat(); });`,
      `greet(); hello({ as: 'desk' }); board(session); beat();`,
    );
    await shown(1);
    await turns.letContinue('two');
    await have('connected', 'same', 'same');
    const [only] = await shown(1);
    assert.notEqual(only?.title, 'forged');
  });

  it('can’t claim to be this computer or another machine, nor its hub, nor to share a home with one', async () => {
    const claims = [
      `machineId: '${standInIdOf('desk')}'`,
      `hub: '${standInHubOf('desk')}'`,
      `beside: ['${standInHubOf('desk')}']`,
      `machineId: '${standInIdOf('another')}'`,
      `hub: '${standInHubOf('another')}'`,
      `beside: ['${standInHubOf('another')}']`,
      `proofs: []`,
      `window: 'of another line'`,
      // Valid only on the connection that it was created for.
      `proofs: helloOf('another line'.padEnd(22), {}).proofs`,
    ];
    begin(
      `greet(); hello({ as: 'another' }); board({ ...session, title: 'true' }); beat();`,
      ...claims.map(
        (claim, at) =>
          `greet(); const { proofs } = helloOf(desk.line, { as: '${at}' });
           hello({ as: '${at}', proofs, ${claim} }); board({ ...session, title: 'forged' }); beat();`,
      ),
    );
    await have('connected', ...claims.map(() => 'protocol'));
    const [only] = await shown(1);
    assert.equal(only?.title, 'true');
    assert.deepEqual(
      machines?.cards.map(({ there }) => there?.hub),
      [standInHubOf('another'), ...claims.map(() => undefined)],
    );
  });

  it('is none of this board where it has the hub of this computer, or of another machine', async () => {
    const withHub = (as: string, of: string): string => `
      const own = helloOf(desk.line, { as: '${as}' });
      const claim = { line: desk.line, machineId: own.machineId, hub: hubOf('${of}'), window: 'window' };
      greet(); say({ ...own, hub: claim.hub, proofs: proofsOf(claim, ['machine ${as}', 'hub ${of}']) });
      board(session); beat();`;
    begin(
      `greet(); hello({ as: 'another' }); board(session); beat();`,
      withHub('one', 'desk'),
      `onceThere('${turns.file('two')}', () => { ${withHub('two', 'another')} });`,
    );
    await shown(1);
    await turns.letContinue('two');
    await have('connected', 'same', 'same');
    await shown(1);
  });

  it('can’t be another machine that is away, and so be asked and answered in its place', async () => {
    begin(
      `if (require('node:fs').existsSync('${turns.file('end')}')) process.exit(1);
       ${whole} board(session); onceThere('${turns.file('end')}', () => process.exit(0));`,
      `onceThere('${turns.file('two')}', () => { greet(); hello(); board({ ...session, title: 'forged' }); beat(); });`,
    );
    await shown(1);
    await turns.letContinue('end');
    await until(
      () => machines?.cards[0]?.fault,
      (fault) => assert.equal(fault, 'ended'),
    );
    await turns.letContinue('two');
    await have('ended', 'same');
    const [only] = await shown(1);
    assert.equal(only?.machine?.name, 'machine 0');
    assert.equal(machines?.get(standInId), machines?.all[0]);
  });

  it('can’t give itself the name of another', async () => {
    const code = standIn(`greet(); hello({ name: 'trusted' }); beat(); board(session);`);
    begin();
    machines?.set({ machines: [{ command: code }], label: 'the desk' });
    const [only] = await shown(1);
    const words = code.join(' ').slice(0, 60);
    assert.equal(only?.machine?.name, words);
    assert.equal(machines?.cards[0]?.name, words);
  });

  it('takes back what it told once it calls itself another', async () => {
    begin(`${whole} board(session); setTimeout(() => {
      hello({ as: '2' }); board({ ...session, sessionId: 'two' }); }, 500);`);
    await until(
      () => machines?.sessions.map(({ sessionId }) => sessionId),
      (ids) => assert.deepEqual(ids, [`${standInIdOf('2')}/two`]),
    );
  });

  it('answers no call that was made of another', async () => {
    const listen = `process.stdin.on('data', () => { for (const line of heard.split('\\n').slice(0, -1)) {
      const frame = JSON.parse(line); if (frame.type === 'call') answer(frame); } });`;
    begin(
      `greet(); hello({ as: '1' }); beat(); const answer = ({ id }) => setTimeout(() => say({ type: 'answer', id, value: { prompts: [] } }), 1000); ${listen}`,
      `greet(); hello({ as: '2' }); beat(); setInterval(() => { for (let id = 0; id < 50; id += 1) say({ type: 'answer', id, value: { prompts: ['forged'] } }); }, 50);`,
    );
    await until(
      () => machines?.connected.length,
      (count) => assert.equal(count, 2),
    );
    const answer = await machines?.get(standInIdOf('1'))?.call('wholePrompts', 'one', {});
    assert.deepEqual(answer, { prompts: [] });
  });

  it('gives wrong answers and events without end to nobody', async () => {
    begin(`${whole} process.stdin.on('data', () => { for (const line of heard.split('\\n').slice(0, -1)) {
      const frame = JSON.parse(line); if (frame.type !== 'call') continue; const { id } = frame;
      if (frame.name === 'request') say({ type: 'answer', id, value: { prompts: [] } });
      else if (frame.name === 'searchTexts') for (let at = 0; at < 10_500; at += 1) say({ type: 'event', id, event: { type: 'progress', data: { done: 1, total: 2 } } });
    } heard = ''; });`);
    await until(
      () => machines?.connected.length,
      (count) => assert.equal(count, 1),
    );
    const machine = machines?.get(standInId);
    const refused = await machine?.call('request', 'one', {});
    assert.match(JSON.stringify(refused), /machine_answer/);
    const stream = (await machine?.call('searchTexts', '', {})) as (sink: object) => unknown;
    let ended = false;
    stream({ send: () => undefined, end: () => (ended = true) });
    await until(
      () => ended,
      (hasEnded) => assert.ok(hasEnded),
    );
  });

  it('is hung up on where it fills the greeting, and its complaints are read slowly', async () => {
    const flood = (stream: string): string =>
      `const part = ('x'.repeat(100) + '\\n').repeat(1000); pour('${stream}', part);`;
    begin(flood('stdout'), `${whole} ${flood('stderr')} board(session);`);
    await until(
      () => machines?.cards[0]?.fault,
      (fault) => assert.equal(fault, 'protocol'),
    );
    await shown(1);
    assert.equal(machines?.cards[1]?.status, 'connected');
  });

  it('breaks nothing by frames that are wrong in any way', async () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const type = fc.constantFrom(
      'hello',
      'pause',
      'stream',
      'message',
      'answer',
      'refusal',
      'event',
      'end',
      'pong',
      '__proto__',
    );
    const inner = fc.record(
      {
        type: fc.constantFrom('snapshot', 'sessions', 'removed', 'summary', 'order', 'keys'),
        data: json,
      },
      { requiredKeys: ['type'] },
    );
    const frame = fc.record(
      {
        type,
        event: fc.oneof(inner, json),
        message: fc.oneof(inner, json),
        id: fc.oneof(fc.integer(), json),
        at: json,
        now: json,
        value: json,
        machineId: fc.oneof(fc.constant(standInId), json),
        name: json,
        constructor: json,
      },
      { requiredKeys: ['type'] },
    );
    const pollute = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const lines = [
      ...fc.sample(frame, 3_000).map((one) => JSON.stringify(one)),
      ...fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), 300),
      `${pollute},"type":"stream","event":{"type":"removed","data":["__proto__","constructor"]}}`,
      `${pollute},"type":"answer","id":1,"value":${pollute}}}`,
    ].map((line) => line.replaceAll('\n', ' '));
    const file = turns.file('lines');
    await writeFile(file, `${lines.join('\n')}\n`);
    begin(`greet(); hello(); beat(); sayRaw(require('node:fs').readFileSync('${file}'));
      board(session, { ...session, sessionId: '__proto__' }, { ...session, sessionId: 'constructor' });`);
    await until(
      () => machines?.session(`${standInId}/constructor`),
      (one) => assert.ok(one, JSON.stringify(machines?.cards)),
    );
    joinedBoard();
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });

  describe('and a hostile desk', () => {
    it('makes no call but those that are meant for machines', async () => {
      const answers: FromMachine[] = [];
      const desk = new DeskCalls({
        window: 'window',
        stream: () => undefined,
        // Nothing listens at this address, so a call that is made fails.
        hub: () => ({ url: 'http://127.0.0.1:9', token: 'x', way: { socketPath: '/nowhere' } }),
        connectionName: () => 'line',
        send: (frame) => answers.push(frame),
      });
      const closed = (Object.keys(calls) as CallName[]).filter(
        (name) => !callOf(name).by.includes('machine'),
      );
      const names = [...closed, 'toString', '__proto__', 'constructor', '', 'hello', 'stream'];
      for (const [id, name] of names.entries())
        desk.handle({ type: 'call', id, name, parameter: 'one', body: {} });
      for (const [at, parameter] of ['.', '..'].entries())
        desk.handle({ type: 'call', id: names.length + at, name: 'request', parameter, body: {} });
      await until(
        () => answers.length,
        (count) => assert.equal(count, names.length + 2),
      );
      for (const answer of answers) {
        assert.equal(answer.type, 'refusal');
        assert.match(answer.error, /not_for_machines|no_such_route/);
      }
      assert.ok(closed.length > 20);
    });
  });
});
