import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession, aSubagent, secondsAgo } from '../../support/sessionBuilder';

const card = (host: FakeHost) => host.page.getByRole('article');

const outline = (text: string) => text.replace(/^\n+|\s+$/g, '').replace(/^ {6}/gm, '');

describe('a card', () => {
  const open = pageSuite();

  it('shows a branch only where enough of it can be read', async () => {
    const long = aSession({
      agentState: { group: 'needs_you', state: 'idle', label: 'Needs your prompt' },
      projectName: 'api-server',
      gitBranch: 'feat/keyboard-navigation-of-the-date-picker',
      tasks: { completed: 3, total: 5 },
      changes: { files: 2, edits: 6 },
    });
    const host = await open({ sessions: [long], width: 500, height: 700 });
    const widths: number[] = [];
    for (const width of [500, 420, 400, 380, 360, 340, 320, 300]) {
      await host.page.setViewportSize({ width, height: 700 });
      const shown = await host.page.locator('.branch').evaluate((branch) => {
        const line = branch.parentElement?.getBoundingClientRect();
        const box = branch.getBoundingClientRect();
        return line !== undefined && box.top >= line.bottom - 2 ? 0 : box.width;
      });
      assert.ok(shown === 0 || shown > 70, `${width}: ${shown}`);
      widths.push(shown);
    }
    assert.ok(widths.includes(0), `none has hidden it: ${widths.join()}`);
    assert.ok(Math.max(...widths) > 150, `none has shown it well: ${widths.join()}`);
  });

  it('says title, state, request, place, cost and time, and the rest where it is shown whole', async () => {
    const session = aSession({
      agentState: {
        group: 'needs_you',
        state: 'needs_permission',
        label: 'Needs permission: Bash',
      },
      stateSince: secondsAgo(240),
      pendingRequest: aPendingRequest(),
      lastPrompt: 'Run the tests again',
      tasks: { completed: 3, total: 5 },
      changes: { files: 2, edits: 6 },
      cost: { totalUsd: 1.5, estimated: true },
      subagents: [
        aSubagent({ transcriptPath: '/x/agent-a.jsonl' }),
        aSubagent({ agentId: 'b', agentType: 'Plan', state: 'needs_permission' }),
        aSubagent({ agentId: 'c', state: 'completed' }),
      ],
    });
    const host = await open({ sessions: [session] });
    assert.equal(
      await card(host).ariaSnapshot(),
      outline(`
      - article "Add pagination to the orders endpoint":
        - heading "Add pagination to the orders endpoint" [level=3]:
          - button "Add pagination to the orders endpoint"
        - paragraph: "Needs permission: Bash npm test"
        - text: api-server main 2 subagents working ≈$1.50
        - time: 4m
        - button "More Actions"
      `),
    );
    await host.choose(session.sessionId);
    await card(host)
      .getByText(/3 of 5 tasks/)
      .waitFor();
    const meter = card(host).getByRole('meter');
    assert.equal(await meter.getAttribute('aria-valuetext'), '25%, 50.0k of 200.0k tokens');
    await card(host).getByTitle('~/api-server', { exact: true }).waitFor();
  });

  it('says of one file that it was changed, not of “1 files”', async () => {
    const session = aSession({ changes: { files: 1, edits: 2 } });
    const host = await open({ sessions: [session] });
    await host.choose(session.sessionId);
    assert.match(await card(host).ariaSnapshot(), / 1 file changed\b/u);
  });

  it('leaves out what is not known, and a prompt that the title says already', async () => {
    const session = aSession({
      title: 'Fix the form',
      lastPrompt: 'Fix the form',
      contextWindow: { usedTokens: 0, sizeTokens: 0 },
    });
    const { gitBranch: _branch, model: _model, ...bare } = session;
    const host = await open({ sessions: [bare] });
    assert.equal(
      await card(host).ariaSnapshot(),
      outline(`
      - article "Fix the form":
        - heading "Fix the form" [level=3]:
          - button "Fix the form"
        - paragraph: Running Bash
        - text: api-server $0.42
        - time: 30s
        - button "More Actions"
      `),
    );
  });

  it('ticks each second, then each minute, and says since when', async () => {
    const host = await open({ sessions: [aSession({ stateSince: secondsAgo(57) })] });
    const time = card(host).getByRole('time');
    const shows = (text: string) =>
      eventually(async () => assert.equal(await time.innerText(), text));
    await shows('57s');
    await host.page.clock.runFor(1000);
    await shows('58s');
    await host.page.clock.runFor(2000);
    await shows('1m');
    await host.page.clock.runFor(59_000);
    await shows('1m');
    await host.page.clock.runFor(1000);
    await shows('2m');
    assert.equal(await time.getAttribute('datetime'), secondsAgo(57));
    assert.equal(await time.getAttribute('title'), 'Since 9:59:03 AM');
  });

  it('shows a state it does not know as it was sent, in the manner of its group', async () => {
    const agentState = {
      group: 'needs_you',
      state: 'moonlit',
      label: 'Gazing at the moon',
    } as const;
    const host = await open({ sessions: [aSession({ agentState })] });
    await card(host).getByText('Gazing at the moon').waitFor();
    assert.equal(await card(host).locator('.lucide-bell').count(), 1);
    assert.equal(await card(host).getAttribute('data-tone'), 'amber');
  });

  it('marks what is blocked on a person, and not what rests', async () => {
    const state = (sessionId: string, state: string) =>
      aSession({ sessionId, title: sessionId, agentState: { group: 'needs_you', state } });
    const host = await open({
      sessions: [state('asks', 'awaiting_input'), state('rests', 'idle')],
    });
    const edge = (name: string) =>
      host.page
        .getByRole('article', { name })
        .evaluate((element) => getComputedStyle(element).borderInlineStartWidth);
    assert.equal(await edge('asks'), '3px');
    assert.equal(await edge('rests'), '1px');
  });

  for (const [used, tone] of [
    [79, 'gray'],
    [80, 'amber'],
    [95, 'red'],
    [130, 'red'],
  ] as const) {
    it(`shows a context that is ${used} % full in ${tone}`, async () => {
      const contextWindow = { usedTokens: used * 2000 };
      const session = aSession({ contextWindow });
      const host = await open({ sessions: [session] });
      assert.equal(await host.page.locator('.context').isVisible(), tone !== 'gray');
      await host.choose(session.sessionId);
      await card(host)
        .getByText(`${Math.min(100, used)}%`)
        .waitFor();
      assert.equal(await card(host).locator('.context').getAttribute('data-tone'), tone);
    });
  }

  it('opens its session wherever it is clicked, and by Enter', async () => {
    const host = await open({ sessions: [aSession({ sessionId: 'one' })] });
    await card(host).click({ position: { x: 20, y: 60 } });
    await host.whole('one').waitFor();
    await host.page.keyboard.press('Escape');
    await card(host).getByRole('button', { name: 'Add pagination' }).press('Enter');
    await host.whole('one').waitFor();
    assert.deepEqual(host.received.slice(1), []);
  });
});

