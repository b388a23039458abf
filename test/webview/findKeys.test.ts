import assert from 'node:assert/strict';
import type { FromPage } from '../../src/shared/messages/pageMessages';
import { eventually } from '../support/page/eventually';
import { answerableBoard } from '../support/page/boards/answerableBoard';
import { pageSuite, readerSuite } from '../support/page/pageSuite';
import { aPendingRequest } from '../support/sessionBuilder';
import { believableTranscript } from '../support/transcript/believableTranscript';
import { waitUntilRead } from '../support/page/read';

/** Prevents the default of Ctrl+F before the page receives it, like the editor's webview host. */
const script = `window.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.keyCode === 70) event.preventDefault();
}, { capture: true });`;

const deeds = (messages: readonly FromPage[]): readonly FromPage[] =>
  messages.filter(({ type }) =>
    ['decide', 'act', 'sessionCommand', 'changePrompts'].includes(type),
  );

describe('Ctrl+F and Cmd+F, whose default the webview host prevents', function () {
  this.timeout(60_000);
  const openBoard = pageSuite();
  const openReader = readerSuite();

  for (const key of ['Control+f', 'Meta+f']) {
    for (const [place, width] of [
      ['panel', 1280],
      ['side', 300],
    ] as const) {
      it(`lead the word typed next into the filter of the board: ${key}, place ${place}`, async () => {
        const host = await openBoard({ sessions: answerableBoard, script, place, width });
        await host.page.keyboard.press('n');
        await host.page.locator('.open:focus, .whole-title:focus').waitFor();
        await host.page.clock.runFor(700);
        await host.page.keyboard.press(key);
        await host.page.keyboard.type('data');
        assert.equal(await host.page.locator('.filter-input:focus').inputValue(), 'data');
        await host.page.keyboard.press(key);
        await host.page.keyboard.type('a');
        assert.equal(await host.page.locator('.filter-input:focus').inputValue(), 'a');
        assert.deepEqual(deeds(host.received), []);
      });
    }

    it(`lead the word typed next into the search of a transcript: ${key}`, async () => {
      const pendingRequest = aPendingRequest({
        requestId: 'one',
        call: { id: 'call-one', fate: 'open', answerable: true },
      });
      const { lines } = believableTranscript();
      const host = await openReader(lines, { script, live: { pendingRequest } });
      await host.page.locator('.bar-title').focus();
      await waitUntilRead(host.page.locator('.bar-title'));
      await host.page.keyboard.press(key);
      await host.page.keyboard.type('data');
      assert.equal(await host.page.locator('.find-input:focus').inputValue(), 'data');
      assert.deepEqual(deeds(host.bar.asked), []);
    });
  }

  it('are followed by a second without letters where there is nothing to filter', async () => {
    const host = await openBoard({ sessions: answerableBoard, script, kept: { layout: 'day' } });
    await host.page.keyboard.press('Control+f');
    await host.page.keyboard.type('l');
    await host.page.getByText('Letters are ignored for a second').first().waitFor();
    assert.equal(await host.page.locator('[data-layout="day"]').count(), 1);
    await host.page.clock.runFor(1_100);
    await host.page.keyboard.type('l');
    await host.page.locator('[data-layout="columns"]').waitFor();
  });
});

describe('A word that is typed past any field', function () {
  this.timeout(60_000);
  const openBoard = pageSuite();

  for (const key of ['Control+Enter', 'Control+Backspace']) {
    it(`answers nothing by the ${key} at its end, which does once a moment has passed`, async () => {
      const host = await openBoard({ sessions: answerableBoard });
      await host.page.keyboard.press('n');
      await host.page.locator('.open:focus, .whole-title:focus').waitFor();
      await host.page.clock.runFor(1_100);
      await host.page.keyboard.type('bye bye');
      await host.page.keyboard.press(key);
      await host.page.getByText('no field has the focus').first().waitFor();
      assert.deepEqual(deeds(host.received), []);
      await host.page.clock.runFor(1_100);
      await host.page.keyboard.press(key);
      await eventually(() => assert.equal(deeds(host.received).length, 1));
    });
  }
});
