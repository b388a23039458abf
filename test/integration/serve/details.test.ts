import assert from 'node:assert/strict';
import {
  routes,
  sessionDetailsSchema,
  type SessionDetails,
} from '../../../src/shared/protocol/protocol';
import { dayReportSchema, type DayReport } from '../../../src/shared/protocol/work/day';
import { aHook, sessionId } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

describe('What is asked for when a person looks closer', () => {
  let home: string;
  let hub: TestHub;
  beforeEach(async () => {
    home = await tempHome();
    hub = await TestHub.start(home);
  });
  afterEach(async () => {
    await hub.dispose();
    await removeHome(home);
  });

  async function details(): Promise<SessionDetails> {
    const answer = await hub.call(`${routes.sessions}/${sessionId}/details`);
    assert.equal(answer.status, 200, answer.text);
    return sessionDetailsSchema.parse(JSON.parse(answer.text));
  }

  async function day(query = ''): Promise<DayReport> {
    const answer = await hub.call(`${routes.day}${query}`);
    assert.equal(answer.status, 200, answer.text);
    return dayReportSchema.parse(JSON.parse(answer.text));
  }

  it('has the files that were changed, the last one first, and what they cost', async () => {
    const transcript = TranscriptFile.of(home, sessionId);
    const tokens = { input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000 };
    await transcript.write(
      transcript.prompt('Go'),
      transcript.call('Edit', { file_path: '/w/a.ts' }, 't1', 'm1', tokens),
      transcript.result('t1'),
      transcript.call('Write', { file_path: '/w/b.ts' }, 't2', 'm2'),
      transcript.result('t2'),
      transcript.call('Edit', { file_path: '/w/a.ts' }, 't3', 'm3'),
      transcript.result('t3'),
    );
    await hub.hook(aHook('UserPromptSubmit', { transcript_path: transcript.file, prompt: 'Go' }));
    await hub.waitFor(sessionId, ({ changes, tokens: { total } }) =>
      assert.deepEqual([changes, total], [{ files: 2, edits: 3 }, 3_000_030]),
    );
    const actual = await details();
    assert.deepEqual(actual.changes, [
      { path: '/w/a.ts', edits: 2 },
      { path: '/w/b.ts', edits: 1 },
    ]);
    const { totalUsd } = (await hub.waitFor(sessionId, () => undefined)).cost;
    const { byKind, models } = actual.cost;
    const sum = Object.values(byKind).reduce((all, usd) => all + usd, 0);
    assert.ok(totalUsd > 0 && Math.abs(sum - totalUsd) < 1e-6, `${sum} ${totalUsd}`);
    assert.deepEqual(
      models.map(({ model, usd }) => [model, Math.round(usd * 1e6)]),
      [[models[0]?.model, Math.round(totalUsd * 1e6)]],
    );
    assert.ok(byKind.output > byKind.input && byKind.input > byKind.cacheRead);
  });

  it('has the tasks by their subjects, and what was done in the last hour', async () => {
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Go' }));
    await hub.hook(aHook('TaskCreated', { task_id: '1', task_subject: 'Write the migration' }));
    await hub.hook(aHook('TaskCreated', { task_id: '2', task_subject: 'Run it' }));
    await hub.hook(aHook('TaskCompleted', { task_id: '1', task_subject: 'Write the migration' }));
    await hub.waitFor(sessionId, ({ tasks }) => assert.equal(tasks?.completed, 1));
    await hub.hook(aHook('PermissionRequest', { tool_name: 'Bash', tool_input: {} }));
    const found = await until(details, ({ recent }) =>
      assert.equal(recent.at(-1)?.kind, 'blocked'),
    );
    assert.deepEqual(found.tasks, [
      { subject: 'Write the migration', completed: true },
      { subject: 'Run it', completed: false },
    ]);
    assert.equal(found.recent[0]?.kind, 'running');
  });

  it('is nothing for a session that is not there', async () => {
    const answer = await hub.call(`${routes.sessions}/nobody/details`);
    assert.equal(answer.status, 404);
  });

  it('has a lane for each session of the day, also after the hub was gone', async () => {
    await hub.hook(aHook('UserPromptSubmit', { prompt: 'Build the checkout page' }));
    await hub.hook(aHook('PermissionRequest', { tool_name: 'Bash', tool_input: {} }));
    const seen = ({ lanes }: DayReport) => {
      assert.deepEqual(
        lanes.map(({ title }) => title),
        ['Build the checkout page'],
      );
      assert.ok(lanes[0]?.stretches.some(({ kind }) => kind === 'blocked'));
    };
    await until(() => day(), seen);
    await hub.close();
    hub = await TestHub.start(home);
    const report = await day();
    seen(report);
    assert.ok(report.blockedMs > 0 && report.days.includes(report.day));
    assert.deepEqual((await day('?day=2001-01-01')).lanes, []);
  });

  it('takes no other day than a day', async () => {
    for (const query of ['?day=../key', '?day=today', '?day=2026-1-1']) {
      assert.equal((await hub.call(`${routes.day}${query}`)).status, 400, query);
    }
    const answer = await hub.call(routes.day, { headers: { authorization: 'Bearer 00' } });
    assert.equal(answer.status, 401);
  });
});
