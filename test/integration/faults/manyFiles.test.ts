import assert from 'node:assert/strict';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const folders = 50;
const filesEach = 10;
const count = folders * filesEach;

/** Simulates a restored backup or a late synchronization of a whole history. */
describe('Hundreds of transcripts that come at once', function () {
  this.timeout(120_000);
  let home: string;
  let hub: TestHub;

  before(async () => {
    home = await tempHome();
    hub = await TestHub.start(home);
    await hub.running.complete;
  });
  after(async () => {
    await hub?.close();
    await removeHome(home);
  });

  it('are all counted, while a session at work is followed as ever', async () => {
    const working = TranscriptFile.of(home, 'working');
    await working.write(working.prompt('Before'));
    await hub.waitFor('working', ({ lastPrompt }) => assert.equal(lastPrompt, 'Before'));
    const writing = Array.from({ length: folders }, async (_, folder) => {
      for (let file = 0; file < filesEach; file += 1) {
        const id = `${folder}-${file}`;
        const one = TranscriptFile.of(home, `session-${id}`, `-home-dev-p${folder}`);
        await one.write(
          one.prompt('Go'),
          one.answer('Done.', `msg-${id}`, { input: 1, output: 1 }),
        );
      }
    });
    await working.write(working.prompt('Meanwhile'));
    await Promise.all(writing);
    await hub.waitFor('working', ({ lastPrompt }) => assert.equal(lastPrompt, 'Meanwhile'));
    await until(
      () => hub.summary(),
      ({ totalTokensToday }) => assert.equal(totalTokensToday, count * 2),
      90_000,
    );
    const { sessions } = await until(
      () => hub.board(),
      (board) => assert.ok(board.sessions.length >= 100, `${board.sessions.length} cards`),
    );
    assert.ok(sessions.some(({ sessionId }) => sessionId === 'working'));
  });
});
