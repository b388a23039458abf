import assert from 'node:assert/strict';
import { HubLink } from '../../../../src/extension/link/hubLink';
import { EditorKeys, secretsInMemory } from '../../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../../src/extension/util/log';
import { requestDigest } from '../../../../src/extension/util/keys/signing';
import type { MachineCard } from '../../../../src/shared/protocol/machines/machineNews';
import { routes, type LiveSession } from '../../../../src/shared/protocol/protocol';
import { aHook } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook, type HookTarget } from '../../../support/hub/wire/hubTarget';
import { MachineDesk } from '../../../support/machines/machineDesk';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { until } from '../../../support/until';

describe('A machine whose hub a window there has started', function () {
  this.timeout(60_000);
  let script: HubScript;
  let desk: MachineDesk;
  let gpu: OtherMachine;
  let there: HubLink;
  let target: HookTarget;

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
  });
  after(() => script.remove());

  beforeEach(async () => {
    gpu = await OtherMachine.make('gpu', script.file);
    const keys = new EditorKeys(secretsInMemory(), silentLog);
    const about = { configHome: gpu.home, script: script.file, log: silentLog, keys };
    there = new HubLink(about); // The default ports, where the connection looks for its hub.
    there.start();
    await until(
      () => there.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    target = await hubTarget(gpu.home);
    desk = await MachineDesk.open(script.file, new EditorKeys(secretsInMemory(), silentLog));
    await desk.put([gpu.setting]);
    await card(({ accepted }) => assert.equal(accepted, false));
  });
  afterEach(async () => {
    await desk.close();
    await there.shutdown();
    await gpu.remove();
  });

  const card = (assertion: (card: MachineCard) => void): Promise<MachineCard> =>
    until(
      () => desk.link.board.summary.machines?.[0],
      (one) => {
        assert.ok(one);
        assertion(one);
      },
    ) as Promise<MachineCard>;

  /** Sends a request; `told` resolves with the final answer to the client there. */
  async function ask(): Promise<{ readonly told: Promise<string>; readonly shown: LiveSession }> {
    await postHook(target, aHook('UserPromptSubmit', { prompt: 'Train it' }));
    const tool = { tool_name: 'Bash', tool_input: { command: 'make train' } };
    const told = fetch(`${target.url}${routes.hook}?wait=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(aHook('PermissionRequest', tool)),
    }).then((response) => response.text());
    told.catch(() => undefined); // Its hub may end before it is answered.
    const shown = await desk.session('gpu', ({ pendingRequest }) =>
      assert.equal(pendingRequest?.call?.answerable, true),
    );
    return { told, shown };
  }

  async function allow({ sessionId }: LiveSession): Promise<void> {
    const request = await desk.link.hub.call('request', { sessionId });
    const [call, shown] = [request.call?.id ?? '', requestDigest(request)];
    await desk.link.hub.call('decide', { sessionId, call, shown, decision: { kind: 'allow' } });
  }

  async function askToBeAccepted(): Promise<string> {
    const { key } = await card(() => undefined);
    const code = await desk.link.keys.requestTrustOfMachine(key, 'the desk');
    await until(
      () => there.keys.askingEditors,
      (asking) => {
        assert.equal(asking.length, 1);
        assert.deepEqual([asking[0]?.code, asking[0]?.label], [code, 'the desk']);
      },
    );
    return there.keys.askingEditors[0]?.publicKey ?? '';
  }

  it('believes nothing that the desk signs, until a person there has accepted it', async () => {
    const { told, shown } = await ask();
    await assert.rejects(allow(shown), /accept/i);
    await there.keys.accept(await askToBeAccepted());
    await card(({ accepted }) => assert.equal(accepted, true));
    await allow(shown);
    assert.match(await told, /"behavior":\s*"allow"/);
  });

  it('goes on to believe nothing where the person there refuses, and is not asked at once again', async () => {
    await there.keys.refuse(await askToBeAccepted());
    await until(
      () => there.keys.askingEditors,
      (asking) => assert.deepEqual(asking, []),
    );
    const { key } = await card(({ accepted }) => assert.equal(accepted, false));
    await assert.rejects(desk.link.keys.requestTrustOfMachine(key, 'the desk'));
    const { shown } = await ask();
    await assert.rejects(allow(shown), /accept/i);
  });
});
