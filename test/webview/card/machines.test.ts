import assert from 'node:assert/strict';
import { settingKey } from '../../../src/shared/protocol/machines/setting';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { machineCards, machinesBoard } from '../../support/page/boards/machinesBoard';
import { pageSuite } from '../../support/page/pageSuite';
import { aMachineCard } from '../../support/machines/machineCard';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

const today = { machines: [...machineCards] };

const card = (host: FakeHost, title: string) =>
  host.page.getByRole('article').filter({ hasText: title });
const strip = (host: FakeHost) => host.page.getByRole('region', { name: 'Machines' });

describe('a card of another machine', () => {
  const open = pageSuite();

  it('names the machine on it, and with the folder in its request', async () => {
    const host = await open({ sessions: machinesBoard, today });
    const asks = card(host, 'Make the orders endpoint idempotent');
    assert.match(await asks.locator('.facts').innerText(), /gpu-box\s+api-server/u);
    assert.equal(await asks.locator('.machine').getAttribute('title'), 'Runs on gpu-box');
    assert.equal(await card(host, 'March are off').locator('.machine').count(), 0);
    await asks.click();
    assert.equal(
      await host.page.locator('.pane .answer-folder').innerText(),
      'in /home/dev/work/api-server on gpu-box',
    );
  });

  it('says since when its machine is away, calls nobody and offers nothing that needs it', async () => {
    const host = await open({ sessions: machinesBoard, today });
    const gone = card(host, 'Move navigation to the new router');
    assert.match(await gone.locator('.time').innerText(), /^away\s+since 9:25 AM$/u);
    assert.equal(await gone.getAttribute('data-blocked'), 'false');
    assert.equal(await gone.locator('.answer').count(), 0);
    await gone.hover();
    await gone.getByRole('button', { name: 'More Actions' }).click();
    const offered = await host.page.getByRole('menuitem').allInnerTexts();
    assert.deepEqual(
      offered.map((name) => name.split('\n')[0]),
      ['Review', 'Organize', 'Copy'],
    );
    await host.page.keyboard.press('Escape');
    await gone.getByRole('button', { name: 'Move navigation to the new router' }).click();
    await host.page.getByRole('heading', { name: 'Move navigation to the new router' }).waitFor();
    assert.deepEqual(
      host.received.filter(({ type }) => type === 'openTranscript'),
      [],
    );
  });

  it('is not counted while its machine is away', async () => {
    const host = await open({ sessions: machinesBoard, today });
    const heading = host.page.getByRole('heading', { name: /^Needs You/u });
    const shown = await host.page.locator('[data-group="needs_you"] .card').count();
    assert.match(await heading.innerText(), /Needs You\s+4\s+· 2 ready/u);
    assert.equal(shown, 7);
  });
});

describe('a card of another account', () => {
  const open = pageSuite();
  const account = '/home/dev/.claude-work';
  const about = { machineId: 'm0011223344556677', name: 'work' };
  const asks = aSession({
    sessionId: `${about.machineId}/a`,
    title: 'Ask at work',
    projectPath: '/home/dev/work/api-server',
    projectName: 'api-server',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission' },
    machine: { id: about.machineId, name: about.name, account: true },
    pendingRequest: {
      ...aPendingRequest({ cwd: '/home/dev/work/api-server' }),
      call: { id: 'call-a', fate: 'open', answerable: true },
    },
  });
  const own = aSession({ sessionId: 'own', title: 'Mine', account: 'default' });

  it('names the account on it and in its request, with paths as on this computer', async () => {
    const host = await open({
      sessions: [asks, own],
      today: { account: 'default', machines: [aMachineCard({ ...about, account })] },
    });
    const shown = card(host, 'Ask at work');
    assert.match(await shown.locator('.facts').innerText(), /work\s+api-server/u);
    assert.equal(await shown.locator('.machine').getAttribute('title'), 'Account work');
    assert.equal(await shown.locator('.machine .visually-hidden').first().innerText(), 'Account');
    assert.equal(await card(host, 'Mine').locator('.machine').count(), 0);
    await shown.click();
    assert.equal(
      await host.page.locator('.pane .answer-folder').innerText(),
      'in ~/work/api-server account work',
    );
  });

  it('is found by its account, as are those of the own one', async () => {
    const host = await open({
      sessions: [asks, own],
      today: { account: 'default', machines: [aMachineCard({ ...about, account })] },
    });
    const filter = host.page.getByRole('combobox', { name: 'Filter sessions' });
    await filter.fill('account:default');
    await card(host, 'Ask at work').waitFor({ state: 'detached' });
    assert.equal(await card(host, 'Mine').count(), 1);
    await filter.fill('account:work');
    await card(host, 'Mine').waitFor({ state: 'detached' });
    assert.equal(await card(host, 'Ask at work').count(), 1);
  });
});

describe('the line of machines', () => {
  const open = pageSuite();

  it('says what is wrong, tries again, and is hidden until it goes wrong anew', async () => {
    const host = await open({ sessions: machinesBoard, today });
    assert.equal(await strip(host).count(), 0, 'it waits for what mends itself');
    await host.page.clock.runFor(3_500);
    assert.match(await strip(host).innerText(), /Ubuntu \(WSL\): It has gone silent\./u);
    await strip(host).getByRole('button', { name: 'Try Again' }).click();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), {
        type: 'act',
        name: 'retryMachine',
        request: { key: settingKey({ command: ['wsl.exe', '-d', 'Ubuntu'] }) },
      }),
    );
    await strip(host).getByRole('button', { name: 'Hide' }).click();
    assert.equal(await strip(host).count(), 0);
  });

  it('is not there where all is well, and names several in one line', async () => {
    const [gpu, wsl] = machineCards;
    assert.ok(gpu && wsl);
    const host = await open({ sessions: machinesBoard, today: { machines: [gpu] } });
    await host.page.clock.runFor(10_000);
    assert.equal(await strip(host).count(), 0);
    const bad = [
      wsl,
      { ...wsl, key: 'a', name: 'nas', status: 'failed' as const, fault: 'auth' },
      { ...wsl, key: 'b', name: 'pi', status: 'connecting' as const, fault: undefined },
    ];
    const second = await open({ sessions: machinesBoard, today: { machines: bad } });
    await second.page.clock.runFor(3_500);
    assert.match(
      await strip(second).innerText(),
      /3 machines can’t be reached: nas, Ubuntu \(WSL\), pi/u,
    );
    assert.match((await strip(second).getAttribute('title')) ?? '', /nas: It takes none of your/u);
  });

  it('has each machine’s part of today’s cost in the tooltip of the sum', async () => {
    const host = await open({ sessions: machinesBoard, today });
    const title = (await host.page.locator('.today').getAttribute('title')) ?? '';
    assert.deepEqual(title.split('\n').slice(1), [
      'This computer: $7.04',
      'gpu-box: $4.20',
      'Ubuntu (WSL) (away): $1.10',
    ]);
  });
});
