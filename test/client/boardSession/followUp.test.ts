import assert from 'node:assert/strict';
import * as path from 'node:path';
import { BoardSessions as Starter } from '../../../src/extension/views/boardSession/boardSessions';
import { StartOrders } from '../../../src/extension/views/boardSession/startOrders';
import { startRunner } from '../../../src/extension/views/boardSession/startRunner';
import { Emitter } from '../../../src/extension/util/emitter';
import { missionControlFolder } from '../../../src/extension/util/files/missionControlFolder';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { StartClaims } from '../../../src/extension/util/hub/startClaims';
import { newRunnerKey } from '../../../src/extension/util/keys/runnerKey';
import { silentLog } from '../../../src/extension/util/log';
import type { PromptCard } from '../../../src/shared/protocol/prompts';
import type { Order } from '../../../src/shared/protocol/windows';
import { BoardSessions } from '../../support/claude/boardSessions';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { FakeBoard } from '../../support/fakes/fakeBoard';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { testSigner } from '../../support/hub/testSigner';

describe('A follow-up that starts a session of the real client', function () {
  this.timeout(120_000);
  let one: BoardSessions;
  let orders: StartOrders;
  let command: string;
  const received = new Emitter<Order>();
  const started: string[] = [];

  before(async () => {
    one = await BoardSessions.open(false);
    command = `'${one.client}'`;
    const { configHome } = one.home;
    const environment = { ...process.env, ...one.home.environment(one.api.url) };
    const runner = path.join(threadScripts(), 'runner.js');
    const control = { reasonAgainst: () => undefined };
    orders = new StartOrders({
      windowConnection: { onDidReceiveOrder: received.event, answer: () => Promise.resolve(true) },
      control,
      sessions: new Starter({
        board: new FakeBoard(),
        control,
        isTrusted: () => true,
        claudeCommand: () => command,
        configHome,
        home: one.home.project,
        runnerKey: (sessionId) => Promise.resolve(newRunnerKey(testSigner, 'hub', sessionId)),
        startRunner: (job) => startRunner(runner, job, () => undefined, environment),
        reveal: () => undefined,
      }),
      claims: new StartClaims(new PrivateFolder(missionControlFolder(configHome))),
      log: silentLog,
    });
  });
  after(async () => {
    orders?.dispose();
    for (const id of started) await one.hub.act(id, 'terminate').catch(() => undefined);
    await one?.close();
  });

  it('sends it as the first prompt, once it could be started', async () => {
    one.api.add(script('first', [say('Done.')]));
    one.api.add(script('second', [say('Reviewed.')]));
    const id = await one.start('[[first]] go');
    await one.hub.offerControl({ starts: true });
    await one.hub.holdTerminals([], (order) => received.fire(order));
    await one.rests(id, 'first', 1);
    command = 'no-such-client';
    const card = (state: PromptCard['state'], fits: (prompt: PromptCard) => boolean) =>
      one.when(id, `a prompt that is ${state}`, ({ prompting }) =>
        (prompting?.prompts ?? []).some((prompt) => prompt.state === state && fits(prompt)),
      );
    await one.hub.changePrompts(id, {
      kind: 'add',
      id: 'a',
      text: '[[second]] Review it',
      when: { kind: 'time', at: Date.now() },
      newSession: { folder: one.home.project },
    });
    const failed = await card('queued', ({ held }) => held === true);
    assert.match(failed.prompting?.prompts[0]?.problem ?? '', /“no-such-client” isn’t a command/);
    command = `'${one.client}'`;
    await one.hub.changePrompts(id, { kind: 'hold', id: 'a', held: false });
    const read = await card('read', ({ startedAs }) => startedAs !== undefined);
    const { startedAs = '' } = read.prompting?.prompts[0] ?? {};
    started.push(startedAs);
    await one.rests(startedAs, 'second', 1);
    assert.equal(one.api.turns('first').length, 1);
    await one.end(startedAs);
    await one.end(id);
  });

  it('starts it once the turn of its session is finished', async () => {
    one.api.add(script('again', [say('Done again.')]));
    one.api.add(script('third', [say('Gone on.')]));
    const id = await one.start('[[first]] go');
    await one.hub.offerControl({ starts: true });
    await one.rests(id, 'first', 2);
    const folder = one.home.project;
    const followUp = { when: { kind: 'finished' }, newSession: { folder } } as const;
    const text = '[[third]] Go on';
    await one.hub.changePrompts(id, { kind: 'add', id: 'b', text, ...followUp });
    await one.send(id, '[[again]] go');
    const { prompting } = await one.when(id, 'a started session', (session) =>
      (session.prompting?.prompts ?? []).some((prompt) => prompt.startedAs !== undefined),
    );
    const startedAs = prompting?.prompts.find((prompt) => prompt.id === 'b')?.startedAs ?? '';
    started.push(startedAs);
    await one.rests(startedAs, 'third', 1);
    assert.equal(one.api.turns('again').length, 1);
    await one.end(startedAs);
    await one.end(id);
  });
});
