import assert from 'node:assert/strict';
import {
  parseRegistryFile,
  registryPid,
} from '../../../../../src/extension/agents/claude/registry/registryFile';

describe('A registry file', () => {
  const names: readonly (readonly [name: string, pid: number | undefined])[] = [
    ['4711.json', 4711],
    ['4711.a1b2c3.key', undefined],
    ['4711.json.tmp', undefined],
    ['.4711.json', undefined],
    ['index.json', undefined],
    ['4711', undefined],
    ['-1.json', undefined],
    ['99999999999.json', undefined],
    ['4711.JSON', undefined],
  ];
  for (const [name, pid] of names) {
    it(`${pid === undefined ? 'is not' : 'is'} ${name}`, () =>
      assert.equal(registryPid(name), pid));
  }

  it('tells the session, the process and since when it does what it does', () => {
    const text = JSON.stringify({
      pid: 1,
      sessionId: 's',
      startedAt: 10,
      procStart: '61771',
      status: 'waiting',
      waitingFor: 'permission prompt',
      updatedAt: 30,
      statusUpdatedAt: 20,
      future: {},
    });
    const entry = parseRegistryFile(text, 4711);
    assert.equal(entry?.sessionId, 's');
    const { pid, procStart, status, waitingFor, statusAt, startedAt } = entry.process;
    assert.deepEqual(
      [pid, procStart, status, waitingFor, statusAt, startedAt],
      [4711, '61771', 'waiting', 'permission prompt', 20, 10],
    );
  });

  it('of a client that names no status, or a new one, still tells the process', () => {
    const without = parseRegistryFile('{"sessionId":"s","startedAt":10}', 1);
    assert.deepEqual([without?.process.status, without?.process.statusAt], [undefined, 10]);
    const unknown = parseRegistryFile('{"sessionId":"s","status":"dreaming","procStart":5}', 1);
    assert.deepEqual([unknown?.process.status, unknown?.process.procStart], [undefined, undefined]);
  });

  it('names each status that a client has, and when it was written where it tells no more', () => {
    for (const status of ['busy', 'idle', 'waiting', 'shell']) {
      const entry = parseRegistryFile(
        JSON.stringify({ sessionId: 's', status, startedAt: 1, updatedAt: 2, version: '2.1.329' }),
        1,
      );
      const { statusAt, version } = entry?.process ?? {};
      assert.deepEqual([entry?.process.status, statusAt, version], [status, 2, '2.1.329']);
    }
    assert.equal(parseRegistryFile('{"sessionId":"s"}', 1)?.process.startedAt, 0);
  });

  it('tells the beginning of names that are endless, and no part of such a path or id', () => {
    const endless = 'x'.repeat(100_000);
    const words = { waitingFor: endless, version: endless, kind: endless, entrypoint: endless };
    const fields = {
      ...words,
      name: endless,
      nameSource: endless,
      cwd: endless,
      procStart: endless,
    };
    const entry = parseRegistryFile(JSON.stringify({ sessionId: 's', ...fields }), 1);
    assert.ok(entry);
    assert.deepEqual([entry.process.cwd, entry.process.procStart], [undefined, undefined]);
    assert.match(entry.process.name ?? '', /^x{999}…$/);
    assert.ok(JSON.stringify(entry).length < 8_000);
    assert.equal(parseRegistryFile(JSON.stringify({ sessionId: endless }), 1), undefined);
    const longest = `/${'x'.repeat(4_095)}`;
    const own = parseRegistryFile(JSON.stringify({ sessionId: 's', cwd: longest }), 1);
    assert.equal(own?.process.cwd, longest);
  });

  for (const text of [
    '',
    '{',
    '{"sessionId":"s"',
    '[]',
    'null',
    '{}',
    '{"sessionId":""}',
    '{"sessionId":7}',
  ]) {
    it(`that is half written tells nothing: ${text}`, () =>
      assert.equal(parseRegistryFile(text, 1), undefined));
  }
});
