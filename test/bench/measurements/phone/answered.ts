import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { routes } from '../../../../src/shared/protocol/protocol';
import { call } from '../../../support/hub/wire/call';
import { postHook, type HookTarget } from '../../../support/hub/wire/hubTarget';
import { freshHome } from '../../freshHome';
import { verdict, type Measurement } from '../../measurement';
import { PhoneBrowser } from '../../phone/phoneBrowser';
import { PhoneHost } from '../../phone/phoneHost';
import { p50p95, percentile } from '../../statistics';

const budgetMs = 400;
const rounds = { small: 20, full: 200 };
/** Waiting time in ms before a tap: longer than a request must be visible for the tap to count. */
const guardMs = 600;

/** Measures the time from the end of a tap on Allow to the answer of the held hook call. */
export const phoneAnswered: Measurement = {
  name: 'phone answered',
  async measure({ bundles, small }) {
    using home = freshHome();
    await using hub = await PhoneHost.start(bundles, home.configHome);
    await using browser = await PhoneBrowser.start(hub);
    const answers = new Answers(hub.target, await browser.pair());
    await answers.open();
    await answers.tap(); // The first tap is discarded, because it compiles code on all sides.
    const waits: number[] = [];
    while (waits.length < (small ? rounds.small : rounds.full)) waits.push(await answers.tap());
    return [
      {
        figure: 'tap on Allow on a phone’s page → the client’s held call is answered',
        measured: p50p95(waits),
        budget: `p95 < ${budgetMs} ms`,
        verdict: verdict(percentile(waits, 0.95) < budgetMs),
        notes: [
          `${waits.length} requests, through a local proxy with TLS; the signature is made and checked in it, no network's delay is`,
        ],
      },
    ];
  },
};

/**
 * Script for the page. It is text, because the compiler's helper functions do not exist in the
 * page.
 */
const noteTap = `document.addEventListener(
  'touchend',
  () => { document.body.dataset.tappedAt = String(Date.now()); },
  { capture: true, once: true },
)`;

/** Requests to run a command, which are allowed one after the other. */
class Answers {
  private count = 0;

  constructor(
    private readonly target: HookTarget,
    private readonly page: Page,
  ) {}

  /** Opens the session's full view, where its requests are answered. */
  async open(): Promise<void> {
    await postHook(this.target, this.payload('PreToolUse'));
    await this.page.getByRole('button', { name: /^Running/u }).tap();
    await this.page.getByRole('article').getByRole('button').first().tap();
    await this.page.getByRole('main', { name: 'Session' }).waitFor();
  }

  /** Makes a request and taps Allow; returns the time in ms from the tap to the answer. */
  async tap(): Promise<number> {
    this.count += 1;
    const held = this.holdCall();
    // The rejection is handled where `held` is awaited, unless the page fails before.
    held.catch(() => undefined);
    const allow = this.page.getByRole('button', { name: 'Allow', exact: true });
    await allow.waitFor();
    await this.page.waitForTimeout(guardMs);
    await this.page.evaluate(noteTap);
    await allow.tap();
    const answeredAt = await held;
    const tappedAt = Number(await this.page.evaluate(() => document.body.dataset['tappedAt']));
    await postHook(this.target, this.payload('PostToolUse'));
    await allow.waitFor({ state: 'detached' });
    return answeredAt - tappedAt;
  }

  /**
   * Makes a held hook call, as the client does to wait for a person; returns the time of the answer
   * in ms since 1970.
   */
  private async holdCall(): Promise<number> {
    const { url, token } = this.target;
    const answer = await call(`${url}${routes.hook}?wait=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(this.payload('PermissionRequest')),
    });
    const at = Date.now();
    assert.match(answer.text, /"behavior":"allow"/u);
    return at;
  }

  private payload(event: string): object {
    return {
      session_id: 'be0c0000-0000-4000-8000-000000000001',
      cwd: '/home/dev/work/web-shop',
      hook_event_name: event,
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: `npm run build -- --number ${this.count}` },
      tool_use_id: `toolu_${this.count}`,
    };
  }
}
