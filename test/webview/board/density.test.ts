import assert from 'node:assert/strict';
import type { Arrangement } from '../../../src/shared/board/arrangement';
import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession } from '../../support/sessionBuilder';
import { chooseView } from '../../support/page/chooseView';

const compact = { density: 'compact' } as const;

const asking = aSession({
  sessionId: 'asks',
  title: 'Asks',
  agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
  pendingRequest: aPendingRequest({
    requestId: 'request',
    call: { id: 'call', fate: 'open', answerable: true },
  }),
});

const density = (host: FakeHost) => host.page.getByRole('main').getAttribute('data-density');
const becomes = (host: FakeHost, name: string) =>
  eventually(async () => assert.equal(await density(host), name));

describe('the density of the cards', () => {
  const open = pageSuite();

  it('is chosen in a menu, kept by the page and told to its window', async () => {
    const host = await open({ sessions: [asking] });
    await becomes(host, 'comfortable');
    await chooseView(host.page, 'Compact');
    await becomes(host, 'compact');
    await eventually(() => {
      const last = host.received.at(-1);
      assert.equal(last?.type === 'arrange' && last.arrangement.density, 'compact');
    });
    await host.page.reload();
    await becomes(host, 'compact');
  });

  it('begins with what the window kept', async () => {
    const host = await open({ sessions: [asking], kept: compact });
    await becomes(host, 'compact');
  });

  it('gives a card a line less of what its session does or asks', async () => {
    const heights = async (arrangement: Arrangement): Promise<readonly number[]> => {
      const host = await open({ sessions: answerableBoard, kept: arrangement });
      await host.page.locator('.card').first().waitFor();
      const all = await host.page
        .locator('.card')
        .evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().height));
      return [...new Set(all.map(Math.round))];
    };
    const [[roomy, ...others], [less, ...more]] = [await heights({}), await heights(compact)];
    assert.deepEqual([others, more], [[], []]);
    assert.ok(roomy !== undefined && less !== undefined && less < roomy - 10, `${less}, ${roomy}`);
  });
});
