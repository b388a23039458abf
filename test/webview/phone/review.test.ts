import { rmSync } from 'node:fs';
import { handsetSuite } from '../../support/phone/handsetSuite';
import { ReviewScene } from '../../support/review/reviewScene';

describe('A review on a phone, by a hub', function () {
  this.timeout(120_000);
  const suite = handsetSuite('own');
  let scene: ReviewScene | undefined;
  afterEach(() => {
    if (scene !== undefined) rmSync(scene.folder, { recursive: true, force: true });
  });

  it('shows what a session changed in a real repository, and is marked', async () => {
    scene = await ReviewScene.on(suite.desk.hub);
    scene.commit({ 'src/round.ts': 'export const digits = 2;\nexport const half = "up";\n' });
    const session = scene.session();
    await session.prompt('Round half to even');
    await session.edit('src/round.ts', '"up"', '"even"');
    await session.save('src/even.ts', 'export const even = true;\n');
    await session.turnEnded();
    await session.known();
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    const { page } = phone;
    await page.evaluate((id) => {
      location.hash = `#session=${id}`;
    }, session.sessionId);
    await page.getByRole('button', { name: 'Review Changes' }).tap();
    await page.getByRole('button', { name: /src\/round\.ts/u }).tap();
    await page.locator('.review-line[data-sign="+"]').getByText('"even"').waitFor();
    await page.locator('.review-line[data-sign="-"]').getByText('"up"').waitFor();
    await page.getByRole('button', { name: 'Back to the Files' }).tap();
    await page.getByRole('button', { name: 'Mark as Reviewed' }).tap();
    await page.getByRole('button', { name: 'Mark as Not Reviewed' }).waitFor();
    // Files that were read stay readable; the others are loaded once the phone is connected again.
    await suite.stop();
    await phone.phase('offline');
    await page.getByRole('button', { name: /src\/round\.ts/u }).tap();
    await page.locator('.review-line[data-sign="+"]').getByText('"even"').waitFor();
    await page.locator('[data-action="previousFile"]').tap();
    await phone.says(/Not connected\. It is loaded as soon as/u);
    await suite.restart();
    await page.getByText('export const even = true;').waitFor();
  });
});
