import assert from 'node:assert/strict';
import { changed, emptyLine } from '../../../src/extension/hub/prompts/line';
import { Lines } from '../../../src/extension/hub/prompts/lines';

describe('What is in line for a session', () => {
  let write: (name: string, text: string) => Promise<void>;
  let lines: Lines;
  let told: string[];

  beforeEach(async () => {
    told = [];
    const folder = {
      read: () => Promise.resolve(undefined),
      write: (name: string, text: string) => write(name, text),
    };
    lines = new Lines({
      folder,
      onError: () => undefined,
      onChange: (sessionId) => told.push(sessionId),
      isOurs: () => Promise.resolve(true),
    });
    await lines.load();
  });

  const add = (id = 'a') =>
    lines.change('one', (line) => changed(line, { kind: 'add', id, text: 'Go' }, 1));

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

  it('is all that was changed at the same time', async () => {
    const written: string[] = [];
    write = async (_name, text) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      written.push(text);
    };
    await Promise.all([add('a'), add('b'), add('c')]);
    assert.deepEqual(
      lines.of('one').prompts.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    assert.match(written.at(-1) ?? '', /"a".*"b".*"c"/);
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
