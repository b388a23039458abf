import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { commandWords } from '../../../../src/extension/views/machines/commandWords';
import {
  otherMachines,
  type RunProgram,
} from '../../../../src/extension/views/machines/otherMachines';
import { sshConfigIn, sshHosts } from '../../../../src/extension/views/machines/sshHosts';
import { removeHome, tempHome } from '../../../support/hub/tempHome';

describe('The hosts of an SSH configuration', () => {
  it('are those of lines that mean one host each', () => {
    const text = [
      '# Host commented',
      'Host gpu-box build  # two of them, then a comment',
      '  HostName 10.0.0.7',
      'host="quoted one" "also"',
      'HOST = equals',
      'Host *.internal !bastion web-? -oProxyCommand=id $(id) good',
      'Match host matched exec "id"',
      'HostName not-this',
      'Host',
    ].join('\r\n');
    assert.deepEqual(sshConfigIn(text).hosts, ['gpu-box', 'build', 'also', 'equals', 'good']);
  });

  describe('with files that it includes', () => {
    let home: string;
    beforeEach(async () => {
      home = await tempHome();
    });
    afterEach(() => removeHome(home));
    async function write(name: string, text: string): Promise<void> {
      const file = path.join(home, name);
      await fs.mkdir(path.dirname(file), { recursive: true });
      await fs.writeFile(file, text);
    }

    it('are found in all of them, each once, those of a file before those that it includes', async () => {
      await write(
        '.ssh/config',
        `Include conf.d/*.conf ~/more/h?sts "${home}/with space"\nHost last b`,
      );
      await write('.ssh/conf.d/2.conf', 'Host b');
      await write('.ssh/conf.d/1.conf', 'Host a\nInclude ~/.ssh/config');
      await write('.ssh/conf.d/3.txt', 'Host not-this');
      await write('.ssh/conf.d/.hidden.conf', 'Host nor-this');
      await write('more/hosts', 'Host c');
      await write('with space', 'Host d');
      assert.deepEqual(await sshHosts(home), ['last', 'b', 'a', 'c', 'd']);
    });

    it('are none where there is no configuration, or one that never ends', async () => {
      assert.deepEqual(await sshHosts(home), []);
      await write('.ssh/config', `Include ${home}\nInclude deep/*/*/*\n`);
      assert.deepEqual(await sshHosts(home), []);
    });
  });
});

describe('Machines beside this one', () => {
  const answers: Record<string, Buffer> = {
    'wsl.exe -l -q': Buffer.from('\uFEFFUbuntu\r\ndocker-desktop\r\nDebian-12\r\n\r\n', 'utf16le'),
    'docker ps --format {{.Names}}': Buffer.from('dev\n--privileged\nweb_1\n'),
    'podman ps --format {{.Names}}': Buffer.from('dev\npod\n'),
  };
  const asked: string[] = [];
  const run: RunProgram = (file, args) => {
    asked.push(file);
    return Promise.resolve(answers[[file, ...args].join(' ')]);
  };
  beforeEach(() => {
    asked.length = 0;
  });

  it('are distributions and running containers, each once', async () => {
    const found = await otherMachines('win32', run);
    assert.deepEqual(
      found.map(({ kind, setting }) => [kind, setting.command?.join(' ')]),
      [
        ['wsl', 'wsl.exe -d Ubuntu'],
        ['wsl', 'wsl.exe -d Debian-12'],
        ['container', 'docker exec -i dev'],
        ['container', 'docker exec -i web_1'],
        ['container', 'podman exec -i pod'],
      ],
    );
  });

  it('are read where WSL writes UTF-8, too', async () => {
    const plain: RunProgram = (file) =>
      Promise.resolve(file === 'wsl.exe' ? Buffer.from('Ubuntu\n') : undefined);
    assert.deepEqual(
      (await otherMachines('win32', plain)).map(({ name }) => name),
      ['Ubuntu'],
    );
  });

  it('are none where no such program is', async () => {
    assert.deepEqual(await otherMachines('linux', () => Promise.resolve(undefined)), []);
    await otherMachines('linux', run);
    assert.ok(!asked.includes('wsl.exe'));
  });
});

describe('A command that is typed', () => {
  for (const [text, words] of [
    ['docker exec -i dev', ['docker', 'exec', '-i', 'dev']],
    ['  "C:\\Program Files\\x.exe"  a\'b c\'d "" ', ['C:\\Program Files\\x.exe', 'ab cd', '']],
    ['a $(id) `id`;', ['a', '$(id)', '`id`;']],
    ['', []],
    ['a "b', undefined],
  ] as const) {
    it(`is these words: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(commandWords(text), words);
    });
  }
});
