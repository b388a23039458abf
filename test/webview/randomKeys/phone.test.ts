import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { phoneSuite } from '../../support/page/phone/phoneView';
import { deedsIn, pressEverywhere } from '../../support/page/randomKeys';

const asking = answerableBoard.filter(({ pendingRequest }) => pendingRequest !== undefined);
const others = answerableBoard.filter(({ pendingRequest }) => pendingRequest === undefined);

describe('Keys without a modifier', function () {
  this.timeout(400_000);
  const open = phoneSuite();

  it('decide, send and end nothing on a phone', async () => {
    await pressEverywhere(async (opening) => {
      const host = await open({ sessions: answerableBoard });
      const among = opening % 2 === 0 ? asking : others;
      const session = among[Math.floor(opening / 2) % among.length];
      await host.page.evaluate((id) => {
        location.hash = `#session=${id}`;
      }, session?.sessionId);
      return {
        page: host.page,
        deciding: '.whole-card',
        close: () => host.close(),
        deeds: (asked) => [...deedsIn(host.received), ...asked],
      };
    });
  });
});
