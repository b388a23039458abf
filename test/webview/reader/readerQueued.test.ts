import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import { readerSuite } from '../../support/page/pageSuite';
import { branchingLines, type Said } from '../../support/transcript/branchingLines';

describe('a queued prompt that no other entry of a transcript has', function () {
  this.timeout(60_000);
  const open = readerSuite();

  const entries: readonly Said[] = [
    ['p1', null, 'Begin with the shop'],
    ['a1', 'p1', 'It is begun.'],
    ['p2', 'a1', 'Also use the test browser\n\nand **no** other'],
    ['a2', 'p2', 'It is used.'],
  ];
  const [begin, begun, taken, used] = branchingLines(entries);
  const enqueue = {
    type: 'queue-operation',
    operation: 'enqueue',
    timestamp: '2026-03-02T09:00:01.500Z',
    content: 'Also use the test browser\n\nand **no** other',
  };
  const dequeue = { type: 'queue-operation', operation: 'dequeue' };

  it('stands whole in its place, as one that was not read', async () => {
    const host = await open([begin, enqueue, dequeue, begun]);
    const row = host.page.getByRole('article', { name: 'Queued prompt' });
    await row.getByText('queued, not recorded as read').waitFor();
    assert.equal(await row.locator('.markdown strong').textContent(), 'no');
    const rows = host.page.getByRole('article');
    assert.deepEqual(
      await rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
      ['You', 'Queued prompt', 'Claude'],
    );
    await host.page.keyboard.press('o');
    const outline = host.page.getByRole('navigation', { name: 'Outline' });
    await eventually(async () =>
      assert.deepEqual(await outline.locator('bdi').allTextContents(), ['Begin with the shop']),
    );
  });

  it('goes as soon as an entry has it, whose row shows it alone', async () => {
    const host = await open([begin, begun, enqueue]);
    const row = host.page.getByRole('article', { name: 'Queued prompt' });
    await row.waitFor();
    await host.append(dequeue, taken, used);
    await host.row('It is used.').waitFor();
    await eventually(async () => assert.equal(await row.count(), 0));
    assert.equal(await host.page.getByText('Also use the test browser').count(), 1);
  });

  it('is where a search leads, also far above the end, and one that was taken is no match', async () => {
    const long: Said[] = [];
    for (let index = 0; index < 400; index += 1)
      long.push([`x${index}`, index === 0 ? 'a2' : `x${index - 1}`, `Go on ${'o'.repeat(4_000)}`]);
    const lines = [begin, begun, { ...enqueue, content: 'Paint the test browser red' }];
    const rest = [enqueue, dequeue, taken, used, ...branchingLines(long)];
    const host = await open([...lines, ...rest], { quote: 'the test browser' });
    const row = host.page.getByRole('article', { name: 'Queued prompt' });
    await row.getByText('Paint the test browser red').waitFor();
    await eventually(async () => assert.equal(await row.getAttribute('data-target'), 'true'));
    await host.page.getByText('1 of 2').waitFor();
  });
});