describe('hostile text', () => {
  const open = pageSuite();

  it('is shown as text, never as markup, link or sequence', async () => {
    const evil = '<img src=x onerror="document.title=1"><a href="https://x">click</a>';
    const session = aSession({
      title: `\u001B]0;owned\u0007${evil}\u202Egnp.exe`,
      projectName: '\u001B[31mred\u001B[0m<b>bold</b>',
      gitBranch: '\u202Eniam',
      lastPrompt: `<script>document.title = 'owned'</script>`,
      model: '<i>model</i>',
      agentState: {
        group: 'needs_you',
        state: '<b>state</b>',
        label: '<u>label</u>',
        context: {},
      },
      pendingRequest: aPendingRequest({
        toolInput: { command: `${evil}\u001B[2J` },
        agentType: '<b>agent</b>',
      }),
      subagents: [aSubagent({ agentType: '<b>Explore</b>', description: evil, state: '<s>' })],
    });
    const host = await open({ sessions: [session] });
    await card(host)
      .getByRole('button', { name: `⟨U+001B⟩]0;owned⟨U+0007⟩${evil}⟨U+202E⟩gnp.exe` })
      .waitFor();
    await host.choose(session.sessionId);
    await card(host).getByRole('button', { name: 'Details' }).click();
    await card(host).locator('.request-parts').getByText(evil).waitFor();
    const markup = card(host).locator('img, a, b, i, u, s, script');
    assert.equal(await markup.count(), 0);
    const text = (await card(host).innerText()) + (await card(host).innerHTML());
    for (const hidden of ['\u001B', '\u0007', '\u202E']) assert.ok(!text.includes(hidden));
    assert.equal(await host.page.title(), 'Mission Control');
  });

  it('that is endless stays within its lines', async () => {
    const word = 'x'.repeat(5000);
    const session = aSession({
      title: word,
      projectName: word,
      gitBranch: word,
      lastPrompt: `y${word}`,
      model: word,
      agentState: { label: word },
      pendingRequest: aPendingRequest({ toolInput: { command: `${word}\n`.repeat(50) } }),
      subagents: [aSubagent({ agentType: word, description: word, state: word })],
    });
    const host = await open({ sessions: [session], width: 300, height: 700 });
    await host.page.getByRole('tab', { name: 'Running 1' }).click();
    for (const [layout, height] of Object.entries({ tabs: 160, list: 80, grid: 100 })) {
      if (layout !== 'tabs') await host.page.keyboard.press('l');
      const box = await card(host).boundingBox();
      assert.ok(box && box.width <= 300 && box.height < height, `${layout} ${JSON.stringify(box)}`);
      assert.deepEqual(await overflowing(host), []);
    }
    await host.choose(session.sessionId);
    await card(host).getByRole('button', { name: 'Details' }).click();
    await card(host).getByRole('heading', { name: 'Last prompt' }).waitFor();
    assert.deepEqual(await overflowing(host), []);
  });
});

/** Elements whose content is wider than the element. */
function overflowing(host: FakeHost): Promise<readonly string[]> {
  return host.page.evaluate(() =>
    [...document.querySelectorAll('.column-scroll, .groups, .whole-scroll, body')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.className} ${element.scrollWidth} ${element.clientWidth}`),
  );
}
