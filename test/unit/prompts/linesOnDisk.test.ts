import assert from 'node:assert/strict';
import { changed, emptyLine } from '../../../src/extension/hub/prompts/line';
import { Lines } from '../../../src/extension/hub/prompts/lines';

describe('What is in line for a session', () => {
  let write: () => Promise<void>;
  let lines: Lines;
  let told: string[];

  beforeEach(async () => {
    told = [];
    const folder = { read: () => Promise.resolve(undefined), write: () => write() };
    lines = new Lines({
      folder,
      onError: () => undefined,
      onChange: (sessionId) => told.push(sessionId),
      isOurs: () => Promise.resolve(true),
    });
    await lines.load();
  });

  const add = () =>
    lines.change('one', (line) => changed(line, { kind: 'add', id: 'a', text: 'Go' }, 1));

  it('is nothing before it is on the disk', async () => {
    let written = (): void => undefined;
    const begun = new Promise<void>((begin) => {
      write = () =>
        new Promise((resolve) => {
          written = resolve;
          begin();
        });
    });
    const done = add();
    await begun;
    assert.deepEqual(lines.of('one'), emptyLine);
    assert.deepEqual(told, []);
    written();
    assert.equal(await done, undefined);
    assert.equal(lines.of('one').prompts.length, 1);
    assert.deepEqual(told, ['one']);
  });

  it('is nothing where the disk does not take it', async () => {
    write = () => Promise.reject(new Error('full'));
    await assert.rejects(add(), /full/);
    assert.deepEqual(lines.of('one'), emptyLine);
    write = () => Promise.resolve();
    assert.equal(await add(), undefined);
    assert.equal(lines.of('one').prompts.length, 1);
  });
});
