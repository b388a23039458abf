import assert from 'node:assert/strict';
import { changeQueue, emptyQueue } from '../../../src/extension/hub/prompts/promptQueue';
import { PromptQueues } from '../../../src/extension/hub/prompts/promptQueues';
import { waitFixedTime } from '../../support/waitFixedTime';

describe('What is in queue for a session', () => {
  let read: () => Promise<string | undefined>;
  let write: (name: string, text: string) => Promise<void>;
  let queues: PromptQueues;
  let reported: string[];

  const open = (): PromptQueues =>
    new PromptQueues({
      folder: {
        file: (name) => name,
        readBytes: async () => {
          const text = await read();
          return text === undefined ? undefined : Buffer.from(text);
        },
        write: (name, content) => write(name, content as string),
        writeInPlace: () => assert.fail('nothing is revoked'),
        setAside: () => assert.fail('nothing is damaged'),
        exclusively: (_name, run) => run(),
      },
      onError: () => undefined,
      onChange: (sessionId) => reported.push(sessionId),
      isOurs: () => Promise.resolve(true),
    });

  beforeEach(async () => {
    reported = [];
    read = () => Promise.resolve(undefined);
    queues = open();
    await queues.load();
  });

  const add = (id = 'a', to = queues) =>
    to.change('one', (queue) => changeQueue(queue, { kind: 'add', id, text: 'Go' }, 1));

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
    assert.deepEqual(queues.get('one'), emptyQueue);
    assert.deepEqual(reported, []);
    written();
    assert.equal(await done, undefined);
    assert.equal(queues.get('one').prompts.length, 1);
    assert.deepEqual(reported, ['one']);
  });

  it('is all that was changed at the same time', async () => {
    const written: string[] = [];
    write = async (_name, text) => {
      await waitFixedTime(20);
      written.push(text);
    };
    await Promise.all([add('a'), add('b'), add('c')]);
    assert.deepEqual(
      queues.get('one').prompts.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    assert.match(written.at(-1) ?? '', /"a".*"b".*"c"/);
  });

  it('is what lies there already, too, where a change comes before it is loaded', async () => {
    const old = changeQueue(emptyQueue, { kind: 'add', id: 'old', text: 'Go' }, 1);
    let disk = JSON.stringify({ one: old });
    const delays = [60, 0];
    read = async () => {
      const text = disk;
      await waitFixedTime(delays.shift() ?? 0);
      return text;
    };
    write = (_name, text) => {
      disk = text;
      return Promise.resolve();
    };
    const next = open();
    await Promise.all([add('b', next), next.load()]);
    assert.deepEqual(
      next.get('one').prompts.map(({ id }) => id),
      ['old', 'b'],
    );
  });

  it('is on the disk when it has been closed', async () => {
    let isWritten = false;
    write = async () => {
      await waitFixedTime(20);
      isWritten = true;
    };
    void add();
    await queues.close();
    assert.ok(isWritten);
  });

  it('is forgotten with its last prompt', async () => {
    let text = '';
    write = (_name, all) => {
      text = all;
      return Promise.resolve();
    };
    await add();
    await queues.change('one', (queue) => changeQueue(queue, { kind: 'remove', id: 'a' }, 1));
    assert.deepEqual([queues.has('one'), text], [false, '{}']);
  });

  it('is nothing where the disk does not take it', async () => {
    write = () => Promise.reject(new Error('full'));
    await assert.rejects(add(), /full/);
    assert.deepEqual(queues.get('one'), emptyQueue);
    write = () => Promise.resolve();
    assert.equal(await add(), undefined);
    assert.equal(queues.get('one').prompts.length, 1);
  });
});
