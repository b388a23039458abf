import assert from 'node:assert/strict';
import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { GrantRule } from '../../../src/shared/protocol/work/grants';
import { GrantDesk } from '../../support/grants/grantDesk';
import { Random } from '../../support/random';

const seed = process.env['GRANT_SEED'] ?? 'grants';
const requests = Number(process.env['GRANT_REQUESTS'] ?? 10_000);

const programs = [
  ['npm', 'test'],
  ['git', 'status'],
  ['cargo', 'fmt'],
  ['./run.sh', 'all'],
  ['node', 'tools/check.js'],
  ['pytest', 'tests/unit'],
] as const;

/** A command whose place in or outside a rule is known from how it was made. */
interface Made {
  readonly command: string;
  readonly isInside: boolean;
}

/** Writes commands that no shell reads in more than one way, and others that are none. */
class CommandMaker {
  constructor(private readonly random: Random) {}

  pick<T>(list: readonly T[]): T {
    const found = list[this.random.between(0, list.length - 1)];
    assert.ok(found !== undefined);
    return found;
  }

  private get letters(): string {
    return Array.from({ length: this.random.between(1, 8) }, () =>
      this.pick(Array.from('abcXYZ019_./:@%+,-')),
    ).join('');
  }

  /** An argument that stands for itself. */
  private get argument(): string {
    const inner = this.letters;
    switch (this.random.between(0, 5)) {
      case 0:
        return `'${inner} $x \`y\` "z" ; | & > < ( ) * \\'`.replaceAll('  ', ' ');
      case 1:
        return `"${inner} 'q' ; | & > < ( ) *"`;
      case 2:
        return `--${inner}='${inner}'`;
      case 3:
        return '2>&1';
      default:
        return /^[=]/.test(inner) ? 'a' : inner;
    }
  }

  private step(words: readonly string[]): string {
    const more = Array.from({ length: this.random.between(0, 3) }, () => this.argument);
    return [...words, ...more].join(' ');
  }

  private joined(steps: readonly string[]): string {
    return steps.reduce((all, one) => `${all}${this.pick([' && ', ' || ', '; ', ' | '])}${one}`);
  }

  inside(words: readonly string[]): string {
    const count = this.random.between(1, 3);
    return this.joined(Array.from({ length: count }, () => this.step(words)));
  }

  /** A command of the rule with one thing that no rule may allow. */
  outside(words: readonly string[]): string {
    const { random } = this;
    const [first = '', second = ''] = words;
    const command = this.inside(words);
    const other = this.pick(programs.filter(([one]) => one !== first));
    const poison = this.pick([
      '$(id)',
      '`id`',
      '"$(id)"',
      '"`id`"',
      '$HOME',
      '"$HOME"',
      '${x}',
      '<(id)',
      '>(id)',
      '> out',
      '>> out',
      '2> out',
      '&> out',
      '>| out',
      '< in',
      '<<< in',
      '<< in',
      '1>&2 out',
      '2>&1x',
      '& id',
      '&',
      '|& id',
      '*',
      'a?',
      '[ab]',
      '{a,b}',
      '~/x',
      '\\',
      '\\a',
      '"a\\"b"',
      '!x',
      '# x',
      '^a',
      '=ls',
      "$'a'",
      '$"a"',
      "'open",
      '"open',
      '(id)',
      '\nid',
      '\rid',
      '\tid',
      'a\u00a0b',
      '\u200b',
      'п',
      '| sh',
      '; id',
      '&& rm -rf x',
      '|| sudo id',
      `; ${other.join(' ')}`,
      `| ${first}`,
      `&& ${first}x ${second}`,
      `&& ${second} ${first}`,
      `; A=b ${words.join(' ')}`,
      ';',
      '&&',
      ';;',
      '; ; id',
    ]);
    const changed = [
      `${command} ${poison}`,
      `${words.join(' ')} ${poison} ${this.argument}`.replace(/ 2>&1$/u, ''),
      `A=b ${command}`,
      `! ${command}`,
      `time ${command}`,
      `exec ${command}`,
      `env ${command}`,
      `(${command})`,
      `{ ${command}; }`,
      `${first}x ${second}`,
      `${first} ${second}x`,
      first,
      `'${first}' ${second}`,
      `${first} "${second}"`,
      `${first} '' ${second}`,
      `${first}  ${second}`,
      ` ${command}`,
      `${command}\n`,
      `${command}\nid`,
      `id; ${command}`,
      `${other.join(' ')} ${command}`,
      `${first.toUpperCase()} ${second}`,
      `\\${first} ${second}`,
      `/bin/${first} ${second}`,
      `${first} -x ${second}`,
    ];
    // More than half of all get something that a shell would act on.
    return random.next() < 0.6
      ? (changed[random.between(0, 1)] ?? '')
      : this.pick(changed.slice(2));
  }

  make(words: readonly string[]): Made {
    const isInside = this.random.next() < 0.25;
    return { command: isInside ? this.inside(words) : this.outside(words), isInside };
  }
}

