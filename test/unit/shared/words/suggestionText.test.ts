import assert from 'node:assert/strict';
import { suggestionTexts } from '../../../../src/shared/words/suggestionText';

const destination = 'session';
const rule = (toolName: string, ruleContent?: string): object => ({
  type: 'addRules',
  behavior: 'allow',
  destination: 'localSettings',
  rules: [{ toolName, ...(ruleContent !== undefined && { ruleContent }) }],
});

describe('What the client offers to allow from now on', () => {
  const textAndDetail = (suggestion: object): readonly [string, string] | undefined => {
    const [told] = suggestionTexts([null, suggestion], '/home/dev');
    if (told !== undefined) assert.equal(told.place, 1);
    return told && [told.text.replace(' in this project, for you', ''), told.warning];
  };

  it('says for how long, and where', () => {
    const rules = [{ toolName: 'WebSearch' }];
    const base = { type: 'addRules', behavior: 'allow', rules };
    for (const [destination, where] of [
      ['session', 'for this session'],
      ['localSettings', 'in this project, for you'],
      ['projectSettings', 'in this project, for everybody'],
      ['userSettings', 'in all your projects'],
    ] as const) {
      assert.deepEqual(
        suggestionTexts([{ ...base, destination }], '').map(({ text }) => text),
        [`Allow every use of WebSearch ${where}`],
      );
    }
  });

  const anyCommand = 'Any command can be run with it.';
  const disk = 'This is a large part of the disk.';
  const home = 'This is a whole home folder.';
  const settings = 'Claude Code’s own settings and permissions are there.';
  const codexSettings = 'Codex’s own settings and permissions are there.';
  const packages = 'Allows any program to run: npm runs code of packages and projects.';
  const secrets = 'Passwords and keys can be there.';
  for (const [tool, content, text, warning = ''] of [
    ['Bash', undefined, 'every Bash command', anyCommand],
    ['Bash', '*', 'every Bash command', anyCommand],
    ['Bash', ':*', 'every Bash command', anyCommand],
    ['Bash', ' :*', 'every Bash command', anyCommand],
    ['PowerShell', '*:*', 'every PowerShell command', anyCommand],
    ['Bash', 'npm:*', 'any command that begins with “npm”', packages],
    ['Bash', 'npm test:*', 'any command that begins with “npm test”'],
    ['Bash', 'touch *', 'any command that begins with “touch”'],
    ['Bash', 'npm test', 'the command “npm test”'],
    ['Bash', 'ls*', 'any command like “ls*”, where * stands for anything'],
    [
      'Bash',
      '* --version',
      'any command like “* --version”, where * stands for anything',
      anyCommand,
    ],
    ['Bash', 'bash:*', 'any command that begins with “bash”', anyCommand],
    ['Bash', '/bin/sh -c *', 'any command that begins with “/bin/sh -c”', anyCommand],
    ['Bash', '"zsh":*', 'any command that begins with “"zsh"”', anyCommand],
    ['Bash', 'X=1 python3 -c:*', 'any command that begins with “X=1 python3 -c”', anyCommand],
    ['Bash', 'python3 manage.py:*', 'any command that begins with “python3 manage.py”'],
    ['Bash', 'npx:*', 'any command that begins with “npx”', anyCommand],
    ['Bash', 'npm exec:*', 'any command that begins with “npm exec”', anyCommand],
    ['Bash', 'npx eslint:*', 'any command that begins with “npx eslint”'],
    [
      'Bash',
      'sudo apt:*',
      'any command that begins with “sudo apt”',
      'What it runs may change all of this computer.',
    ],
    ['Bash', 'rm -rf:*', 'any command that begins with “rm -rf”', 'It can delete anything.'],
    ['WebSearch', undefined, 'every use of WebSearch', 'This is everything that WebSearch can do.'],
    ['WebFetch', 'domain:example.org', 'fetching pages from example.org'],
    ['WebFetch', 'domain:*', 'fetching any page', 'These are all pages of the web.'],
    ['Read', '//etc/**', 'reading everything in /etc', disk],
    ['Read', '//**', 'reading everything in /', disk],
    ['Read', '//home/dev/**', 'reading everything in ~', home],
    ['Read', '~/**', 'reading everything in ~', home],
    ['Read', '//home/dev/shop/**', 'reading everything in ~/shop'],
    ['Edit', '//srv/data/**', 'changing everything in /srv/data'],
    ['Edit', '/src/**', 'changing everything in src of the project'],
    ['Edit', 'src/**', 'changing everything in src of the project'],
    ['Edit', '**', 'changing everything in the project'],
    ['Edit', '../**', 'changing everything in ..', 'This leads out of the project.'],
    ['Edit', '/.claude/**', 'changing everything in .claude of the project', settings],
    ['Edit', '/.codex/**', 'changing everything in .codex of the project', codexSettings],
    ['Write', '//home/dev/a.txt', 'writing “~/a.txt”'],
    ['Read', '*.env', 'reading “*.env”', secrets],
    [
      'WebFetch',
      'domain:*.com',
      'fetching pages from *.com',
      'These are all sites whose names end in “com”.',
    ],
    ['WebFetch', 'domain:*.example.org', 'fetching pages from *.example.org'],
    ['Bash', 'b*', 'any command like “b*”, where * stands for anything', anyCommand],
    [
      'Bash',
      'git status * --short',
      'any command like “git status * --short”, where * stands for anything',
    ],
    [
      'Bash',
      'mytool:*',
      'any command that begins with “mytool”',
      'This is everything that mytool can do.',
    ],
    [
      'mcp__files',
      undefined,
      'every tool of the MCP server files',
      'These are all tools of that server, those to come as well.',
    ],
    [
      'mcp__files__*',
      undefined,
      'every tool of the MCP server files',
      'These are all tools of that server, those to come as well.',
    ],
    ['mcp__files__read', undefined, 'every use of read of the MCP server files'],
    ['Skill', 'deploy', 'Skill of “deploy”'],
  ] as const) {
    it(`${tool}(${content ?? ''}) is ${text}`, () => {
      assert.deepEqual(textAndDetail(rule(tool, content)), [`Allow ${text}`, warning]);
    });
  }

  for (const [suggestion, text, warning = ''] of [
    [
      { type: 'addDirectories', directories: ['/home/dev/shop', '/srv/data'], destination },
      'Allow work in ~/shop and /srv/data for this session',
    ],
    [
      { type: 'addDirectories', directories: ['/home/dev/shop', '/'], destination },
      'Allow work in ~/shop and / for this session',
      disk,
    ],
    [{ type: 'setMode', mode: 'acceptEdits', destination }, 'Accept all edits for this session'],
    [
      { type: 'setMode', mode: 'acceptEdits', destination: 'userSettings' },
      'Accept all edits in all your projects',
      'In every project, files are changed without asking.',
    ],
    [
      { type: 'setMode', mode: 'auto', destination: 'userSettings' },
      'Let auto mode decide in all your projects',
      'In every project, a model decides what is asked.',
    ],
    [
      { type: 'addDirectories', directories: ['/home/dev/.ssh'], destination },
      'Allow work in ~/.ssh for this session',
      'SSH keys are there, and who may log in with which.',
    ],
    [
      { type: 'addDirectories', directories: ['/etc/cron.d'], destination },
      'Allow work in /etc/cron.d for this session',
      'What is written there can start by itself.',
    ],
    [
      { type: 'setMode', mode: 'bypassPermissions', destination },
      'Never ask again for anything for this session',
      'Nothing is asked anymore, whatever it does.',
    ],
  ] as const) {
    it(text, () => {
      assert.deepEqual(textAndDetail(suggestion), [text, warning]);
    });
  }

  it('is never cut: long rules are said whole, or not at all', () => {
    const command = `echo ${'x'.repeat(1_500)} && rm -rf /`;
    assert.deepEqual(textAndDetail(rule('Bash', command)), [`Allow the command “${command}”`, '']);
    const tooLong = `echo ${'x'.repeat(3_000)}`;
    assert.equal(textAndDetail(rule('Bash', tooLong)), undefined);
    const rules = [{ toolName: 'Bash', ruleContent: tooLong }, { toolName: 'WebSearch' }];
    assert.equal(textAndDetail({ ...rule('Bash'), rules }), undefined);
  });

  it('is not offered where its words could be taken for ours', () => {
    assert.equal(textAndDetail(rule('Bash', 'ls” for this session. Not “rm')), undefined);
  });

  it('is left out where it cannot be said in plain words', () => {
    const unsaid = [
      'text',
      {},
      { type: 'addRules', behavior: 'deny', destination, rules: [{ toolName: 'Bash' }] },
      { type: 'addRules', behavior: 'allow', destination, rules: [] },
      { type: 'addRules', behavior: 'allow', destination, rules: [{}] },
      {
        type: 'addRules',
        behavior: 'allow',
        destination,
        rules: [{ toolName: 'A', ruleContent: 7 }],
      },
      { type: 'addDirectories', directories: [], destination },
      { type: 'setMode', mode: 'unheardOf', destination },
      { type: 'setMode', mode: 'acceptEdits', destination: 'moon' },
      { type: 'setMode', mode: 'constructor', destination },
      { type: 'setMode', mode: 'acceptEdits', destination: 'constructor' },
      { type: 'replaceRules', behavior: 'allow', destination, rules: [{ toolName: 'Bash' }] },
    ];
    assert.deepEqual(suggestionTexts(unsaid, ''), []);
  });

  it('is not offered where it could not be shown as it is', () => {
    assert.deepEqual(suggestionTexts([rule('Bash', 'rm\u202E\u001B[31m\n x')], ''), []);
    assert.deepEqual(suggestionTexts([rule('Ba\u200Bsh', 'ls')], ''), []);
  });
});
