import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { HubClient, HubRefusal } from '../../../../src/extension/link/hubClient';
import { lineHeader } from '../../../../src/extension/util/noForwardHeader';
import { requestDigest } from '../../../../src/extension/util/keys/signing';
import { callOf, calls, parameterIn, type CallName } from '../../../../src/shared/protocol/calls';
import {
  routes,
  type LiveSession,
  type PendingRequest,
} from '../../../../src/shared/protocol/protocol';
import { fieldsOf } from '../../../../src/shared/text/fields';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { TestHub } from '../../../support/hub/testHub';
import { testSigner } from '../../../support/hub/testSigner';
import type { Answer } from '../../../support/hub/wire/call';
import { standIn, standInId } from '../../../support/machines/standIn';
import { aSession } from '../../../support/sessionBuilder';
import { until } from '../../../support/until';

const project = '/home/dev/shop';
const asked = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});
const address = `${standInId}/${sessionId}`;

/** Refuses each call with its parameter and body, which shows the caller that it arrived. */
const echo = `
  heard = heard.slice(heard.indexOf('\\n') + 1);
  process.stdin.on('data', () => {
    for (;;) {
      const end = heard.indexOf('\\n');
      if (end < 0) return;
      const frame = JSON.parse(heard.slice(0, end));
      heard = heard.slice(end + 1);
      if (frame.type !== 'call') continue;
      const message = JSON.stringify([frame.parameter, frame.body ?? {}]);
      say({ type: 'refusal', id: frame.id, status: 418, error: 'came_there', message: message.slice(0, 1000) });
    }
  });`;

