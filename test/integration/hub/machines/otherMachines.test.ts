import assert from 'node:assert/strict';
import { HubLink } from '../../../../src/extension/link/hubLink';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import type { MachineCard } from '../../../../src/shared/protocol/machines/machineNews';
import { Machines } from '../../../../src/extension/hub/machines/machines';
import { EditorKeys, secretsInMemory } from '../../../../src/extension/util/keys/editorKeys';
import { keyName, requestDigest } from '../../../../src/extension/util/keys/signing';
import { silentLog } from '../../../../src/extension/util/log';
import { routes } from '../../../../src/shared/protocol/protocol';
import { freePorts } from '../../../support/hub/wire/freePorts';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { hubTarget, postHook } from '../../../support/hub/wire/hubTarget';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { plainParts } from '../../../support/machines/plainParts';
import { until } from '../../../support/until';

describe('A board with other machines', function () {
  this.timeout(60_000);
  let script: HubScript;
  let home: string;
  let link: HubLink;
  const machines: OtherMachine[] = [];

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
  });
  after(() => script.remove());

  beforeEach(async () => {
    home = await tempHome();
    link = new HubLink({
      configHome: home,
      script: script.file,
      log: silentLog,
      ports: await freePorts(2),
    });
    link.start();
    await until(
      () => link.board.connection,
      (connection) => assert.equal(connection, 'live'),
    );
    link.repeatedCalls.storeCall('offerControl', {
      label: 'the desk',
      enabled: true,
      disabledProjects: [],
    });
  });
  afterEach(async () => {
    await link.shutdown();
    await Promise.all(machines.splice(0).map((machine) => machine.remove()));
    await removeHome(home);
  });

  async function machine(name: string, hub: string | undefined = script.file) {
    const made = await OtherMachine.make(name, hub);
    machines.push(made);
    return made;
  }

  const show = (shown: readonly OtherMachine[]): Promise<void> =>
    link.hub.call('setMachines', {
      machines: shown.map(({ setting }) => setting),
      label: 'the desk',
    });
  const card = (assertion: (card: MachineCard) => void, at = 0): Promise<unknown> =>
    until(
      () => link.board.summary.machines?.[at],
      (one) => {
        assert.ok(one);
        assertion(one);
      },
    );
  const connected = (at = 0): Promise<unknown> =>
    card(
      ({ status, fault, detail }) => assert.equal(status, 'connected', `${fault} ${detail}`),
      at,
    );
  const session = (assertion: (session: LiveSession) => void): Promise<LiveSession> =>
    until(
      () => link.board.sessions[0],
      (one) => {
        assert.ok(one);
        assertion(one);
      },
    ) as Promise<LiveSession>;

  it('knows there the keys of the desk, also one that it learned while it connected, and none that it dropped', async () => {
    const gpu = await machine('gpu');
    const keys: { names: string[]; publicKeys: string[] } = { names: [], publicKeys: [] };
    const { publicKey } = await new EditorKeys(secretsInMemory(), silentLog).signer();
    const machines = new Machines({
      ...plainParts,
      own: () => undefined,
      hub: 'of the desk',
      keys: () => keys,
      control: () => ({ enabled: true, disabledProjects: [] }),
      onOrder: () => undefined,
      onConnect: () => undefined,
    });
    try {
      machines.set({ machines: [gpu.setting], label: 'desk' });
      keys.names.push(keyName(publicKey));
      keys.publicKeys.push(publicKey);
      machines.sendDesk();
      await until(
        () => machines.cards[0]?.accepted,
        (accepted) => assert.equal(accepted, true),
      );
      keys.publicKeys.pop();
      machines.sendDesk();
      await until(
        () => machines.cards[0]?.accepted,
        (accepted) => assert.equal(accepted, false),
      );
    } finally {
      machines.dispose();
    }
  });

  it('shows the sessions there under its name, and no path of theirs that this one could open', async () => {
    const gpu = await machine('gpu');
    await show([gpu]);
    await connected();
    await postHook(await hubTarget(gpu.home), aHook('SessionStart'));
    await postHook(await hubTarget(gpu.home), aHook('UserPromptSubmit', { prompt: 'Train it' }));
    const shown = await session(({ agentState }) => assert.equal(agentState.group, 'autonomous'));
    assert.equal(shown.machine?.name, 'gpu');
    assert.match(shown.sessionId, new RegExp(`^m[0-9a-f]{16}/${sessionId}$`));
    assert.equal(shown.transcriptPath, '');
  });

  it('runs there from a copy once a person had it copied', async () => {
    const bare = await OtherMachine.make('bare');
    machines.push(bare);
    await show([bare]);
    await card(({ fault }) => assert.equal(fault, 'missing'));
    await link.hub.call('copyToMachine', bare.setting, AbortSignal.timeout(60_000));
    await connected();
    await postHook(await hubTarget(bare.home), aHook('UserPromptSubmit', { prompt: 'Train it' }));
    await session(({ machine }) => assert.equal(machine?.name, 'bare'));
  });

  it('says why nothing was copied', async () => {
    await assert.rejects(
      link.hub.call('copyToMachine', { command: ['no-such-program-at-all'] }),
      /can’t be reached by this line/,
    );
  });

  it('answers a request there with the signature of a window here', async () => {
    const gpu = await machine('gpu');
    await show([gpu]);
    await connected();
    const target = await hubTarget(gpu.home);
    await postHook(target, aHook('UserPromptSubmit', { prompt: 'Train it' }));
    const asked = aHook('PermissionRequest', {
      tool_name: 'Bash',
      tool_input: { command: 'make train' },
    });
    const answer = fetch(`${target.url}${routes.hook}?wait=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const shown = await session(({ pendingRequest }) =>
      assert.equal(pendingRequest?.call?.answerable, true),
    );
    const request = await link.hub.call('request', { sessionId: shown.sessionId });
    await link.hub.call('decide', {
      sessionId: shown.sessionId,
      call: request.call?.id ?? '',
      shown: requestDigest(request),
      decision: { kind: 'allow' },
    });
    assert.match(await (await answer).text(), /"behavior":\s*"allow"/);
  });
});
