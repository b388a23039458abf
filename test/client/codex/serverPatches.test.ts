import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { z } from 'zod';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import type { CodexSession } from '../../support/codex/codexSession';
import { CodexStage } from '../../support/codex/codexStage';
import { codex } from '../../support/codex/reply';
import type { WatchedHub } from '../../support/watchedHub';

describe('A patch of the real Codex on the shared server', function () {
  this.timeout(120_000);
  let stage: CodexStage;
  let hub: WatchedHub;
  let client: CodexSession;

  before('start a hub and the client', async () => {
    stage = await CodexStage.open();
    hub = await stage.hub();
    await hub.live();
    await hub.offerControl();
    client = await stage.client();
  });
  after(() => stage.close());

  const file = (name: string): string => path.join(stage.home.folder, name);
  const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
  const asks = (): Promise<LiveSession> =>
    hub.waitFor(
      'a patch that can be answered',
      ({ agentState, pendingRequest }) =>
        agentState.state === 'needs_permission' && pendingRequest?.call?.answerable === true,
    );
  const rests = (): Promise<LiveSession> =>
    hub.waitFor('its rest', ({ agentState }) => agentState.state === 'idle');

  it('is shown as the edit that it is, and changes the file once it is allowed', async () => {
    await fs.writeFile(file('edited.txt'), lines('one', 'two', 'three'));
    const update = codex.patch('*** Update File: ../edited.txt', '@@', ' one', '-two', '+TWO');
    stage.script('edit', update, codex.say('Edited.'));
    assert.equal(await client.turn('[[edit]]'), 'permission');
    const { sessionId, pendingRequest } = await asks();
    assert.deepEqual(
      [pendingRequest?.toolName, pendingRequest?.toolInput, pendingRequest?.whole],
      [
        'Edit',
        {
          file_path: file('edited.txt'),
          old_string: lines('one', 'two', 'three'),
          new_string: lines('one', 'TWO', 'three'),
        },
        true,
      ],
    );
    assert.equal(await fs.readFile(file('edited.txt'), 'utf8'), lines('one', 'two', 'three'));
    const { outcome } = await hub.decide(sessionId, { kind: 'allow' });
    assert.equal(outcome, 'accepted');
    await client.waitFor('prompt');
    assert.equal(await fs.readFile(file('edited.txt'), 'utf8'), lines('one', 'TWO', 'three'));
    const { changes } = await rests();
    assert.deepEqual(changes, { files: 1, edits: 1 });
  });

  it('is shown with each of its files, and changes all of them', async () => {
    await fs.writeFile(file('moved.txt'), lines('one', 'two'));
    await fs.writeFile(file('deleted.txt'), lines('old'));
    const patch = codex.patch(
      '*** Add File: ../added.txt',
      '+new',
      '*** Update File: ../moved.txt',
      '*** Move to: ../target.txt',
      '@@',
      ' one',
      '-two',
      '+TWO',
      '*** Delete File: ../deleted.txt',
    );
    stage.script('all', patch, codex.say('Changed.'));
    assert.equal(await client.turn('[[all]]'), 'permission');
    const { sessionId } = await asks();
    const { toolName, toolInput } = await hub.request(sessionId);
    assert.equal(toolName, 'apply_patch');
    const { patch: shown } = z.object({ patch: z.string() }).parse(toolInput);
    for (const part of [
      `*** Add File: ${file('added.txt')}\n+new\n`,
      `*** Delete File: ${file('deleted.txt')}\n-old\n`,
      `*** Update File: ${file('moved.txt')}\n*** Move to: ${file('target.txt')}\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n`,
    ])
      assert.ok(shown.includes(part), shown);
    assert.ok(!shown.includes('Moved to:'), shown);
    await hub.decide(sessionId, { kind: 'allow' });
    await client.waitFor('prompt');
    const exist = await Promise.all(
      ['added.txt', 'moved.txt', 'target.txt', 'deleted.txt'].map((name) =>
        fs.readFile(file(name), 'utf8').catch(() => undefined),
      ),
    );
    assert.deepEqual(exist, [lines('new'), undefined, lines('one', 'TWO'), undefined]);
    await rests();
  });

  it('changes nothing if it is denied, and the agent reads the message', async () => {
    stage.script('deny', codex.addFile('../denied.txt', 'one'), codex.say('Another file, then.'));
    assert.equal(await client.turn('[[deny]]'), 'permission');
    const { sessionId, pendingRequest } = await asks();
    assert.deepEqual(pendingRequest?.toolInput, {
      file_path: file('denied.txt'),
      content: lines('one'),
    });
    const message = 'Write it into the project.';
    const { outcome } = await hub.decide(sessionId, { kind: 'deny', message });
    assert.equal(outcome, 'accepted');
    await client.waitFor('prompt');
    await assert.rejects(fs.access(file('denied.txt')));
    const [, answered] = stage.api.turns('deny');
    const read = answered?.body.input.slice(-2).map(({ output, content }) => output ?? content);
    assert.deepEqual(read, ['patch rejected by user', [{ type: 'input_text', text: message }]]);
    await rests();
  });
});
