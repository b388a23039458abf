import { answerableBoard } from '../../support/page/answerableBoard';
import { phoneSuite } from '../../support/page/phone/phoneView';
import { deedsIn, pressEverywhere } from '../../support/page/randomKeys';

describe('Keys without a modifier', function () {
  this.timeout(400_000);
  const open = phoneSuite();

  it('decide, send and end nothing on a phone', async () => {
    await pressEverywhere(async (opening) => {
      const host = await open({ sessions: answerableBoard });
      const session = answerableBoard[opening % answerableBoard.length];
      await host.page.evaluate((id) => {
        location.hash = `#session=${id}`;
      }, session?.sessionId);
      return {
        page: host.page,
        close: () => host.close(),
        deeds: (asked) => [...deedsIn(host.received), ...asked],
      };
    });
  });
});
