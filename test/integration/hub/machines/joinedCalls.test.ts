import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { addressIn } from '../../../../src/shared/protocol/machines/address';
import { isBlocked } from '../../../../src/shared/presentation';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook } from '../../../support/hub/wire/hubTarget';
import { linesText, MachineDesk } from '../../../support/machines/machineDesk';
import type { OtherMachine } from '../../../support/machines/otherMachine';
import { TranscriptLines } from '../../../support/transcript/transcriptLines';
import { until } from '../../../support/until';

const past = '5e551011-0000-4000-8000-000000000009';
const ownPast = '5e551011-0000-4000-8000-000000000008';

describe('What is asked over all machines', function () {
  this.timeout(60_000);
  let script: HubScript;
  let desk: MachineDesk;
  let gpu: OtherMachine;

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
    desk = await MachineDesk.open(script.file);
    const [made] = await desk.show('gpu');
    assert.ok(made);
    gpu = made;
    // A machine whose calendar is a day ahead of most others, and an unreachable one.
    const far = { ...gpu.setting, command: ['env', 'TZ=Pacific/Kiritimati'] };
    await desk.put([far, { name: 'off', command: ['false'] }]);
  });
  after(async () => {
    await desk.close();
    await script.remove();
  });

  async function sendHooks(...events: readonly Parameters<typeof aHook>[]): Promise<void> {
    const target = await hubTarget(gpu.home);
    for (const event of events) await postHook(target, aHook(...event));
  }

  async function write(home: string, id: string, text: string): Promise<void> {
    const file = path.join(home, 'projects', 'old', `${id}.jsonl`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, linesText(new TranscriptLines().prompt(text).text('Done').lines));
  }

  it('looks at sessions where they are', async () => {
    await sendHooks(['UserPromptSubmit', { prompt: 'Train it' }], ['Stop']);
    const { sessionId: address } = await desk.session('gpu', ({ unseen }) =>
      assert.equal(unseen, true),
    );
    await desk.link.hub.call('lookAt', { of: 'sessions', sessionIds: [address, 'of-no-board'] });
    await desk.session('gpu', ({ unseen }) => assert.notEqual(unseen, true));
    await sendHooks(['UserPromptSubmit', { prompt: 'Again' }], ['Stop']);
    await desk.session('gpu', ({ unseen }) => assert.equal(unseen, true));
    await desk.link.hub.call('lookAt', { of: 'all' });
    await desk.session('gpu', ({ unseen }) => assert.notEqual(unseen, true));
  });

  it('sets marks where their sessions and projects are', async () => {
    await sendHooks(['SessionStart']);
    const { sessionId: address, machine, projectPath } = await desk.session('gpu');
    const { hub } = desk.link;
    const session = { scope: 'session', sessionId: address } as const;
    await hub.call('pin', { target: session, on: true });
    await hub.call('tag', { target: session, word: 'gold', color: 'blue', on: true });
    const project = { scope: 'project', path: projectPath, machine: machine?.id } as const;
    await hub.call('pin', { target: project, on: true });
    await hub.call('rename', { sessionId: address, name: 'Training' });
    await desk.session('gpu', ({ pinned, projectPinned, tags, title }) => {
      assert.deepEqual([pinned, projectPinned, title], [true, true, 'Training']);
      assert.equal(tags?.[0]?.word, 'gold');
    });
    const nobody = { scope: 'session', sessionId: 'mffffffffffffffff/x' } as const;
    await assert.rejects(hub.call('pin', { target: nobody, on: true }), /can’t be reached/);
  });

  it('leads to the next session that needs a person, wherever it is', async () => {
    await sendHooks(
      ['UserPromptSubmit', { prompt: 'Train it' }],
      ['PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'make train' } }],
    );
    await desk.session('gpu', ({ agentState }) => assert.ok(isBlocked(agentState)));
    const next = await desk.link.hub.call('next', {});
    assert.equal(addressIn(next.sessionId ?? '')?.sessionId, sessionId);
  });

  it('finds sessions of all machines, and says which one was not asked', async () => {
    await write(gpu.home, past, 'Tune the learning rate of the ferret');
    await write(desk.home, ownPast, 'Feed the ferret');
    const page = await until(
      () => desk.link.hub.call('history', { query: 'ferret', limit: 50 }),
      ({ sessions }) => assert.equal(sessions.length, 2),
    );
    const there = page.sessions.find(({ machine }) => machine?.name === 'gpu');
    assert.equal(addressIn(there?.sessionId ?? '')?.sessionId, past);
    assert.equal(there?.transcriptPath, '');
    assert.ok(page.sessions.some((one) => one.sessionId === ownPast && one.machine === undefined));
    assert.equal(page.total, 2);
    assert.deepEqual(page.missing, ['off']);
    const newest = await desk.link.hub.call('history', { query: '', limit: 1 });
    assert.equal(newest.sessions.length, 1);
  });

  it('asks the machines alone that a search names, and gives back as many of theirs', async () => {
    await write(gpu.home, past, 'Tune the learning rate of the ferret');
    await write(desk.home, ownPast, 'Feed the ferret');
    const { hub } = desk.link;
    const found = async (tokens: string) => {
      const page = await hub.call('history', { query: 'ferret', tokens, limit: 1 });
      const ids = page.sessions.map((one) => addressIn(one.sessionId)?.sessionId ?? one.sessionId);
      return { ids, total: page.total, missing: page.missing };
    };
    await until(
      () => found('machine:gpu'),
      (page) => assert.deepEqual(page, { ids: [past], total: 1, missing: undefined }),
    );
    assert.deepEqual(await found('machine:off'), { ids: [], total: 0, missing: ['off'] });
    assert.deepEqual(await found('machine:nobody'), { ids: [], total: 0, missing: undefined });
    assert.deepEqual((await found('machine:gpu branch:nobody')).ids, []);
    const texts = async (tokens: string) => {
      const asked = { query: 'ferret', tokens, limit: 50 };
      const hits = [];
      const { signal } = new AbortController();
      for await (const event of hub.events('searchTexts', asked, signal))
        if (event.type === 'hit') hits.push(addressIn(event.data.session.sessionId)?.sessionId);
      return hits;
    };
    assert.deepEqual(await texts('machine:gpu'), [past]);
    assert.deepEqual(await texts('machine:nobody'), []);
  });

  it('looks for words in the transcripts of all machines', async () => {
    await write(gpu.home, past, 'Tune the learning rate of the ferret');
    await write(desk.home, ownPast, 'Feed the ferret');
    const events = [];
    const asked = { query: 'ferret', limit: 50 };
    for await (const event of desk.link.hub.events(
      'searchTexts',
      asked,
      new AbortController().signal,
    ))
      events.push(event);
    const hits = events.flatMap((event) => (event.type === 'hit' ? [event.data.session] : []));
    assert.deepEqual(
      new Set(hits.map((one) => addressIn(one.sessionId)?.sessionId ?? one.sessionId)),
      new Set([past, ownPast]),
    );
    assert.deepEqual(events.at(-1), { type: 'end', data: { more: false, missing: ['off'] } });
  });

  it('reports the day of the desk’s calendar, whatever day it is there', async () => {
    await sendHooks(['UserPromptSubmit', { prompt: 'Train it' }]);
    const { sessionId: address } = await desk.session('gpu', ({ agentState }) =>
      assert.equal(agentState.group, 'autonomous'),
    );
    const report = await until(
      () => desk.link.hub.call('day', {}),
      ({ lanes }) => assert.equal(lanes.length, 1),
    );
    const [lane] = report.lanes;
    assert.equal(lane?.sessionId, address);
    assert.equal(lane.machine?.name, 'gpu');
    assert.ok(lane.stretches.every(({ from }) => from >= report.from && from <= report.to));
    assert.deepEqual(report.missing, ['off']);
    assert.ok(report.runningMs === lane.runningMs);
  });
});
