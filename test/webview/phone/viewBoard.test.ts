import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { aBlockedCall, blockedCalls } from '../../support/board/blockedCalls';
import { believableBoard } from '../../support/page/boards/believableBoard';
import { eventually } from '../../support/page/eventually';
import { aDevice, askedOf, phoneSuite, setPhone } from '../../support/page/phone/phoneView';
import { joinedDay, twoMachines } from '../../support/page/boards/otherMachines';
import { aSession } from '../../support/sessionBuilder';
import { storedValue } from '../../support/phone/storedValue';
import { until } from '../../support/until';

const open = phoneSuite();
const hasFocus = (place: Locator): Promise<void> =>
  eventually(async () =>
    assert.equal(await place.evaluate((one) => one === document.activeElement), true),
  );
const offline = { phase: 'offline', boardAt: Date.parse('2026-03-02T09:42:00Z') } as const;

const resetsAt = new Date(Date.now() + 3_600_000).toISOString();
const limits = {
  at: new Date().toISOString(),
  fiveHour: { used: 0.81, resetsAt, warns: true },
  sevenDay: { used: 0.12, resetsAt },
};

describe('The board on a phone', () => {
  it('has three tabs with their numbers, the urgent group first', async () => {
    const { page } = await open({ sessions: believableBoard });
    const tabs = page.getByRole('navigation', { name: 'Groups' }).getByRole('button');
    const names = await tabs.evaluateAll((all) => all.map((one) => one.textContent));
    assert.deepEqual(names, ['Needs You5 · 2 ready', 'Running6', 'Done7']);
    assert.equal(await tabs.first().getAttribute('aria-current'), 'page');
    await tabs.nth(1).tap();
    await page.getByRole('article', { name: 'Check every link' }).waitFor();
    assert.equal(await tabs.nth(1).getAttribute('aria-current'), 'page');
    assert.equal(await page.getByRole('article', { name: 'idempotent' }).count(), 0);
  });

  it('says on a card why a call was blocked, and offers what to do only on its screen', async () => {
    const agentState = { group: 'needs_you', state: 'blocked_by_auto_mode' } as const;
    const blocked = blockedCalls(aBlockedCall(Date.now() - 60_000));
    const prompting = { way: 'terminal' as const, prompts: [] };
    const title = 'Fetch the schema';
    const session = aSession({ sessionId: 'b', title, pid: 4, agentState, blocked, prompting });
    const { page } = await open({ sessions: [session] });
    const card = page.getByRole('article', { name: title });
    await card.getByText('Reason: downloads a program').waitFor();
    assert.equal(await card.getByRole('button').count(), 1);
    await card.getByRole('button', { name: title }).tap();
    await page.getByRole('button', { name: 'Tell It…' }).waitFor();
    // The last lines link to the transcript and to the changes.
    const head = page.locator('.whole-head');
    const reason = await head.getByText('Reason: downloads a program').boundingBox();
    const facts = await head.locator('.facts').boundingBox();
    assert.ok(reason && facts && reason.y + reason.height <= facts.y);
  });

  it('opens a card as a screen of its own, and leads back to where one was', async () => {
    const { page } = await open({ sessions: believableBoard, height: 500 });
    const name = 'Move navigation to the new router';
    await page.getByRole('button', { name, exact: true }).tap();
    const heading = page.getByRole('heading', { name, level: 2 });
    await heading.waitFor();
    await hasFocus(heading);
    assert.equal(await page.title(), name);
    await page.getByRole('button', { name: 'Back to the Board' }).tap();
    const card = page.getByRole('button', { name, exact: true });
    await card.waitFor();
    await hasFocus(card);
    await page.goForward();
    await heading.waitFor();
    await page.goBack();
    await card.waitFor();
  });

  it('begins at the card that an address names, with the board behind it', async () => {
    const [first] = believableBoard;
    const { page } = await open({ sessions: believableBoard });
    await page.evaluate((id) => {
      location.hash = `#session=${id}`;
    }, first?.sessionId ?? '');
    await page.getByRole('heading', { name: first?.title ?? '', level: 2 }).waitFor();
    await page.getByRole('button', { name: 'Back to the Board' }).tap();
    await page.getByRole('navigation', { name: 'Groups' }).waitFor();
  });

  it('leads from one that waits to the next, by button and by swipe', async () => {
    const { page } = await open({ sessions: answerableBoard });
    await page.getByRole('article').first().tap();
    const heading = page.getByRole('heading', { level: 2 });
    const next = page.getByRole('button', { name: /^Next \d/u });
    await next.waitFor(); // Until then the board's own headings are shown.
    const first = await heading.innerText();
    await next.tap();
    await eventually(async () => assert.notEqual(await heading.innerText(), first));
    const second = await heading.innerText();
    await swipe(page, 320, 100);
    await eventually(async () => assert.notEqual(await heading.innerText(), second));
    const third = await heading.innerText();
    await swipe(page, 100, 320);
    await page.clock.runFor(300);
    assert.equal(await heading.innerText(), third);
  });

  it('shows the board and an open card side by side on a tablet', async () => {
    const { page } = await open({ sessions: answerableBoard, width: 768 });
    await page.getByText('Choose a session to see all of it.').waitFor();
    // A tap during the growth of cards may miss the button.
    const session = page.getByRole('main', { name: 'Session' });
    await until(
      async () => {
        await page.getByRole('button', { name: /^Next That Needs You/ }).tap();
        await session.waitFor({ timeout: 2_000 });
      },
      () => undefined,
    );
    await page.getByRole('region', { name: 'Needs You' }).waitFor();
    assert.equal(await page.locator('.card[data-current="true"]').count(), 1);
  });

  it('tells the day in a line, which opens the day', async () => {
    const { page } = await open({ sessions: believableBoard });
    await page.getByRole('button', { name: 'Today your agents waited' }).tap();
    await page.getByRole('main', { name: 'Day' }).waitFor();
    assert.match(await page.getByRole('main').innerText(), /\$12\.34/);
    await page.getByRole('button', { name: 'Make the orders endpoint idempotent' }).tap();
    await page.getByRole('main', { name: 'Session' }).waitFor();
  });

  it('tells in the day what each machine cost', async () => {
    const { page } = await open({
      sessions: believableBoard,
      answers: { days: [joinedDay] },
      today: { machines: [...twoMachines], limits },
    });
    const used = page.locator('.used-limits');
    assert.match((await used.textContent()) ?? '', /5 h 81% .+ · 7 d 12%$/u);
    await page.getByRole('button', { name: 'Today your agents waited' }).tap();
    const costs = page.getByRole('list', { name: 'Cost by machine' }).getByRole('listitem');
    await costs.first().waitFor();
    assert.deepEqual(
      (await costs.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      ['studio $7.84', 'gpu-box $4.50', 'wsl (away) $0.00'],
    );
    await page.getByText('Without wsl: not reached right now').waitFor();
    await page.getByText(/^5 hours: 81% used, resets .+ · close to the limit$/u).waitFor();
    await page.getByText(/^7 days: 12% used, resets /u).waitFor();
  });

  it('offers nothing that only an editor could do', async () => {
    const host = await open({ sessions: answerableBoard });
    const { page } = host;
    const offered = new Set<string>();
    for (const { sessionId } of answerableBoard) {
      await page.evaluate((id) => {
        location.hash = `#session=${id}`;
      }, sessionId);
      await page.locator(`.whole-card[data-session="${sessionId}"]`).waitFor();
      for (const name of await page.getByRole('button').allInnerTexts()) offered.add(name);
    }
    const wrong = [...offered].filter((name) =>
      /Terminal|Editor|Diff|Always|Fork|New Session|Transcript|Resume|Rename|Tag|End/u.test(name),
    );
    assert.deepEqual(wrong, []);
    const editors = host.received.filter(({ type }) => type === 'openTranscript');
    assert.deepEqual(editors, []);
  });
});

describe('Muting on a phone', () => {
  it('is for an hour or for good, and taken back where it is muted', async () => {
    const host = await open({ sessions: answerableBoard });
    const { page } = host;
    const [first] = answerableBoard;
    const sessionId = first?.sessionId ?? '';
    await page.evaluate((id) => {
      location.hash = `#session=${id}`;
    }, sessionId);
    const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
    const act = (name: string, request: object) => ({ type: 'act', name, request });
    await tap('Mute for an Hour');
    await tap('Mute Until You Unmute');
    await host.setMutes({ scope: 'session', sessionId });
    await tap('Unmute Notifications');
    assert.equal(await page.getByRole('button', { name: 'Mute for an Hour' }).count(), 0);
    await eventually(() =>
      assert.deepEqual(
        host.received.filter(({ type }) => type === 'act' || type === 'sessionCommand'),
        [
          act('muteSessions', { sessionIds: [sessionId], span: 'hour' }),
          act('muteSessions', { sessionIds: [sessionId], span: 'always' }),
          act('unmuteSessions', { sessionIds: [sessionId] }),
        ],
      ),
    );
  });
});

describe('A problem of a connected phone', () => {
  it('is shown over every screen until the person closes it, and the next one again', async () => {
    const host = await open({ sessions: answerableBoard });
    const { page } = host;
    const note = page.getByRole('region', { name: 'Problem' });
    const problem = 'This phone may only watch.';
    await page.getByRole('article').first().tap();
    assert.equal(await note.count(), 0);
    await setPhone(page, { problem });
    await note.getByText(problem).waitFor();
    await note.getByRole('button', { name: 'Close' }).tap();
    await note.waitFor({ state: 'detached' });
    await setPhone(page, { problem });
    await note.getByText(problem).waitFor();
    await setPhone(page, { phase: 'offline' });
    await note.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Offline' }).waitFor();
  });
});

describe('A phone that is not connected', () => {
  it('says of when its board is, and sends nothing', async () => {
    const host = await open({ sessions: answerableBoard, phone: offline });
    const { page } = host;
    await page.getByText('You see the board of 9:42 AM.').waitFor();
    await page.getByRole('article').first().tap();
    await page.clock.runFor(1_000);
    const before = host.received.length;
    for (const name of ['Deny', 'Allow', 'Pin Session', 'Dismiss']) {
      await page.getByRole('button', { name, exact: true }).tap();
    }
    await page.clock.runFor(1_000);
    assert.deepEqual(host.received.slice(before), []);
    await page.getByText('Not connected: nothing can be sent right now.').waitFor();
    await page.getByRole('button', { name: 'Reconnect' }).tap();
    assert.deepEqual(await askedOf(page), ['reconnect']);
    await setPhone(page, { phase: 'live' });
    await page.getByRole('button', { name: 'Deny', exact: true }).tap();
    await eventually(() => assert.equal(host.received.at(-1)?.type, 'decide'));
  });

  it('keeps the words of a prompt until it is connected again', async () => {
    const session = believableBoard.find(({ prompting }) => prompting !== undefined);
    const host = await open({ sessions: believableBoard });
    const { page } = host;
    await page.evaluate((id) => {
      location.hash = `#session=${id}`;
    }, session?.sessionId ?? '');
    await page.getByRole('textbox', { name: 'Next prompt' }).fill('And then the tests.');
    await setPhone(page, offline);
    await page.locator('[data-action="sendPrompt"]').tap();
    await page.clock.runFor(500);
    assert.equal(host.received.filter(({ type }) => type === 'changePrompts').length, 0);
    await setPhone(page, { phase: 'live' });
    await page.locator('[data-action="sendPrompt"]').tap();
    await eventually(() => {
      const sent = host.received.find((message) => message.type === 'changePrompts');
      assert.equal(sent?.change.kind === 'add' && sent.change.text, 'And then the tests.');
    });
  });
});

describe('The settings of a phone', () => {
  it('say what it is and may, and test a notification', async () => {
    const { page } = await open({
      sessions: believableBoard,
      phone: { device: { ...aDevice, scope: 'watch' }, notifications: 'on' },
    });
    await page.getByRole('button', { name: 'Settings' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Settings' });
    assert.match(await sheet.innerText(), /iPhone \(Safari\)[\s\S]*studio[\s\S]*Watch\n/u);
    await sheet.getByRole('button', { name: 'Send Test Notification' }).tap();
    await setPhone(page, { shownAfterMs: 1_234 });
    await sheet.getByText('Shown after 1.2 s').waitFor();
    await sheet.getByRole('button', { name: 'Forget This Computer…' }).tap();
    await sheet.getByText('Forget studio?').waitFor();
    assert.deepEqual(await askedOf(page), ['testPush']);
    await sheet.getByRole('button', { name: 'Forget', exact: true }).tap();
    assert.deepEqual(await askedOf(page), ['testPush', 'forget']);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  for (const [notifications, text] of [
    ['installFirst', 'Add to Home Screen'],
    ['denied', 'Notifications are blocked'],
    ['unsupported', 'can’t show notifications'],
  ] as const) {
    it(`say what to do where notifications are ${notifications}`, async () => {
      const { page } = await open({ sessions: believableBoard, phone: { notifications } });
      await page.getByRole('button', { name: 'Settings' }).tap();
      await page.getByRole('dialog').getByText(text).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Enable Notifications' }).count(), 0);
    });
  }

  it('switch notifications on by a tap', async () => {
    const { page } = await open({ sessions: believableBoard, phone: { notifications: 'ask' } });
    await page.getByRole('button', { name: 'Settings' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable Notifications' }).tap();
    assert.deepEqual(await askedOf(page), ['enableNotifications']);
  });
});

describe('The offer of notifications', () => {
  const offer = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

  it('stands above the board until the browser was asked', async () => {
    const { page } = await open({ sessions: believableBoard, phone: { notifications: 'ask' } });
    await offer(page).getByRole('button', { name: 'Enable Notifications' }).tap();
    assert.deepEqual(await askedOf(page), ['enableNotifications']);
    await setPhone(page, { notifications: 'on' });
    await offer(page).waitFor({ state: 'detached' });
  });

  it('is put off for good by whoever does not want it now', async () => {
    const { page } = await open({ sessions: believableBoard, phone: { notifications: 'ask' } });
    await offer(page).getByRole('button', { name: 'Not Now' }).tap();
    await offer(page).waitFor({ state: 'detached' });
    await eventually(async () => assert.equal(await storedValue(page, 'notifyLater'), true));
    await page.addInitScript(tellReads);
    await page.reload();
    await page.getByRole('navigation', { name: 'Groups' }).waitFor();
    await page.waitForFunction(() => document.documentElement.dataset['read'] === '"notifyLater"');
    await page.evaluate(afterMessages);
    assert.equal(await offer(page).count(), 0);
  });
});

describe('A phone without a board', () => {
  it('takes a pasted link, and says why it failed', async () => {
    const { page } = await open({ phone: { phase: 'unpaired', problem: 'The code is too old.' } });
    await page.getByRole('alert').getByText('The code is too old.').waitFor();
    const connect = page.getByRole('button', { name: 'Connect' });
    assert.equal(await connect.isDisabled(), true);
    await page.getByRole('textbox').fill('  https://box.example/#1.a.b.c ');
    await connect.tap();
    assert.deepEqual(await askedOf(page), ['pairBy https://box.example/#1.a.b.c']);
  });

  it('shows the characters to compare, readable one by one', async () => {
    const { page } = await open({ phone: { phase: 'waiting', code: 'K7Q 3XN' } });
    await page.getByRole('heading', { name: 'Accept this phone at the computer' }).waitFor();
    assert.match(await page.locator('.start-code').ariaSnapshot(), /K 7 Q\s+3 X N/u);
  });

  it('says that the computer is out of reach', async () => {
    const { page } = await open({ connection: 'connecting', phone: { phase: 'offline' } });
    await page.getByRole('heading', { name: 'studio can’t be reached' }).waitFor();
    await page.getByRole('button', { name: 'Reconnect' }).tap();
    assert.deepEqual(await askedOf(page), ['reconnect']);
  });
});

/** Runs in the page: marks its root with the key that was last read from the phone's storage. */
function tellReads(): void {
  const { prototype } = IDBObjectStore;
  const read: IDBObjectStore['get'] = Reflect.get(prototype, 'get');
  prototype.get = function get(key) {
    this.transaction.addEventListener('complete', () => {
      document.documentElement.dataset['read'] = JSON.stringify(key);
    });
    return read.call(this, key);
  };
}

/** Runs in the page: React renders in a message to itself, which precedes a later message. */
function afterMessages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve());
    port1.start();
    port2.postMessage('');
  });
}

/** Swipes sideways over the screen. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: 330 }],
    });
  await touch('touchStart', from);
  await touch('touchMove', (from + to) / 2);
  await touch('touchMove', to);
  await touch('touchEnd');
  await client.detach();
}