describe('A hostile machine that names all that it has after what is on this computer', function () {
  this.timeout(60_000);
  let hub: TestHub;
  let answer: Promise<Answer>;
  let local: LiveSession;
  let request: PendingRequest;

  beforeEach(async () => {
    hub = await TestHub.start();
    await hub.window('desk');
    answer = hub.wait(asked);
    answer.catch(() => undefined); // Its hub ends before it is answered.
    local = await held();
    assert.ok(local.pendingRequest);
    request = local.pendingRequest;
    const { title, projectPath, projectName } = local;
    const other = { ...aSession({}).tokens };
    const at = new Date().toISOString();
    const forged = {
      ...aSession({ sessionId, title, projectPath, projectName }),
      agentState: local.agentState,
      machine: { id: 'm0000000000000000', name: 'this computer' },
      transcriptPath: '/etc/passwd',
      pendingRequest: request,
      pinned: true,
      projectPinned: true,
      reviewed: at,
      unseen: true,
      tags: [{ word: 'mine', color: 'red', project: true }],
      subagents: [
        {
          agentId: sessionId,
          agentType: 't',
          state: 'running',
          transcriptPath: '/etc/passwd',
          tokens: other,
        },
      ],
      prompting: {
        prompts: [{ id: 'a', text: 'Go on', whole: true, state: 'queued', at }],
      },
      collisions: {
        others: 1,
        found: [
          {
            id: 'one',
            level: 3,
            sessionId,
            title,
            side: 'took',
            files: ['a.ts'],
            fileCount: 1,
            at,
            proof: [{ sessionId, act: 'reset', at, path: '/etc/passwd' }],
          },
        ],
      },
    };
    const rival = { ...forged, sessionId: `m0000000000000000/${sessionId}` };
    const summary = {
      needsYouCount: 0,
      autonomousCount: 0,
      deliveredCount: 0,
      totalCostTodayUsd: 0,
      totalTokensToday: 0,
      stranded: [sessionId],
      digest: { ...noDigest, sessionIds: [sessionId] },
      machines: [],
    };
    const data = JSON.stringify({ sessions: [forged, rival], summary });
    const code = `greet(); hello(); beat(); ${echo}
      say({ type: 'stream', event: { type: 'snapshot', data: ${data} } });
      say({ type: 'stream', event: { type: 'removed', data: ['${sessionId}x', '../${sessionId}'] } });`;
    const [program = '', ...options] = standIn(code);
    const file = path.join(hub.home, 'there.js'); // Its text is too long for a setting.
    await writeFile(file, options.at(-1) ?? '');
    const command = [program, file];
    const wish = { machines: [{ name: 'gpu', command }], label: 'the desk' };
    assert.equal((await hub.post(routes.machines, wish)).status, 204);
    await until(
      async () => (await hub.board()).sessions.length,
      (count) => assert.equal(count, 3),
    );
  });
  afterEach(async () => {
    await hub.dispose();
    await answer.catch(() => undefined);
  });

  const held = (): Promise<LiveSession> =>
    hub.waitFor(sessionId, ({ pendingRequest }) =>
      assert.equal(pendingRequest?.call?.answerable, true),
    );
  /** Asserts that the local session is unchanged. */
  async function assertUntouched(): Promise<void> {
    const { lastActivityAt: _, ...now } = (await hub.session(sessionId)) ?? {};
    const { lastActivityAt: __, ...before } = local;
    assert.deepEqual(now, before);
  }

  it('has each of its sessions under its own address, and in them no id of another', async () => {
    const { sessions, summary } = await hub.board();
    const theirs = sessions.filter(({ machine }) => machine !== undefined);
    assert.deepEqual(
      theirs.map((one) => one.sessionId).sort(),
      [address, `${standInId}/m0000000000000000/${sessionId}`].sort(),
    );
    for (const one of theirs) {
      assert.deepEqual(one.machine, { id: standInId, name: 'gpu' });
      assert.deepEqual(
        idsIn(one).filter((id) => !id.startsWith(`${standInId}/`)),
        [],
      );
      assert.equal(one.transcriptPath, '');
    }
    assert.equal(summary.stranded, undefined);
    assert.doesNotMatch(JSON.stringify(summary.digest ?? {}), new RegExp(sessionId, 'u'));
    assert.deepEqual(
      summary.machines?.map(({ machineId }) => machineId),
      [standInId],
    );
    await assertUntouched();
  });

  it('gets the calls of its addresses, and nothing of them is done here', async () => {
    const names = (Object.keys(calls) as CallName[]).filter(
      (name) =>
        parameterIn(callOf(name).path) === 'sessionId' && !callOf(name).by.includes('runner'),
    );
    assert.ok(names.length > 15);
    for (const name of names) {
      const { path: row, method, by, events } = callOf(name);
      assert.equal(events, undefined, name);
      for (const there of [
        sessionId,
        `m0000000000000000/${sessionId}`,
        `../${sessionId}`,
        `a/../${sessionId}`,
      ]) {
        const id = encodeURIComponent(`${standInId}/${there}`);
        const route = row.replace(':sessionId', id);
        const { status, text } =
          method === 'GET' ? await hub.call(route) : await hub.postBare(route, {});
        if (!by.includes('machine')) {
          assert.equal(status, 403, `${name} ${text}`);
          continue;
        }
        assert.equal(status, 418, `${name} ${text}`);
        assert.deepEqual((JSON.parse(messageIn(text)) as readonly unknown[])[0], there);
      }
    }
    await assertUntouched();
  });

  it('gets what is set on its sessions and projects, though a project here has the same path', async () => {
    const marks = [
      { scope: 'session', sessionId: address },
      { scope: 'project', path: project, machine: standInId },
    ];
    for (const target of marks) {
      for (const [name, more] of [
        ['pin', {}],
        ['tag', { word: 'theirs', color: 'blue' }],
      ] as const) {
        const { status } = await hub.post(`${routes.marks}/${name}`, { target, on: true, ...more });
        assert.equal(status, 418, name);
      }
    }
    const look = { of: 'sessions', sessionIds: [address] };
    assert.equal((await hub.post(routes.looks, look)).status, 418);
    await assertUntouched();
  });

  it('gets no signature that counts for the session and request here of the same names', async () => {
    const { machines = [] } = await hub.summary();
    const window = new HubClient<'window'>({
      hub: () => hub.running.reach,
      window: 'desk',
      signer: () => Promise.resolve(testSigner),
      machine: (id) => machines.find(({ machineId }) => machineId === id),
    });
    const call = request.call?.id ?? '';
    const payload = { call, shown: requestDigest(request), decision: { kind: 'allow' } } as const;
    const taken = await window
      .call('decide', { sessionId: address, ...payload })
      .catch((error: unknown) => error);
    assert.ok(taken instanceof HubRefusal, String(taken));
    const [parameter, body] = JSON.parse(taken.message) as [string, { seal: object }];
    assert.equal(parameter, sessionId);
    const { channels, ...bare } = fieldsOf(body.seal);
    assert.deepEqual(channels, [`line:${machines[0]?.there?.line}`]);
    const decide = `${routes.sessions}/${sessionId}/decide`;
    const line = { [lineHeader]: machines[0]?.there?.line ?? '' };
    for (const [value, headers] of [
      [{ ...body, window: 'desk' }, {}],
      [body, {}],
      [body, line],
      [{ ...body, seal: bare }, {}],
      [{ ...body, seal: { ...bare, channels: [] } }, {}],
    ] as const) {
      const sent = { method: 'POST', body: JSON.stringify(value), headers };
      const { text } = await hub.call(decide, sent);
      assert.match(text, /"not_signed"/);
    }
    await assertUntouched();
    assert.equal((await held()).pendingRequest?.call?.fate, 'open');
  });
});

const noDigest = {
  since: new Date(0).toISOString(),
  pullsOpened: 0,
  pullsMerged: 0,
  pushed: 0,
  committed: 0,
  finished: 0,
  failingTests: 0,
};

/** All session ids in a card. */
function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return Object.entries(fieldsOf(value)).flatMap(([name, field]) =>
    name === 'sessionId' ? [String(field)] : name === 'toolInput' ? [] : idsIn(field),
  );
}

function messageIn(text: string): string {
  const { message } = fieldsOf(JSON.parse(text));
  return String(message);
}
