import assert from 'node:assert/strict';
import { commandRisk } from '../../../../src/shared/request/commandRisk';
import { ruleWords } from '../../../../src/shared/request/ruleWords';

/** Patterns of warnings; programs vary. */
const warnings = {
  anyCommand: /^Any command can be run with it\.$/u,
  others: /^Allows any program to run: \S+ can start others by \S/u,
  code: /^Allows any program to run: \S+ runs code of packages and projects\.$/u,
  reach: /^Allows any program to run: \S+ can also reach all files/u,
  root: /^What it runs may change all of this computer\.$/u,
  writes: /^Can write any file/u,
  sends: /^Can send any file away/u,
  later: /^Allows programs to run later/u,
  elsewhere: /^Can change whatever your account/u,
  rights: /^Can change who may read/u,
  deletes: /^It can delete anything\.$/u,
  all: /^This is everything that \S+ can do\.$/u,
  none: /^$/u,
} as const;

const commands: Readonly<Record<keyof typeof warnings, readonly (readonly string[])[]>> = {
  anyCommand: [
    ['bash', 'bash -c', 'sh', '/usr/bin/zsh', 'pwsh', 'cmd.exe', 'python', 'python3 -c', 'node'],
    ['node -e', 'perl', 'ruby -e', 'npx', 'npm exec', 'uvx', 'env', 'xargs', 'watch', 'nohup'],
    ['timeout', 'timeout 5 bash', 'nice bash', 'env X=1 bash', 'exec', 'eval', 'xargs -0'],
    ['X=1 bash', 'LD_PRELOAD=/tmp/x.so ls', 'PATH=/tmp ls', 'GIT_SSH_COMMAND=x git status'],
    [
      'cd /tmp && bash',
      'ls; sh',
      'ls | bash',
      'echo $(',
      'echo `',
      'uv run',
      'kubectl exec',
      'tmux',
      'b\\ash',
    ],
    ['npx tsx', 'npx tsx -e', 'npx tsx@4', 'npx cross-env X=1', 'npx nodemon', 'fakeroot sh'],
    ['rails runner', 'pipenv run', 'npm explore', 'nix shell', 'hyperfine', 'chrt 1', 'toybox'],
    ['"bash"', 'Invoke-Expression', 'iex', 'Start-Process', 'C:\\tools\\bash.exe', 'BASH'],
  ],
  others: [
    ['git', 'git -c', 'git -C /tmp log', 'git fetch', 'git push', 'git clone', 'git rebase'],
    ['git grep', 'git config', 'git submodule', 'find', 'find .', 'find . -name', 'sed', 'sed -n'],
    ['awk', "awk '{", 'tar', 'tar xf', 'rsync', 'rsync -a', 'ssh', 'ssh host', 'vim', 'less'],
    ['man', 'rg', 'rg foo', 'sort', 'zip', 'sqlite3', 'nc', 'kubectl'],
    ['cd /x && git', 'timeout 5 git', 'watch git', 'X=1 git', '/usr/bin/git', 'git.exe'],
  ],
  code: [
    ['make', 'make build', 'cmake', 'npm', 'npm install', 'npm install left-pad', 'npm run'],
    ['yarn', 'pnpm add', 'cargo', 'cargo build', 'go', 'go test', 'pip install', 'pip3', 'brew'],
    ['gem install', 'gradlew', './gradlew', 'dotnet', 'composer', 'apt install'],
  ],
  reach: [['docker', 'docker compose', 'docker -H x', 'podman', 'docker build']],
  root: [['sudo', 'sudo apt', 'doas', 'su -', 'X=1 sudo ls', 'runas']],
  writes: [
    [
      'git log',
      'git log -5',
      'git diff',
      'git show',
      'git blame',
      'git shortlog',
      'git stash list',
    ],
    ['tee', 'tee -a', 'cp', 'mv', 'ln -s', 'dd', 'unzip', 'uniq', 'echo x >', 'ls >> /tmp/'],
  ],
  sends: [['curl', 'curl -o', 'curl https://example.org', 'wget', 'Invoke-WebRequest']],
  later: [['crontab', 'at', 'systemctl', 'launchctl', 'schtasks']],
  elsewhere: [['kubectl delete', 'terraform', 'helm', 'gh', 'gh api', 'aws', 'terraform apply']],
  rights: [['chmod', 'chmod +x', 'chown']],
  deletes: [['rm', 'rm -rf', 'xargs rm', 'Remove-Item']],
  all: [['mytool', 'prettier', '/opt/x/mytool', 'X=1 mytool']],
  none: [
    ['ls', 'ls -la', 'cat', 'grep', 'pwd', 'echo', 'head', 'touch', 'mkdir -p', 'jq', 'Get-Item'],
    ['git status', 'git add', 'git commit', 'git checkout', 'git rev-parse', 'git branch'],
    ['npm test', 'npm run build', 'npm ls', 'npx eslint', 'python3 manage.py', 'node build.mjs'],
    ['npx tsx tools/x.ts', 'npx @scope/lint', 'npx eslint src', 'rails test', 'fakeroot ls'],
    ['docker ps', 'docker logs', 'kubectl get', 'terraform plan', 'gh pr view', 'pip list'],
    ['mytool --check', 'mytool sub', 'rm build/out.txt', 'X=1 ls', 'timeout 5 ls', 'nice ls'],
  ],
};

