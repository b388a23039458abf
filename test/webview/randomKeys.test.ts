import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { FromPage } from '../../src/shared/messages/pageMessages';
import { threeQuestions } from '../support/board/someQuestions';
import { answerableBoard } from '../support/page/answerableBoard';
import type { FakeHostOptions } from '../support/page/fakeHost';
import { pageSuite, phonePanelSuite, readerSuite } from '../support/page/pageSuite';
import { askedOf, phoneSuite } from '../support/page/phone/phoneView';
import {
  focusAny,
  pressAll,
  randomKey,
  seeded,
  seedOfRun,
  sentenceKeys,
  type KeyPress,
} from '../support/page/randomKeys';
import { aPhone } from '../support/phone/aPhone';
import { aPendingRequest, type SessionOverrides } from '../support/sessionBuilder';
import { believableTranscript } from '../support/transcript/believableTranscript';

/** Keys that each page gets, in several openings of it, since some keys lead to another view of it. */
const keysPerPage = 10_000;
const keysPerOpening = 1_248;
/** Keys that a focus gets, and those between which time passes: what has just come is not answered yet. */
const keysPerFocus = 24;
const keysPerMoment = 8;

/** What a page may ask its host for after any key: to show, to read and to keep what a person looks at. */
const harmless = new Set([
  'arrange',
  'openTranscript',
  'renameSession', // F2 opens a field for the name.
  'showRequestDiff',
  // Of a transcript.
  'copy',
  'find',
  'keep',
  'outline',
  'ping',
  'picture',
  'read',
  'ready',
  'seek',
  'whole',
  // Of what is on the screen, or was written.
  'ask',
  'draft',
  'inSight',
  'revealed',
  'shown',
]);

/** The names of messages that do more than that. */
function deedsIn(messages: readonly FromPage[]): readonly string[] {
  return messages
    .map((message) => {
      if (message.type === 'sessionCommand') return message.command;
      if (message.type === 'act') return `act ${message.name}`;
      return message.type === 'decide' ? `decide ${message.decision.kind}` : message.type;
    })
    .filter((name) => !harmless.has(name));
}

const words = ['data', 'fix the bug', 'made', 'test it', 'save and quit', 'go on', 'jump', 'a b c'];

