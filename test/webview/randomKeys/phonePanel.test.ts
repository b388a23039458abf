import { phonePanelSuite } from '../../support/page/pageSuite';
import { pressEverywhere } from '../../support/page/randomKeys';
import { aPhone } from '../../support/phone/aPhone';

describe('Keys without a modifier', function () {
  this.timeout(400_000);
  const open = phonePanelSuite();

  it('connect, accept and remove no phone in the panel for phones', async () => {
    const devices = [aPhone({ lastUse: 0 })];
    const { id, name, signingKey, agreementKey } = aPhone();
    const asking = { device: id, name, signingKey, agreementKey, code: 'K7M QX4' };
    await pressEverywhere(async (opening) => {
      const panel = await open({
        view: opening % 2 === 0 ? 'connect' : 'manage',
        pausedClock: true,
      });
      panel.tell(
        opening % 3 === 0
          ? { devices, pairing: { until: Date.UTC(2030, 0, 2), asking } }
          : { devices },
      );
      return {
        page: panel.page,
        close: () => panel.close(),
        deeds: () =>
          panel.parts.asked.map(([what]) => String(what)).filter((what) => what !== 'addressOf'),
      };
    });
  });
});
