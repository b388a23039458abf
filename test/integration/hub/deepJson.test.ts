import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { routes } from '../../../src/shared/protocol/protocol';
import { jsonSize, ownJson } from '../../../src/shared/text/boundedJson';
import { aHook } from '../../support/hub/hooks';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const megabyte = 1024 * 1024;
/**
 * Values that take seconds and much memory to parse, or overflow the stack of code that walks
 * through them.
 */
const hostile: readonly (readonly [string, (length: number) => string])[] = [
  ['brackets that never close', (length) => '['.repeat(length)],
  ['nested lists', (length) => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['nested objects', (length) => '{"a":'.repeat(length / 6) + '0' + '}'.repeat(length / 6)],
  ['empty objects without number', (length) => `[${'{},'.repeat(length / 3)}{}]`],
];

describe('JSON that is made to exhaust its reader', () => {
  let hub: TestHub;
  /** Texts beyond every limit that were passed to the parser in the hub's thread. */
  let parsed: string[];
  const { parse } = JSON;
  beforeEach(async () => {
    hub = await TestHub.start();
    parsed = [];
    JSON.parse = (text: string, ...rest: []) => {
      const { levels, marks } = jsonSize(text);
      if (levels > ownJson.levels || marks > megabyte) parsed.push(text.slice(0, 100));
      return parse(text, ...rest) as unknown;
    };
  });
  afterEach(async () => {
    JSON.parse = parse;
    await hub.dispose();
  });

  for (const [title, of] of hostile) {
    it(`costs a transcript one line: ${title}`, async () => {
      const file = TranscriptFile.of(hub.home, 'deep');
      await file.write(file.prompt('Go'));
      await hub.hook(aHook('UserPromptSubmit', { session_id: 'deep', transcript_path: file.file }));
      await file.write(
        `{"type":"user","message":${of(12 * megabyte)}}`,
        file.answer('I am done.'),
        { type: 'custom-title', customTitle: 'After the line', sessionId: 'deep' },
      );
      await hub.waitFor('deep', ({ title: name }) => assert.equal(name, 'After the line'));
      assert.deepEqual(parsed, []);
    });

    it(`is refused as a hook's payload: ${title}`, async () => {
      const body = `{"session_id":"a","hook_event_name":"Stop","x":${of(7 * megabyte)}}`;
      assert.equal((await hub.hook(body)).status, 400);
      assert.deepEqual(parsed, []);
      assert.equal(await hub.session('a'), undefined);
      await hub.hook(aHook('UserPromptSubmit', { session_id: 'b' }));
      await hub.waitFor('b', () => undefined);
    });

    it(`costs the relay's folder one file: ${title}`, async function () {
      if (process.platform !== 'linux') this.skip();
      const ours = path.join(hub.home, 'mission-control');
      const name = fs.readdirSync(ours).find((one) => one.endsWith('.events'));
      assert.ok(name !== undefined);
      const left = path.join(ours, name, '1760000000000__1_1_cli_1');
      fs.writeFileSync(left, `{"session_id":"a","hook_event_name":"Stop","x":${of(7 * megabyte)}}`);
      await until(
        () => fs.existsSync(left),
        (isThere) => assert.ok(!isThere),
      );
      assert.deepEqual(parsed, []);
      assert.equal(await hub.session('a'), undefined);
    });
  }

  // The other values are too long for these limits.
  for (const [title, of] of hostile.slice(0, 3)) {
    it(`is refused as a call's body: ${title}`, async () => {
      const body = `{"window":${of(200_000)}}`;
      const answer = await hub.call(routes.control, { method: 'POST', body });
      assert.equal(answer.status, 400);
      assert.deepEqual(parsed, []);
    });

    it(`is no entry of the registry, and none is lost by it: ${title}`, async () => {
      const sessions = path.join(hub.home, 'sessions');
      fs.mkdirSync(sessions, { recursive: true });
      fs.writeFileSync(path.join(sessions, '2.json'), `{"pid":2,"x":${of(60_000)}}`);
      await hub.hook(aHook('UserPromptSubmit', { session_id: 'b' }));
      await hub.waitFor('b', () => undefined);
      assert.deepEqual(parsed, []);
    });
  }

  it('is not what a long line with a picture is: it is read', async () => {
    const file = TranscriptFile.of(hub.home, 'wide');
    const source = {
      type: 'base64',
      media_type: 'image/png',
      data: 'iVBORw0KGgo'.repeat(megabyte),
    };
    await file.write(file.prompt('Go'));
    await hub.hook(aHook('UserPromptSubmit', { session_id: 'wide', transcript_path: file.file }));
    const title = {
      type: 'custom-title',
      customTitle: 'Seen',
      sessionId: 'wide',
      content: [{ source }],
    };
    await file.write(title);
    await hub.waitFor('wide', ({ title: name }) => assert.equal(name, 'Seen'));
  });
});
