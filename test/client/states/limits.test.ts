import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { typeEscape, typePrompt } from '../../../src/extension/views/prompt/typing';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { say } from '../../support/claude/reply';
import { fail } from '../../support/claude/script';
import type { ClientSession } from '../../support/claude/session';
import { ClientStage } from '../../support/claude/stage';
import { until } from '../../support/until';
import type { WatchedHub } from '../../support/watchedHub';

const account = {
  accountUuid: '00000000-0000-4000-8000-000000000001',
  organizationUuid: '00000000-0000-4000-8000-000000000002',
  emailAddress: 'somebody@localhost',
  organizationRole: 'admin',
  billingType: 'stripe_subscription',
};
/** A fictitious login. */
const login = {
  claudeAiOauth: {
    accessToken: 'sk-ant-oat01-for-tests-on-loopback-only',
    refreshToken: 'sk-ant-ort01-for-tests-on-loopback-only',
    expiresAt: Date.now() + 86_400_000,
    scopes: ['user:inference', 'user:profile'],
    subscriptionType: 'max',
  },
};

/** The API's answer to a subscriber's request beyond a limit. */
function limitFailure(kind: 'five_hour' | 'seven_day', resetsAt: number) {
  const name = kind === 'five_hour' ? '5h' : '7d';
  const headers = {
    status: 'rejected',
    reset: String(resetsAt),
    'representative-claim': kind,
    [`${name}-status`]: 'rejected',
    [`${name}-reset`]: String(resetsAt),
    [`${name}-utilization`]: '1',
    'overage-status': 'rejected',
    'overage-disabled-reason': 'org_level_disabled',
  };
  const unified = Object.entries(headers).map(([key, value]) => [
    `anthropic-ratelimit-unified-${key}`,
    value,
  ]);
  return fail(429, { headers: { ...Object.fromEntries(unified), 'x-should-retry': 'false' } });
}

describe('The real client at a usage limit', function () {
  this.timeout(180_000);
  let stage: ClientStage;
  let hub: WatchedHub;
  let session: ClientSession;

  /** Logs in and starts the client, with or without its own continuation after a limit. */
  async function begin(autoContinueAtUsageLimit: boolean): Promise<void> {
    stage = await ClientStage.open({
      home: {
        settings: { autoContinueAtUsageLimit },
        state: { oauthAccount: account },
        env: { ANTHROPIC_API_KEY: '' },
      },
    });
    const file = path.join(stage.home.configHome, '.credentials.json');
    await fs.writeFile(file, JSON.stringify(login), { mode: 0o600 });
    hub = await stage.hub();
    await hub.live();
    await hub.offerControl();
    session = await stage.client();
    await hub.waitFor('the session', ({ pid }) => pid === session.pid);
  }
  afterEach(() => stage.close());

  const seconds = (more: number): number => Math.ceil(Date.now() / 1000) + more;
  const isLimited = (fits: (session: LiveSession) => boolean) =>
    hub.waitFor('the limit', (one) => one.limit !== undefined && fits(one));

  it('says when it resets, and that it continues by itself where it does', async () => {
    await begin(true);
    const resetsAt = seconds(3_600);
    stage.script('stop', limitFailure('five_hour', resetsAt));
    await session.prompt('[[stop]] go');
    const { limit, agentState } = await isLimited((one) => one.limit?.goesOn === true);
    assert.equal(limit?.resetsAt, new Date(resetsAt * 1000).toISOString());
    assert.deepEqual([agentState.group, agentState.state], ['autonomous', 'waiting_for_limit']);
    await session.terminal.waitForScreen(/continuing automatically/i);
    await session.waitFor('prompt');
    session.escape();
    const stopped = await isLimited((one) => one.limit?.goesOn === false);
    assert.equal(stopped.agentState.group, 'needs_you');
    assert.equal(stopped.agentState.state, 'limit_reached');
  });

  it('goes on at the reset where a person has said so, also from its dialog, and not before', async () => {
    await begin(false);
    await hub.holdTerminals([process.pid], (order) => {
      const terminal = { sendText: (text: string) => session.terminal.type(text) };
      if (order.type === 'typePrompt') void typePrompt(terminal, order.text);
      if (order.type === 'interrupt') typeEscape(terminal);
    });
    const resetsAt = seconds(25);
    stage.script('week', limitFailure('seven_day', resetsAt));
    stage.script('on', say('On.'));
    await session.prompt('[[week]] go');
    // The hook reports the minute, the transcript the second.
    const { sessionId } = await isLimited(
      ({ prompting, limit }) =>
        prompting?.way === 'terminal' && Date.parse(limit?.resetsAt ?? '') === resetsAt * 1000,
    );
    await hub.changePrompts(sessionId, {
      kind: 'add',
      id: 'later',
      text: '[[on]] Continue where you left off.',
      dueAt: resetsAt * 1000,
    });
    const waits = await isLimited((one) => one.agentState.state === 'waiting_for_limit');
    assert.equal(waits.agentState.label.key, 'limitQueued');
    await until(
      () => stage.api.requests.find(({ turn }) => turn?.position?.marker === 'on'),
      (request) => assert.ok(request !== undefined && request.at > resetsAt * 1000),
      90_000,
    );
    await hub.waitFor(
      'that it was read',
      ({ prompting }) => prompting?.prompts.some(({ state }) => state === 'read') === true,
    );
    await hub.waitFor('the end of the turn', ({ agentState }) => agentState.state === 'idle');
    assert.equal(stage.api.turns('on').length, 1);
  });
});
