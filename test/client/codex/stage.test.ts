import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { runCodexExec } from '../../support/codex/codexExec';
import { CodexStage } from '../../support/codex/codexStage';
import { daemonPid } from '../../support/codex/daemon';
import { codex, codexQuestion, usageLimit } from '../../support/codex/reply';
import { lineNames, rolloutFiles, rolloutLines } from '../../support/codex/rollout';
import { Failure } from '../../support/realClient/script';
import { gate } from '../../support/realClient/gate';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

/** Lines of the home's only session, once the last turn has ended. */
async function endedTurn(stage: CodexStage, end = 'event_msg/task_complete') {
  const read = async () => {
    const [file] = await rolloutFiles(stage.home.codexHome);
    return file === undefined ? [] : rolloutLines(file);
  };
  return until(read, (lines) => assert.equal(lineNames(lines).at(-1), end));
}

describe('The real Codex on the test stage', function () {
  this.timeout(120_000);
  let stage: CodexStage;

  afterEach('end the clients and their server', () => stage.close());

  it('a turn in the terminal’s own process is written line by line to a rollout', async () => {
    stage = await CodexStage.open({ ownProcess: true });
    stage.script('go', codex.say('I look.').shell('cat hello.txt'), codex.say('It says hello.'));
    const client = await stage.client();
    assert.equal(await client.turn('[[go]] what does it say?'), 'prompt');
    const lines = await endedTurn(stage);
    const names = lineNames(lines);
    assert.equal(names[0], 'session_meta/');
    assert.equal(names[1], 'event_msg/task_started');
    for (const name of ['function_call', 'function_call_output']) {
      assert.ok(names.includes(`response_item/${name}`), names.join('\n'));
    }
    assert.ok(names.includes('token_usage_record/'), names.join('\n'));
    assert.equal(lines[0]?.payload['source'], 'cli');
    assert.equal(lines[0]?.payload['cwd'], stage.home.project);
    const { exitCode } = await client.quit();
    assert.equal(exitCode, 0);
    assert.equal(await daemonPid(stage.home.codexHome), undefined);
  });

  it('a session of the shared server outlives its terminal, but not the test', async () => {
    stage = await CodexStage.open();
    const held = gate();
    stage.script('go', codex.hold(held).say('Nobody watches.'));
    const client = await stage.client();
    await client.prompt('[[go]]');
    await client.waitFor('working');
    const pid = await daemonPid(stage.home.codexHome);
    assert.ok(pid);
    await client.dispose();
    held.open();
    const lines = await endedTurn(stage);
    assert.equal(lines[0]?.payload['source'], 'vscode');
    assert.equal(lines[0]?.payload['originator'], 'codex-tui');
    const { codexHome } = stage.home;
    const socket = path.join(codexHome, 'app-server-control', 'app-server-control.sock');
    const behind = await fs.readlink(socket);
    await stage.close();
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    await assert.rejects(fs.access(behind), { code: 'ENOENT' });
  });

  it('the shared server runs from the cache instead of a copy in the home', async function () {
    if (process.platform !== 'linux') skip(this, 'it reads /proc');
    stage = await CodexStage.open();
    await stage.client();
    const pid = await daemonPid(stage.home.codexHome);
    assert.match(await fs.readlink(`/proc/${pid}/exe`), /[/\\]\.cache[/\\]codex[/\\]/);
  });

  it('a command outside the sandbox opens a dialog, and runs once it is allowed', async () => {
    stage = await CodexStage.open({ ownProcess: true });
    const file = path.join(stage.home.folder, 'outside.txt');
    stage.script('go', codex.shell(`echo hi > ${file}`, 'May I write?'), codex.say('Written.'));
    const client = await stage.client();
    assert.equal(await client.turn('[[go]]'), 'permission');
    assert.match(client.terminal.screen(), /Reason: May I write\?/);
    await assert.rejects(fs.access(file));
    await client.approve();
    await client.waitFor('prompt');
    assert.equal(await fs.readFile(file, 'utf8'), 'hi\n');
  });

  it('an edit outside the project opens a dialog, and Escape interrupts the turn', async () => {
    stage = await CodexStage.open({ ownProcess: true });
    const file = path.join(stage.home.folder, 'outside.txt');
    stage.script('go', codex.addFile(file, 'one'));
    const client = await stage.client();
    assert.equal(await client.turn('[[go]]'), 'permission');
    client.escape();
    await client.waitFor('prompt');
    await endedTurn(stage, 'event_msg/turn_aborted');
    await assert.rejects(fs.access(file));
  });

  it('a question is asked in plan mode, and a plan is kept in the transcript', async () => {
    const tables = '[tools.update_plan]\nenabled = true\n';
    stage = await CodexStage.open({ ownProcess: true, tables });
    stage.script(
      'ask',
      codex.ask(codexQuestion('Which colour?', ['Red', 'Blue'])),
      codex.say('Red.'),
    );
    stage.script('plan', codex.updatePlan({ step: 'Look', status: 'in_progress' }));
    const client = await stage.client();
    await client.turn('[[plan]]');
    const names = lineNames(await endedTurn(stage));
    assert.ok(names.includes('response_item/function_call'), names.join('\n'));
    await client.command('/plan');
    await client.terminal.waitForScreen('Plan mode');
    const asked = await client.turn('[[ask]]');
    assert.equal(asked, 'question', client.terminal.screen());
    await client.choose('enter');
    await client.waitFor('prompt');
    assert.match(client.terminal.screen(), /answer: Red/);
  });

  it('a limit, an error and a stream that breaks off end or repeat the turn', async () => {
    stage = await CodexStage.open({ ownProcess: true });
    const resetsAt = Math.round(Date.now() / 1000) + 3600;
    stage.script('limit', usageLimit(resetsAt));
    stage.script('again', new Failure(500, { times: 1, next: codex.say('Again.') }));
    stage.script('cut', codex.say('Half a sent').breakOff());
    const client = await stage.client();
    await client.turn('[[limit]]');
    assert.match(client.terminal.screen(), /hit your usage limit/);
    const lines = await endedTurn(stage);
    const limits = lines.findLast(({ payload }) => payload.type === 'token_count')?.payload;
    assert.match(JSON.stringify(limits), new RegExp(`"used_percent":100.*"resets_at":${resetsAt}`));
    assert.match(JSON.stringify(lines.at(-1)), /usage_limit_exceeded/);
    await client.turn('[[again]]');
    assert.match(client.terminal.screen(), /Again\./);
    await client.prompt('[[cut]]');
    await client.terminal.waitForScreen(/Reconnecting/);
    await until(
      () => stage.api.turns('cut').length,
      (count) => assert.ok(count > 1, 'The client did not try again.'),
    );
  });

  it('exec runs a prompt to its end without a terminal', async () => {
    stage = await CodexStage.open();
    stage.script('go', codex.shell('cat hello.txt'), codex.say('It says hello.'));
    const { exitCode, stdout } = await runCodexExec(stage.home, '[[go]]', ['--json']);
    assert.equal(exitCode, 0);
    assert.match(stdout, /"type":"turn.completed"/);
    const lines = await endedTurn(stage);
    assert.equal(lines[0]?.payload['source'], 'exec');
  });
});
