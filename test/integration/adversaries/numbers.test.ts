import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { routes } from '../../../src/shared/protocol/protocol';
import { TestHub } from '../../support/hub/testHub';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile, type Line } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const dayMs = 86_400_000;
/** Implausible times, which a line or file may contain. */
const hostileTimes = [
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  new Date(Date.now() + 3 * dayMs).toISOString(),
  '1970-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
];
/** Token counts that no answer has; JavaScript parses the last one as infinity. */
const hostileCounts = ['1e308', '4294967295', '10000001', '1e999'];

describe('Numbers that nobody can mean', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub | undefined;

  beforeEach(async () => {
    home = await tempHome();
  });
  afterEach(async () => {
    await hub?.close();
    hub = undefined;
    await removeHome(home);
  });

  async function started(): Promise<TestHub> {
    hub = await TestHub.start(home);
    await hub.running.complete;
    return hub;
  }

  const isBelievable = (time: string): boolean => {
    const at = Date.parse(time);
    return at === 0 || (at >= Date.UTC(2025, 0, 1) && at <= Date.now() + dayMs);
  };
  /** The line with another number, as text, since JSON can't represent all of them. */
  const withCount = (line: Line, field: string, count: string): string =>
    JSON.stringify(line).replace(new RegExp(`"${field}":\\d+`), `"${field}":${count}`);

  const fields = [
    'input_tokens',
    'output_tokens',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
  ];
  for (const count of hostileCounts) {
    it(`are never priced as tokens of an answer: ${count}`, async () => {
      const good = TranscriptFile.of(home, 'good');
      await good.write(good.prompt('Build'), good.answer('Built.', 'msg_good', { output: 100 }));
      const bad = TranscriptFile.of(home, 'bad');
      await bad.write(bad.prompt('Build'));
      for (const [index, field] of fields.entries())
        await bad.write(withCount(bad.answer('Built.', `msg_${index}`), field, count));
      const running = await started();
      const { summary } = await running.board();
      assert.equal(summary.totalTokensToday, 110);
      assert.ok(summary.totalCostTodayUsd > 0 && summary.totalCostTodayUsd < 0.01);
      const session = await running.session('bad');
      assert.deepEqual([session?.cost.totalUsd, session?.tokens.total], [0, 0]);
      assert.ok((session?.contextWindow.usedTokens ?? 0) <= 10_000_000);
    });
  }

  it('are not believed of compactions, retries and waits for a limit either', async () => {
    const one = TranscriptFile.of(home, 'one');
    const system = (rest: object): Line => ({ ...one.prompt(''), type: 'system', ...rest });
    const metadata = { trigger: 'auto', preTokens: 1e300, postTokens: 1e300 };
    await one.write(
      one.prompt('Build'),
      one.answer('Built.'),
      system({ subtype: 'compact_boundary', compactMetadata: metadata }),
      one.prompt('Go on'),
      system({ subtype: 'api_error', retryAttempt: 1e300, maxRetries: -1, retryInMs: 1e300 }),
    );
    const limited = TranscriptFile.of(home, 'limited');
    const words = 'You’ve hit your limit · resets Jan 5, 9999, 3pm (Europe/Berlin)';
    const refusal = { isApiErrorMessage: true, error: 'rate_limit' };
    await limited.write(
      limited.prompt('Build'),
      limited.answer(
        words,
        'msg_1',
        {},
        {
          ...refusal,
          quotaLimits: { status: 'rejected', resetsAt: 253_402_300_799 },
        },
      ),
    );
    const running = await started();
    const { sizeTokens, usedTokens, usedPercent, compactsAtTokens } =
      (await running.session('one'))?.contextWindow ?? assert.fail();
    assert.ok(sizeTokens <= 1_000_000 && usedTokens <= 1_000_000 && usedPercent <= 100);
    assert.ok((compactsAtTokens ?? 0) <= 1_000_000);
    assert.equal((await running.session('limited'))?.limit?.resetsAt, undefined);
  });

  it('sort no session first when they are its times, and make no day', async () => {
    for (const [index, timestamp] of hostileTimes.entries()) {
      const one = TranscriptFile.of(home, `bad-${index}`);
      const lines = [one.prompt('Build'), one.answer('Built.', `msg_${index}`)];
      await one.write(...lines.map((line) => ({ ...line, timestamp })));
    }
    const good = TranscriptFile.of(home, 'good');
    await good.write(good.prompt('Build'), good.answer('Built.', 'msg_good'));
    const running = await started();
    const { sessions, summary } = await running.board();
    assert.ok(sessions.some(({ sessionId }) => sessionId === 'good'));
    for (const { startedAt, lastActivityAt, stateSince } of sessions)
      for (const time of [startedAt, lastActivityAt, stateSince])
        assert.ok(isBelievable(time), time);
    const newest = sessions.toSorted((a, b) => (a.lastActivityAt < b.lastActivityAt ? 1 : -1))[0];
    assert.equal(newest?.sessionId, 'good');
    assert.equal(summary.totalTokensToday, 15);
    const day = JSON.parse((await running.call(routes.day)).text) as { readonly days: string[] };
    const today = new Date().getFullYear();
    assert.ok(day.days.every((one) => Math.abs(Number(one.slice(0, 4)) - today) <= 1));
  });

  it('put no past session before all others in Find Session', async () => {
    const now = Date.now();
    for (const [name, at] of [
      ['old', now - 40 * dayMs],
      ['new', now - 30 * dayMs],
    ] as const) {
      const one = new TranscriptFile(name, path.join(home, 'projects', '-p', `${name}.jsonl`), at);
      await one.write(one.prompt(`Build ${name}`), one.answer('Built.', `msg_${name}`));
      await fs.utimes(one.file, at / 1000, at / 1000);
    }
    const bad = new TranscriptFile('bad', path.join(home, 'projects', '-p', 'bad.jsonl'));
    const [prompt, answer] = [bad.prompt('Build bad'), bad.answer('Built.', 'msg_bad')];
    const timestamp = '9999-12-31T23:59:59.999Z';
    await bad.write({ ...prompt, timestamp }, { ...answer, timestamp });
    await fs.utimes(bad.file, 253_402_300_799, 253_402_300_799);
    const running = await started();
    const page = await until(
      async () => {
        const query = `${routes.history}?query=&tokens=&limit=10`;
        return JSON.parse((await running.call(query)).text) as {
          readonly sessions?: readonly {
            readonly sessionId: string;
            readonly lastActivityAt: string;
          }[];
          readonly complete?: boolean;
        };
      },
      ({ complete }) => assert.equal(complete, true),
    );
    for (const { lastActivityAt } of page.sessions ?? []) assert.ok(isBelievable(lastActivityAt));
    assert.deepEqual(
      page.sessions?.map(({ sessionId }) => sessionId),
      ['new', 'old', 'bad'],
    );
  });

  it('are no times of a process that the registry tells', async () => {
    const folder = path.join(home, 'sessions');
    await fs.mkdir(folder, { recursive: true });
    const entry = {
      sessionId: 'one',
      cwd: '/home/dev/shop',
      version: '2.1.329',
      status: 'busy',
      startedAt: 8.64e15,
      statusUpdatedAt: 253_402_300_799_000,
      updatedAt: 1e300,
    };
    await fs.writeFile(path.join(folder, `${process.pid}.json`), JSON.stringify(entry));
    const running = await started();
    const session = await running.waitFor('one', ({ agentState }) =>
      assert.notEqual(agentState.group, 'delivered'),
    );
    const { startedAt, lastActivityAt, stateSince } = session;
    for (const time of [startedAt, lastActivityAt, stateSince]) assert.ok(isBelievable(time), time);
  });

  it('are no times at which a hook was sent', async () => {
    const running = await started();
    for (const [index, sentAt] of ['999999999999999', '1', '0'].entries()) {
      const payload = {
        session_id: `s${index}`,
        hook_event_name: 'UserPromptSubmit',
        prompt: 'Go',
      };
      await running.hook(payload, { 'x-sent-at': sentAt });
    }
    await running.hook(
      { session_id: 's3', hook_event_name: 'UserPromptSubmit', prompt: 'Go' },
      { 'x-sent-uptime': '9999999999.99' },
    );
    for (const id of ['s0', 's1', 's2', 's3']) {
      const { lastActivityAt, stateSince } = await running.waitFor(id, () => undefined);
      for (const time of [lastActivityAt, stateSince])
        assert.ok(Math.abs(Date.now() - Date.parse(time)) < dayMs, time);
    }
  });
});
