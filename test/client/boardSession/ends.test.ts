import assert from 'node:assert/strict';
import { runSession } from '../../../src/extension/runner/runSession';
import { BoardSessions } from '../../support/claude/boardSessions';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { until } from '../../support/until';

describe('A session of the real client without a terminal, without hooks', function () {
  this.timeout(120_000);
  let one: BoardSessions;

  before(async () => {
    one = await BoardSessions.open(false);
  });
  after(() => one?.close());

  it('says why it cannot begin', async () => {
    const at = (command: string) => one.start('Go.', { command });
    await assert.rejects(at('no-such-client'), /Claude Code wasn’t found: “no-such-client”/);
    await assert.rejects(
      at(`'${one.client}' --no-such-option`),
      /ended immediately: “.*no-such-option/,
    );
  });

  it('ends by itself at rest where no window has been open for long', async () => {
    one.api.add(script('alone', [say('Is anybody there?')]));
    const environment = Object.entries(one.home.environment(one.api.url));
    const variables = environment.map(([name, value]) => `${name}='${value}'`).join(' ');
    const job = one.job('[[alone]] go', { command: `env ${variables} '${one.client}'` });
    await one.hub.stop();
    await runSession(job, () => undefined, 200);
    assert.equal(one.api.turns('alone').length, 1);
    await one.startHub();
    assert.equal((await one.gone(job.sessionId)).sessionId, job.sessionId);
    await one.hub.offerControl();
  });

  it('says that nobody is logged in', async () => {
    const id = await one.start('Go.', { command: `env -u ANTHROPIC_API_KEY '${one.client}'` });
    await until(
      () => one.problems,
      (problems) => assert.match(problems.join('\n'), /Claude Code isn’t logged in\./),
    );
    await one.gone(id);
  });
});
