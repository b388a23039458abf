import { readerSuite } from '../../support/page/pageSuite';
import { deedsIn, harmless, pressEverywhere } from '../../support/page/randomKeys';
import { barRequests } from '../../support/page/boards/barRequests';
import { believableTranscript } from '../../support/transcript/believableTranscript';

describe('Keys without a modifier', function () {
  this.timeout(400_000);
  const open = readerSuite();

  it('decide, send and end nothing beneath a transcript', async () => {
    const { lines } = believableTranscript();
    await pressEverywhere(async (opening) => {
      const live = barRequests[opening % barRequests.length];
      const host = await open(lines, { ...(live !== undefined && { live }), pausedClock: true });
      return {
        page: host.page,
        deciding: '.session-bar',
        close: () => host.close(),
        deeds: () => [
          ...deedsIn(host.bar.asked),
          ...host.asked.map(({ type }) => type).filter((name) => !harmless.has(name)),
        ],
      };
    });
  });
});
