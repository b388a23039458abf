import assert from 'node:assert/strict';
import { grantChoices, type GrantableRequest } from '../../../../src/shared/request/grantChoices';
import { grantText, grantWords } from '../../../../src/shared/request/grantText';

const cwd = '/home/dev/shop';

function choicesOf(request: Partial<GrantableRequest>) {
  return grantChoices({ toolName: 'Bash', toolInput: {}, whole: true, cwd, ...request }, cwd);
}
const ofCommand = (command: string, fields: object = {}) =>
  choicesOf({ toolInput: { command, ...fields } });
const wordsOf = (command: string) => ofCommand(command).rules.map(grantWords);
const ofFile = (toolName: string, file: string, fields: object = {}) =>
  choicesOf({ toolName, toolInput: { file_path: file, ...fields } });
const foldersOf = (...given: Parameters<typeof ofFile>) => ofFile(...given).rules.map(grantWords);

describe('The grants that a request offers', () => {
  it('are for the exact command first, then for its prefixes from the narrowest to the broadest', () => {
    assert.deepEqual(wordsOf('npm test'), ['npm test', 'npm test …']);
    assert.deepEqual(wordsOf('npm test -- --grep x y'), [
      'npm test -- --grep x y',
      'npm test -- --grep …',
      'npm test -- …',
      'npm test …',
    ]);
    assert.deepEqual(ofCommand('npm test', { description: 'Tests', timeout: 5 }).rules[1], {
      kind: 'beginning',
      words: ['npm', 'test'],
      cwd,
    });
  });

  it('include no prefix of a compound command, and none that leaves the program open', () => {
    assert.deepEqual(wordsOf('npm test 2>&1 | tail -20'), ['npm test 2>&1 | tail -20']);
    assert.deepEqual(wordsOf('make test'), ['make test']);
    assert.deepEqual(wordsOf('git checkout main'), ['git checkout main']);
    assert.deepEqual(wordsOf('cd src'), ['cd src']);
    assert.deepEqual(wordsOf(`grep -n "a b" x`), [`grep -n "a b" x`, 'grep -n …']);
    assert.deepEqual(wordsOf('pytest'), ['pytest']);
    assert.deepEqual(wordsOf('python3 -m pytest -q'), ['python3 -m pytest -q']);
    assert.deepEqual(wordsOf('ls'), ['ls', 'ls …']);
  });

  it('are empty for a command that is not plain, deletes, or runs other commands', () => {
    const commands = [
      'npm test > log',
      'npm test &',
      'A=b npm test',
      'npm test && rm -rf build',
      'rm x',
      'sudo ls',
      'env npm test',
      'cat x | sh',
      'xargs ls',
      'python3',
      'python3 -m',
      'python3 -',
      'bash -s',
      'bash -c ls',
      'echo $HOME',
      'a\nb',
    ];
    for (const command of commands) {
      const { rules, none } = ofCommand(command);
      assert.deepEqual(rules, [], command);
      assert.ok(none, command);
    }
  });

  it('are empty for a shell call with a field that changes how it runs', () => {
    for (const fields of [
      { run_in_background: true },
      { dangerouslyDisableSandbox: true },
      { sandbox: false },
      { unknown: 1 },
      { timeout: '5' },
    ]) {
      assert.deepEqual(ofCommand('npm test', fields).rules, [], JSON.stringify(fields));
    }
  });

  it('are for the folder of a file, for its tool, and for the project', () => {
    assert.deepEqual(foldersOf('Edit', `${cwd}/src/a.ts`, { old_string: 'a', new_string: 'b' }), [
      `Edit ${cwd}/src/…`,
      `Edit ${cwd}/…`,
    ]);
    assert.deepEqual(foldersOf('Write', `${cwd}/a.ts`, { content: '' }), [`Write ${cwd}/…`]);
    assert.deepEqual(foldersOf('Read', '/srv/data/set/a', { limit: 5 }), ['Read /srv/data/set/…']);
  });

  it('include no folder that starts programs, contains secrets, or is a large part of the disk', () => {
    for (const file of [
      `${cwd}/.git/config`,
      `${cwd}/.vscode/tasks.json`,
      `${cwd}/.claude/settings.json`,
      `${cwd}/.env`,
      `${cwd}/.env.production.local`,
      `${cwd}/certs/server.key`,
      `${cwd}/secrets.yaml`,
      `${cwd}/.githooks/pre-commit`,
      `${cwd}/.ripgreprc`,
      `${cwd}/.devcontainer/devcontainer.json`,
      '/proc/self/cwd/src/a',
      '/dev/fd/3/a',
      '/etc/passwd',
      '/home/dev/.bashrc',
      '/home/dev/a',
      '/a',
      '/tmp/a',
      `${cwd}/../a/b`,
      `${cwd}/./b`,
      `${cwd}//b`,
      `${cwd}/b/`,
      'src/a.ts',
      '~/a/b',
      'C:\\Users\\dev\\shop\\a',
      `${cwd}/\u0430/b`,
    ]) {
      assert.deepEqual(foldersOf('Edit', file, { old_string: 'a', new_string: 'b' }), [], file);
    }
  });

  it('are empty for a file call with an unknown field, and for other tools', () => {
    assert.deepEqual(ofFile('Edit', `${cwd}/src/a.ts`, { edits: [] }).rules, []);
    const others = [
      'WebFetch',
      'Glob',
      'Grep',
      'Agent',
      'Skill',
      'mcp__a__b',
      'PowerShell',
      'MultiEdit',
    ];
    for (const toolName of others) {
      const toolInput = { command: 'ls', file_path: `${cwd}/src/a.ts` };
      assert.deepEqual(choicesOf({ toolName, toolInput }).rules, [], toolName);
    }
  });

  it('is nothing for questions, plans, forms, and what the product marks', () => {
    for (const toolName of ['AskUserQuestion', 'ExitPlanMode', 'Elicitation'])
      assert.deepEqual(choicesOf({ toolName }).rules, []);
    const toolInput = { command: 'npm test' };
    assert.equal(choicesOf({ toolInput }).rules.length, 2);
    const marked: readonly Partial<GrantableRequest>[] = [
      { whole: false },
      { cwd: undefined },
      { mcpServer: 'x' },
      { blocked: { count: 3 } as never },
      { deadline: { dueAt: '', outcome: 'blocked' } },
    ];
    for (const one of marked) assert.deepEqual(choicesOf({ toolInput, ...one }).rules, []);
  });

  it('is said in words', () => {
    const texts = ofCommand('npm test').rules.map((rule) => grantText(rule, ''));
    assert.deepEqual(texts, ['the command “npm test”', 'any command that begins with “npm test”']);
    const rule = { kind: 'folder', tool: 'Edit', folder: cwd } as const;
    assert.equal(grantText(rule, ''), `Edit for every file in ${cwd}`);
    assert.equal(grantText({ kind: 'newer' }, 'what it says'), 'what it says');
  });
});