describe('Keys without a modifier', function () {
  this.timeout(400_000);
  const openBoard = pageSuite();
  const openReader = readerSuite();
  const openPhone = phoneSuite();
  const openPanel = phonePanelSuite();
  const seed = seedOfRun();

  /** Presses random keys all over a page, with its time passing between them; `deeds` must stay empty. */
  async function pressMany(
    page: Page,
    random: () => number,
    deeds: () => readonly string[] | Promise<readonly string[]>,
  ): Promise<void> {
    const protocol = await page.context().newCDPSession(page);
    const pressed: string[] = [];
    for (let count = 0; count < keysPerOpening; count += keysPerMoment) {
      if (count % keysPerFocus === 0) await focusAny(page, random);
      await page.clock.runFor(600);
      const presses = Array.from({ length: keysPerMoment }, () => randomKey(random));
      pressed.push(...presses.map(labelOf));
      await pressAll(protocol, presses);
      const done = await deeds();
      assert.deepEqual(done, [], `KEYS_SEED=${seed}, after ${pressed.slice(-40).join(' ')}`);
    }
  }

  /** Opens a page as often as it takes, each time with other keys. */
  async function openings(run: (random: () => number, opening: number) => Promise<void>) {
    const random = seeded(seed);
    for (let opening = 0; opening * keysPerOpening < keysPerPage; opening += 1)
      await run(random, opening);
  }

  const boards: readonly FakeHostOptions[] = [
    {},
    { kept: { layout: 'list' } },
    { kept: { density: 'compact' } },
    { kept: { layout: 'grid' } },
  ];
  const places = [
    { place: 'panel', width: 1280 },
    { place: 'side', width: 320 },
  ] as const;
  for (const options of places) {
    it(`decide, send and end nothing on the board, place ${options.place}`, async () => {
      await openings(async (random, opening) => {
        const sessions = answerableBoard;
        const host = await openBoard({
          ...options,
          ...boards[opening % boards.length],
          sessions,
        });
        await pressMany(host.page, random, () =>
          deedsIn(host.received).filter((name) => name !== 'ready'),
        );
      });
    });
  }

  const requests: readonly SessionOverrides[] = [
    asks('Bash', { command: 'npm publish' }),
    asks('Edit', { file_path: '/home/dev/shop/a.ts', old_string: 'a', new_string: 'b' }),
    asks('AskUserQuestion', { questions: threeQuestions }),
    asks('AskUserQuestion', { questions: threeQuestions.slice(0, 1) }),
    asks('ExitPlanMode', { plan: '# Colours\n\n1. Paint it.\n' }),
    {
      pid: 4,
      agentState: { group: 'needs_you', state: 'idle', label: 'Ready for a prompt' },
      prompting: { way: 'hook', prompts: [] },
    },
    { pid: 4, prompting: { way: 'terminal', prompts: [] } },
    {
      pid: 4,
      agentState: { group: 'needs_you', state: 'errored', label: 'API error' },
      prompting: { way: 'hook', prompts: [] },
    },
  ];

  it('decide, send and end nothing beneath a transcript', async () => {
    const { lines } = believableTranscript();
    await openings(async (random, opening) => {
      const live = requests[opening % requests.length];
      const host = await openReader(lines, {
        ...(live !== undefined && { live }),
        pausedClock: true,
      });
      await pressMany(host.page, random, () => [
        ...deedsIn(host.bar.asked),
        ...host.asked.map(({ type }) => type).filter((name) => !harmless.has(name)),
      ]);
    });
  });

  it('decide, send and end nothing on a phone', async () => {
    await openings(async (random, opening) => {
      const host = await openPhone({ sessions: answerableBoard });
      const session = answerableBoard[opening % answerableBoard.length];
      await host.page.evaluate((id) => {
        location.hash = `#session=${id}`;
      }, session?.sessionId);
      await pressMany(host.page, random, async () => [
        ...deedsIn(host.received),
        ...(await askedOf(host.page)),
      ]);
    });
  });

  it('connect, accept and remove no phone in the panel for phones', async () => {
    const devices = [aPhone({ lastUse: 0 })];
    const { id, name, signingKey, agreementKey } = aPhone();
    const asking = { device: id, name, signingKey, agreementKey, code: 'K7M QX4' };
    await openings(async (random, opening) => {
      const panel = await openPanel({
        view: opening % 2 === 0 ? 'connect' : 'manage',
        pausedClock: true,
      });
      panel.tell(
        opening % 3 === 0
          ? { devices, pairing: { until: Date.UTC(2030, 0, 2), asking } }
          : { devices },
      );
      await pressMany(panel.page, random, () =>
        panel.parts.asked.map(([what]) => String(what)).filter((what) => what !== 'addressOf'),
      );
    });
  });

  it('decide nothing as whole sentences, with spaces and Enter, from any card of the board', async () => {
    const host = await openBoard({ sessions: answerableBoard });
    const protocol = await host.page.context().newCDPSession(host.page);
    for (const { sessionId } of answerableBoard) {
      for (const sentence of words) {
        await host.reveal(sessionId);
        await host.page.locator(`[data-session="${sessionId}"] .open:focus`).waitFor();
        await host.page.clock.runFor(600);
        await pressAll(protocol, sentenceKeys(sentence));
        assert.deepEqual(deedsIn(host.received), [], `${sentence} on ${sessionId}`);
      }
    }
  });

  it('decide nothing as whole sentences, with spaces and Enter, in a transcript', async () => {
    const { lines } = believableTranscript();
    for (const live of requests) {
      const host = await openReader(lines, { live, pausedClock: true });
      const protocol = await host.page.context().newCDPSession(host.page);
      for (const sentence of words) {
        await host.page.locator('.viewport').focus();
        await host.page.clock.runFor(600);
        await pressAll(protocol, [...sentenceKeys(sentence), { key: 'Escape', modifiers: 0 }]);
        assert.deepEqual(deedsIn(host.bar.asked), [], sentence);
      }
    }
  });
});

function asks(toolName: string, toolInput: unknown): SessionOverrides {
  return {
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission' },
    pendingRequest: aPendingRequest({
      requestId: 'one',
      cwd: '/home/dev/shop',
      toolName,
      toolInput,
      call: { id: 'call-one', fate: 'open', answerable: true },
    }),
  };
}

function labelOf({ key, modifiers }: KeyPress): string {
  const names = ['Alt', 'Ctrl', 'Meta', 'Shift'].filter((_, bit) => (modifiers & (1 << bit)) !== 0);
  return [...names, key].join('+');
}
