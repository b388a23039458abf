import { answerableBoard } from './boards/answerableBoard';
import type { FakeHostOptions } from './fakeHost';
import { pageSuite } from './pageSuite';
import { deedsIn, pressEverywhere } from './randomKeys';

const arrangements: readonly FakeHostOptions[] = [
  {},
  { kept: { layout: 'list' } },
  { kept: { density: 'compact' } },
  { kept: { layout: 'grid' } },
];

const asking = answerableBoard.filter(({ pendingRequest }) => pendingRequest !== undefined);

/**
 * Tests random keys on the board in one place; each place has its own test file because of the run
 * time.
 */
export function testKeysOnBoard(options: Pick<FakeHostOptions, 'place' | 'width'>): void {
  describe('Keys without a modifier', function () {
    this.timeout(400_000);
    const open = pageSuite();

    it(`decide, send and end nothing on the board, place ${options.place}`, async () => {
      await pressEverywhere(async (opening) => {
        // All requests, plus one third of the other sessions per opening, since many cards are
        // alike.
        const sessions = answerableBoard.filter(
          ({ pendingRequest }, at) => pendingRequest !== undefined || at % 3 === opening % 3,
        );
        const arrangement = arrangements[opening % arrangements.length];
        const host = await open({ ...options, ...arrangement, sessions });
        return {
          page: host.page,
          deciding: asking.map(({ sessionId }) => `[data-session="${sessionId}"]`).join(),
          lead: async (time) => host.reveal(asking[time % asking.length]?.sessionId ?? ''),
          close: () => host.close(),
          deeds: () => deedsIn(host.received),
        };
      });
    });
  });
}
