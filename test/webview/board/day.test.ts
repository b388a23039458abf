import assert from 'node:assert/strict';
import { believableBoard } from '../../support/page/boards/believableBoard';
import { believableDay } from '../../support/page/boards/believableDay';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { joinedDay, twoMachines } from '../../support/page/boards/otherMachines';
import { pageSuite } from '../../support/page/pageSuite';
import { secondsAgo } from '../../support/sessionBuilder';
import { chooseView } from '../../support/page/chooseView';

const yesterday = {
  ...believableDay,
  day: '2026-03-01',
  blockedMs: 0,
  lanes: believableDay.lanes.slice(6, 7).map((lane) => ({ ...lane, sessionId: 'gone' })),
};
const board = {
  sessions: believableBoard,
  kept: { layout: 'day' },
  answers: { days: [believableDay, yesterday] },
} as const;

const main = (host: FakeHost) => host.page.getByRole('main', { name: 'Day' });
const lanes = (host: FakeHost) =>
  main(host).getByRole('list', { name: 'Sessions' }).getByRole('listitem');
const button = (host: FakeHost, name: string) => main(host).getByRole('button', { name });

/** The picture that the page asked to save. */
async function saved(host: FakeHost): Promise<{ readonly day: string; readonly png: Buffer }> {
  return eventuallySaved(host, host.received.filter(({ type }) => type === 'savePicture').length);
}

async function eventuallySaved(host: FakeHost, before: number) {
  await button(host, 'Save picture').click();
  let picture: { day: string; png: Buffer } | undefined;
  await eventually(() => {
    const all = host.received.filter((message) => message.type === 'savePicture');
    assert.equal(all.length, before + 1);
    const last = all.at(-1);
    picture = last && { day: last.day, png: Buffer.from(last.png, 'base64') };
  });
  assert.ok(picture);
  return picture;
}

describe('the day', () => {
  const open = pageSuite();

  it('names the runs that a session missed, below its title', async () => {
    const run = { id: 'job', dueAt: secondsAgo(3_600), prompt: 'check the build', recurring: true };
    const [first, ...others] = believableBoard;
    const { sessionId } = believableDay.lanes[0]!;
    const session = { ...first!, sessionId, missed: [run] };
    const sessions = [session, ...others.filter((one) => one.sessionId !== sessionId)];
    const host = await open({ ...board, sessions });
    await lanes(host)
      .getByText(/^Due .*, not seen · check the build$/)
      .waitFor();
  });

  it('has a lane for each session, and says how long agents waited', async () => {
    const host = await open({ ...board, kept: {} });
    await chooseView(host.page, 'Day');
    await main(host)
      .getByRole('heading', { name: 'Today your agents waited 1h 16m for you' })
      .waitFor();
    assert.equal(await lanes(host).count(), 9);
    assert.match(
      await lanes(host).first().ariaSnapshot(),
      /button "Make the orders endpoint idempotent"[^]*Working 2h 01m · Blocked on you 19m/,
    );
    const hours = await main(host).locator('.day-hour').allInnerTexts();
    assert.deepEqual(
      hours.map((hour) => hour.replace(/\s/u, ' ')),
      ['7:00 AM', '8:00 AM', '9:00 AM', '10:00 AM'],
    );
    assert.deepEqual(host.asked, [{ type: 'ask', name: 'day', request: {} }]);
  });

  it('says on which machine a session ran, and which machine has not told', async () => {
    const host = await open({ ...board, answers: { days: [joinedDay] } });
    await main(host).getByText('api-server on gpu-box').first().waitFor();
    await main(host).getByText('Without wsl: not reached right now').waitFor();
  });

  it('tells today’s cost machine by machine', async () => {
    const host = await open({ ...board, today: { machines: [...twoMachines] } });
    const today = host.page.getByTitle(
      /This computer: \$7\.84\ngpu-box: \$4\.50\nwsl \(away\): \$0\.00/,
    );
    await today.waitFor();
  });

  it('draws what waits for the person at its time', async () => {
    const host = await open(board);
    const strip = lanes(host).first().locator('.time-strip');
    await strip.waitFor();
    // From 7:27 to 7:42 and from 9:56, of three hours from 7:00.
    assert.equal(
      await strip.locator('[data-kind="blocked"]').getAttribute('d'),
      'M150 0H233.33V10H150ZM977.78 0H1000V10H977.78Z',
    );
  });

  it('opens a transcript, where the session is still there', async () => {
    const host = await open(board);
    await button(host, 'Move navigation to the new router').click();
    const { sessionId } = believableDay.lanes[2] ?? {};
    await eventually(() =>
      assert.deepEqual(host.received.slice(1), [{ type: 'openTranscript', sessionId }]),
    );
    await button(host, 'Previous Day').click();
    await eventually(async () => assert.equal(await lanes(host).count(), 1));
    assert.equal(await lanes(host).getByRole('button').count(), 0);
  });

  it('goes back day by day, and on to today', async () => {
    const host = await open(board);
    assert.equal(await button(host, 'Next Day').isDisabled(), true);
    await button(host, 'Previous Day').click();
    await main(host)
      .getByText(/1 March/)
      .first()
      .waitFor();
    await button(host, 'Next Day').click();
    await main(host).getByText('Today', { exact: true }).waitFor();
    assert.deepEqual(
      host.asked.map((question) => question.name === 'day' && question.request.day),
      [undefined, '2026-03-01', undefined],
    );
  });

  it('follows the day while it goes on', async () => {
    const host = await open(board);
    await lanes(host).first().waitFor();
    host.answers = { days: [{ ...believableDay, blockedMs: 2 * 60 * 60_000 }] };
    await host.page.clock.runFor(16_000);
    await main(host)
      .getByRole('heading', { name: /waited 2h 00m/ })
      .waitFor();
  });

  it('is a picture to save, with names or without', async () => {
    const host = await open(board);
    await lanes(host).first().waitFor();
    const named = await saved(host);
    assert.equal(named.day, '2026-03-02');
    assert.equal(named.png.subarray(1, 4).toString(), 'PNG');
    const [width, height] = [named.png.readUInt32BE(16), named.png.readUInt32BE(20)];
    assert.deepEqual([width, height], [2400, 2 * (132 + 9 * 26 + 60)]);
    await button(host, 'Hide Names').click();
    await main(host).getByText('Session 1', { exact: true }).waitFor();
    assert.equal(await main(host).getByText('Make the orders endpoint').count(), 0);
    assert.equal(await main(host).getByText('api-server').count(), 0);
    const nameless = await saved(host);
    assert.notDeepEqual(nameless.png, named.png);
  });

  it('is a picture to copy', async () => {
    const host = await open(board);
    await host.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await lanes(host).first().waitFor();
    await button(host, 'Copy Picture').click();
    await eventually(async () => {
      const types = await host.page.evaluate(async () =>
        (await navigator.clipboard.read()).flatMap((item) => [...item.types]),
      );
      assert.deepEqual(types, ['image/png']);
    });
    assert.deepEqual(host.received.slice(1), []);
  });

  it('says why there is none', async () => {
    const host = await open({ ...board, answers: {} });
    await main(host).getByText('Not now.').waitFor();
  });

  it('gives way to a card that the host reveals', async () => {
    const host = await open(board);
    await lanes(host).first().waitFor();
    await host.reveal(believableBoard[0]?.sessionId ?? '');
    await host.whole(believableBoard[0]?.sessionId ?? '').waitFor();
    await host.page.getByRole('button', { name: 'Back to the Board' }).click();
    await host.page.getByRole('region', { name: 'Needs You 5 · 2 ready' }).waitFor();
  });
});