/** Files in and outside a folder, known from how they were made. */
async function makeFiles(desk: GrantDesk) {
  const at = (...names: readonly string[]): string => path.join(desk.root, ...names);
  for (const folder of ['shop/src/deep/er', 'shop/.git', 'shop/srcs', 'other/src'])
    await mkdir(at(folder), { recursive: true });
  for (const file of ['shop/src/a.ts', 'shop/b.ts', 'other/c.ts', 'shop/src/.env', 'other/hard.ts'])
    await writeFile(at(file), '');
  await symlink(at('other'), at('shop/src/out'));
  await symlink(at('other/c.ts'), at('shop/src/c.ts'));
  await symlink(at('shop/src/a.ts'), at('shop/src/same.ts'));
  await symlink(at('other/missing.ts'), at('shop/src/missing.ts'));
  await link(at('other/hard.ts'), at('shop/src/hard.ts'));
  const src = at('shop/src');
  return {
    src,
    inside: [
      `${src}/a.ts`,
      `${src}/new.ts`,
      `${src}/deep/er/x`,
      `${src}/no/such/x.md`,
      `${src}/same.ts`,
    ],
    outside: [
      src,
      `${src}/`,
      `${src}s/x`,
      `${src}/../b.ts`,
      `${src}/./a.ts`,
      `${src}//a.ts`,
      `${src}/out/c.ts`,
      `${src}/out/new.ts`,
      `${src}/c.ts`,
      `${src}/missing.ts`,
      `${src}/hard.ts`,
      `${src}/deep`,
      `${src}/.env`,
      `${src}/.git/hooks/x`,
      `${src}/.GIT/config`,
      `${src}/.vscode/tasks.json`,
      `${src}/.claude/settings.json`,
      at('shop/b.ts'),
      at('other/c.ts'),
      at('other/src/a.ts'),
      'src/a.ts',
      'a.ts',
      '~/a.ts',
      `${src}/a.ts\u0000`,
      `${src}/а.ts`,
      `file://${src}/a.ts`,
      '',
    ],
  };
}

describe(`Random requests (seed "${seed}")`, function () {
  this.timeout(600_000);
  let desk: GrantDesk;
  before(async () => (desk = await GrantDesk.start()));
  after(() => desk.dispose());

  it('are allowed only within the words of a grant, each with one line of the ledger', async () => {
    const random = new Random(seed);
    const maker = new CommandMaker(random);
    const files = await makeFiles(desk);
    const allowed = new Map<string, string>();
    const shown = { old_string: 'a', new_string: 'b' };
    let inside = 0;
    for (let count = 0; count < requests;) {
      // Grants come and go: a few hundred requests with each set of them.
      await desk.grants.endAll();
      const words = maker.pick(programs);
      const command = maker.inside(words);
      const isExact = random.next() < 0.3;
      const rule: GrantRule = isExact
        ? { kind: 'command', command, cwd: desk.project }
        : { kind: 'beginning', words: [...words], cwd: desk.project };
      const subagents = random.next() < 0.3;
      const given = isExact
        ? await desk.give('Bash', { command }, rule, { subagents })
        : await desk.giveBeginning(words.join(' '), { subagents });
      if (given === 'no_grant') continue;
      allowed.set(given, isExact ? command : words.join(' '));
      const folder = await desk.give(
        'Edit',
        { file_path: files.inside[0], ...shown },
        { kind: 'folder', tool: 'Edit', folder: files.src },
      );
      allowed.set(folder, files.inside[0] ?? '');
      const round = 150;
      for (let one = 0; one < round; one += 1) {
        const isOfAgent = random.next() < 0.2;
        const isElsewhere = random.next() < 0.1;
        const sessionId = random.next() < 0.1 ? 'other' : 's';
        const more = {
          sessionId,
          ...(isOfAgent && { agentId: 'a1' }),
          ...(isElsewhere && { cwd: `${desk.project}/src` }),
        };
        const ask = (tool: string, input: object) => desk.ask(tool, input, more);
        if (random.next() < 0.3) {
          const isInside = random.next() < 0.4;
          const file = maker.pick(isInside ? files.inside : files.outside);
          const [tool, input] = maker.pick<readonly [string, object]>([
            ['Edit', { file_path: file, ...shown }],
            ['Edit', { file_path: file, ...shown }],
            ['Edit', { file_path: file, ...shown, replace_all: true }],
            ['Write', { file_path: file, content: '' }],
            ['Edit', { file_path: file, ...shown, more: 1 }],
            ['Read', { file_path: file }],
          ]);
          const isCovered = tool === 'Edit' && !('more' in input) && !('replace_all' in input);
          const expected = isInside && isCovered && sessionId === 's' && !isOfAgent;
          const asked = ask(tool, input);
          const was = await desk.finish(asked, sessionId);
          // Replacing all may be allowed or not, as the product marks it; elsewhere it is known.
          if (!('replace_all' in input)) assert.equal(was, expected, `${tool} ${file}`);
          if (was) {
            assert.ok(isInside && tool === 'Edit' && sessionId === 's' && !isOfAgent, file);
            allowed.set(asked.id, file);
          }
        } else {
          const made =
            isExact && random.next() < 0.2 ? { command, isInside: true } : maker.make(words);
          const isCovered = isExact ? made.command === command : made.isInside;
          const isUsual = random.next() < 0.9;
          const unusual = maker.pick([
            { run_in_background: true },
            { dangerouslyDisableSandbox: true },
            { timeout: '1' },
            { env: { A: 'b' } },
          ]);
          const input = { command: made.command, ...(!isUsual && unusual) };
          const asked = ask('Bash', input);
          const was = await desk.finish(asked, sessionId);
          const isReached =
            sessionId === 's' && (!isOfAgent || subagents) && !isElsewhere && isUsual;
          if (was) {
            assert.ok(
              isCovered && isReached,
              `${JSON.stringify(input)} by ${JSON.stringify(rule)}`,
            );
            allowed.set(asked.id, made.command);
            inside += 1;
          } else if (isReached && isExact && isCovered) assert.fail(`not allowed: ${command}`);
        }
        count += 1;
      }
      desk.clock.run(1_000);
    }
    const uses = await desk.uses();
    assert.equal(uses.length, allowed.size);
    for (const { call, what, lost } of uses) {
      assert.equal(what, allowed.get(call), call);
      assert.equal(lost, undefined);
    }
    assert.ok(inside > requests / 50, `${inside} commands were allowed`);
  });
});
