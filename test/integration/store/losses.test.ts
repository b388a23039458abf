import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import type { StreamReader } from '../../support/hub/wire/streamReader';
import { PhoneHub } from '../../support/phone/phoneHub';
import { TestHub } from '../../support/hub/testHub';

describe('A file that a hub could not read', () => {
  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = await tempHome();
    folder = path.join(home, 'mission-control');
    await fs.mkdir(folder, { mode: 0o700 });
  });
  afterEach(() => removeHome(home));

  const lossesOf = (stream: StreamReader): readonly unknown[] =>
    stream.messages
      .filter((message) => message.startsWith('event: loss\n'))
      .map((message) => JSON.parse(message.slice(message.indexOf('{'))) as unknown);

  it('is reported once to one window with its new path, unless it has no content of a person', async () => {
    const texts = { 'prompts.json': '{"one', 'mutes.json': '[]]', 'notified.json': '}' };
    for (const [name, text] of Object.entries(texts)) {
      await fs.writeFile(path.join(folder, name), text);
    }
    const hub = await TestHub.start(home);
    const first = await hub.window('first');
    await first.waitFor(() => assert.equal(lossesOf(first).length, 2));
    const second = await hub.window('second');
    const again = await hub.window('first');
    assert.deepEqual([lossesOf(second), lossesOf(again)], [[], []]);
    const losses = lossesOf(first) as readonly { readonly name: string; readonly path: string }[];
    assert.deepEqual(losses.map(({ name }) => name).sort(), ['mutes.json', 'prompts.json']);
    for (const { name, path: renamed } of losses) {
      assert.equal(await fs.readFile(renamed, 'utf8'), texts[name as keyof typeof texts]);
    }
    await hub.close();
    const next = await TestHub.start(home);
    const later = await next.window('first');
    assert.deepEqual(lossesOf(later), [], 'the next hub has nothing to tell');
    await next.close();
  });

  it('is reported for damaged keys of phones and of pushes, which are renamed', async () => {
    const texts = { 'phone-keys.json': '{"pkcs8":"', 'push-keys.json': '{}' };
    for (const [name, text] of Object.entries(texts)) {
      await fs.writeFile(path.join(folder, name), text, { mode: 0o600 });
    }
    const desk = await PhoneHub.start(home);
    try {
      assert.equal((await desk.post('listen')).status, 200);
      await desk.desk.waitFor(() => assert.equal(lossesOf(desk.desk).length, 2));
      const reported = lossesOf(desk.desk) as readonly { readonly name: string; path: string }[];
      assert.deepEqual(reported.map(({ name }) => name).sort(), Object.keys(texts));
      for (const { name, path: renamed } of reported) {
        assert.equal(await fs.readFile(renamed, 'utf8'), texts[name as keyof typeof texts]);
      }
    } finally {
      await desk.dispose();
    }
  });
});