describe('The warning about a rule for good', () => {
  for (const [kind, beginnings] of Object.entries(commands))
    for (const beginning of beginnings.flat())
      it(`says “${kind}” of commands that begin with “${beginning}”`, () => {
        assert.match(commandRisk(beginning), warnings[kind as keyof typeof warnings]);
        const words = ruleWords('Bash', `${beginning}:*`, '/home/dev');
        assert.equal(words?.warning, commandRisk(beginning));
      });

  it('is missing for one exact command, which a person reads whole', () => {
    for (const command of ['bash', 'git push', 'make', 'rm -rf /'])
      assert.equal(ruleWords('Bash', command, '')?.warning, '');
  });

  const starts = 'What is written there';
  const paths: readonly (readonly [tool: string, path: string, warning: string])[] = [
    ['Edit', '~/.ssh/**', 'SSH keys'],
    ['Read', '~/.ssh/**', 'SSH keys'],
    ['Write', '//home/dev/.ssh/authorized_keys', 'SSH keys'],
    ['Edit', '~/.s*/**', 'SSH keys'],
    ['Edit', '**/.ssh/**', 'SSH keys'],
    ['Edit', '~/.bashrc', `${starts} runs in every new shell`],
    ['Edit', '//home/*/.zshrc', `${starts} runs in every new shell`],
    ['Read', '~/.bashrc', ''],
    ['Edit', '~/.claude/settings.json', 'Claude Code’s own'],
    ['Write', '.claude/**', 'Claude Code’s own'],
    ['Write', '.mcp.json', 'Claude Code’s own'],
    ['Write', '/.git/hooks/**', `${starts} can run with git`],
    ['Write', '.git/hooks/pre-commit', `${starts} can run with git`],
    ['Edit', '.husky/**', `${starts} can run with git`],
    ['Edit', '.vscode/tasks.json', `${starts} can run in the editor`],
    ['Edit', '~/.config/systemd/**', `${starts} can start by itself`],
    ['Edit', '~/Library/LaunchAgents/**', `${starts} can start by itself`],
    ['Edit', '.github/workflows/ci.yml', `${starts} runs on the project’s servers`],
    ['Edit', '//etc/hosts', 'Settings and programs of the whole computer'],
    ['Edit', 'etc/hosts', ''],
    ['Edit', '/etc/hosts', ''],
    ['Edit', 'C:\\Windows\\System32\\**', 'Settings and programs of the whole computer'],
    ['Read', '~/.aws/credentials', 'Passwords and keys'],
    ['Read', '.env', 'Passwords and keys'],
    ['Read', '**/.env', 'Passwords and keys'],
    ['Grep', '~/.gnupg/**', 'Passwords and keys'],
    ['Edit', '~/*', 'This is a whole home folder'],
    ['Read', '//**/id.txt', 'This is a large part of the disk'],
    ['Edit', 'src/**', ''],
    ['Edit', 'src/*.ts', ''],
    ['Edit', '**/*.md', ''],
    ['Edit', '~/shop/*.ts', ''],
    ['Edit', '*', 'This is everything that Edit can do'],
    ['Read', '.github/workflows/ci.yml', ''],
  ];
  for (const [tool, path, warning] of paths)
    it(`says “${warning}” of ${tool}(${path})`, () => {
      const actual = ruleWords(tool, path, '/home/dev')?.warning ?? 'not offered';
      assert.ok(warning === '' ? actual === '' : actual.startsWith(warning), actual);
    });

  it('takes no longer than the rule is long', () => {
    for (const part of ['a ', '> ', '( ', '&& ', '*/', '"\\', 'X=1 ', 'nice ', '-a '])
      for (const tool of ['Bash', 'Edit']) {
        const rule = `${part.repeat(2_000 / part.length - 2)}:*`;
        assert.doesNotThrow(() => ruleWords(tool, rule, '/home/dev'));
      }
  });
});
