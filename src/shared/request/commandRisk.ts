import { message, t } from '../words/l10n';

/**
 * Row for programs that can do harm by their arguments. A permission rule leaves arguments open,
 * because it covers only the beginning of a command.
 */
interface Risk {
  readonly programs: RegExp;
  /** If set, the row applies only if the arguments, joined by spaces, match. */
  readonly only?: RegExp;
  /** The row does not apply if the first argument matches. */
  readonly not?: RegExp;
  readonly warning: (program: string) => string;
}

/**
 * Programs that execute code or a script given as an argument; harmless in a rule only if the rule
 * names the script.
 */
const runners =
  /^(?:(?:ba|z|fi|da|a|k|c|tc)?sh|busybox|pwsh|powershell|cmd|python[\d.]*|pypy\d*|node|nodejs|deno|bun|tsx|ts-node|ruby|irb|perl|php|lua|julia|r|rscript|osascript|java|groovy|ghci?|erl|elixir|tclsh|expect|npx|bunx|pnpx|uvx|pipx|exec|eval|source|\.|invoke-expression|iex|start-process|invoke-command|icm|start|call|&)$/i;
/** Pairs of program and subcommand that execute what they are given. */
const runnersInTwo =
  /^(?:(?:npm|pnpm|yarn) (?:exec|dlx|explore|x)|rails (?:runner|r|console|c)|nix (?:run|shell|develop)|(?:uv|pdm|poetry|pipenv|hatch|rye|conda|mamba|mise|asdf|direnv|volta|nvm|fnm|pyenv|rbenv|lerna|bundle|deno|bun|docker|podman|kubectl) (?:run|exec|eval))$/i;
/** Programs that start the program of a package, which comes first in their arguments. */
const packageRunners = /^(?:npx|bunx|pnpx|uvx)$/i;
/** Programs that execute their arguments as a command, without an option for it. */
const starters = /^(?:exec|eval|busybox|cmd|call|start)$/i;
/**
 * Programs that execute the command given as their arguments; their risk is that of the inner
 * command.
 */
const wrappers =
  /^(?:env|xargs|parallel|nohup|nice|ionice|time|timeout|watch|entr|stdbuf|setsid|command|builtin|caffeinate|chronic|strace|ltrace|unbuffer|script|flock|taskset|chrt|prlimit|setarch|setpriv|runuser|numactl|chroot|unshare|nsenter|firejail|bwrap|proot|fakeroot|toybox|torsocks|proxychains4?|rlwrap|valgrind|perf|xvfb-run|dbus-run-session|systemd-inhibit|hyperfine|concurrently|nodemon|dotenv|cross-env|cross-env-shell|env-cmd)$/i;
const removers =
  /^(?:rm|rmdir|shred|unlink|del|erase|rd|remove-item|ri|mkfs.*|wipefs|fdisk|diskutil|format)$/;
const asRoot = /^(?:sudo|doas|su|runas|gsudo|pkexec)$/i;
/** Environment variables that name code to load or a program to start. */
const loadingVariables =
  /^(?:LD_|DYLD_|GIT_|(?:PATH|IFS|ENV|BASH_ENV|SHELL|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|PERL5OPT|PERL5LIB|RUBYOPT|PYTHONPATH|PYTHONSTARTUP|NODE_OPTIONS|NODE_PATH|JAVA_TOOL_OPTIONS|LESSOPEN|PROMPT_COMMAND|MAKEFLAGS|RUSTC_WRAPPER)=)/;

const startsByText = (means: string) => (program: string) =>
  t('Allows any program to run: {0} can start others by {1}.', program, t(means));
const runsCodeText = (program: string) =>
  t('Allows any program to run: {0} runs code of packages and projects.', program);
const writesText = (program: string) =>
  t('Can write any file: {0} can also replace settings that start programs.', program);
const sendsText = (program: string) =>
  t('Can send any file away: {0} reads and writes files, and speaks to any computer.', program);
const schedulesText = (program: string) =>
  t('Allows programs to run later or by themselves: {0} can set them up.', program);
const changesElsewhereText = (program: string) =>
  t('Can change whatever your account can change elsewhere with {0}.', program);
const reachesFilesText = (program: string) =>
  t('Allows any program to run: {0} can also reach all files of this computer.', program);
const deletesText = () => t('It can delete anything.');

/** The first matching row gives the warning. A row without `only` applies to any arguments. */
const risks: readonly Risk[] = [
  {
    programs: /^git$/,
    not: /^(?:add|am|blame|branch|check-ignore|checkout|cherry-pick|clean|commit|describe|diff|log|ls-files|merge|merge-base|mv|reflog|reset|restore|rev-list|rev-parse|revert|rm|shortlog|show|stash|status|switch|tag)$/,
    warning: startsByText(message('options such as -c, aliases and hooks')),
  },
  // `--output` writes to any file, and `--format` prints any text.
  {
    programs: /^git$/,
    only: /^(?:blame|diff|log|reflog|shortlog|show|stash)\b/s,
    warning: writesText,
  },
  { programs: /^(?:hg|svn|jj)$/, only: /^(?:-.*)?$/s, warning: startsByText('--config') },
  { programs: /^(?:find|fd|fdfind)$/, warning: startsByText('-exec') },
  { programs: /^g?sed$/, warning: startsByText(message('its command e')) },
  { programs: /^(?:[gm]|n)?awk$/, warning: startsByText('system()') },
  { programs: /^(?:g|bsd)?tar$/, warning: startsByText('--to-command') },
  { programs: /^rsync$/, warning: startsByText('-e') },
  { programs: /^(?:ssh|scp|sftp|mosh|autossh)$/, warning: startsByText('-o') },
  {
    programs: /^(?:n?vim?|view|ex|emacs|nano|ed|less|more|most|man|info)$/,
    warning: startsByText('!'),
  },
  { programs: /^rg$/, warning: startsByText('--pre') },
  { programs: /^sort$/, warning: startsByText('--compress-program') },
  { programs: /^zip$/, warning: startsByText('-TT') },
  { programs: /^tcpdump$/, warning: startsByText('-z') },
  {
    programs: /^(?:gdb|lldb|sqlite3|psql|mysql)$/,
    warning: startsByText(message('its own commands')),
  },
  { programs: /^(?:socat|ncat|nc|netcat)$/, warning: startsByText('-e') },
  { programs: /^(?:screen|tmux|wt|open|xdg-open)$/, warning: () => anyCommandText() },
  {
    programs: /^(?:docker|podman|nerdctl|lima|limactl|lxc|vagrant)$/,
    not: /^(?:ps|logs|images|inspect|stats|top|version|info)$/,
    warning: reachesFilesText,
  },
  {
    programs: /^(?:kubectl|oc)$/,
    only: /^(?:(?:exec|run|debug|cp|attach|-).*)?$/s,
    warning: startsByText('exec'),
  },
  {
    programs: /^(?:kubectl|oc|helm|terraform|tofu|pulumi|ansible|ansible-playbook)$/,
    not: /^(?:get|describe|logs|top|version|explain|plan|show|validate|list|status)$/,
    warning: changesElsewhereText,
  },
  {
    programs:
      /^(?:aws|az|gcloud|gh|glab|heroku|fly|flyctl|vercel|netlify|wrangler|doctl|firebase)$/,
    only: /^(?:(?:api|alias|extension|-).*)?$/s,
    warning: changesElsewhereText,
  },
  {
    programs:
      /^(?:g?make|cmake|ninja|just|rake|task|bazel|scons|mvnw?|gradlew?|ant|sbt|cargo|go|dotnet|swift)$/,
    warning: runsCodeText,
  },
  {
    programs:
      /^(?:npm|pnpm|yarn|corepack|mix|composer|bundle|uv|pdm|poetry|rye|hatch|tox|nox|conda|mamba|nix|nix-shell|nix-env)$/,
    only: /^(?:-.*|run|run-script|(?:i|ci|install|add|create|init|generate|tool|require|update|upgrade|sync|shell|develop|build)(?: .*)?)?$/s,
    warning: runsCodeText,
  },
  {
    programs:
      /^(?:pip[\d.]*|gem|brew|apt|apt-get|dnf|yum|pacman|apk|zypper|snap|flatpak|port|choco|scoop|winget|easy_install)$/,
    not: /^(?:list|show|info|search|freeze|check|outdated)$/,
    warning: runsCodeText,
  },
  {
    programs:
      /^(?:crontab|at|batch|systemctl|systemd-run|launchctl|service|schtasks|sc|reg|defaults|register-scheduledtask|set-itemproperty|new-service)$/,
    warning: schedulesText,
  },
  {
    programs:
      /^(?:curl|wget|aria2c|http|https|xh|ftp|lftp|invoke-webrequest|iwr|invoke-restmethod|irm|start-bitstransfer|rclone)$/,
    warning: sendsText,
  },
  {
    programs:
      /^(?:tee|cp|mv|ln|install|truncate|dd|patch|unzip|7z|7za|cpio|uniq|xxd|tree|copy|move|xcopy|robocopy|set-content|add-content|out-file|copy-item|move-item|new-item|sponge)$/,
    warning: writesText,
  },
  {
    programs: /^(?:chmod|chown|chgrp|setfacl|icacls|takeown)$/,
    warning: (program) => t('Can change who may read, write and run any file by {0}.', program),
  },
  {
    programs: removers,
    only: /^(?:-.*)?$/s,
    warning: deletesText,
  },
];

/**
 * Programs that do no harm with any arguments. For other programs without a row, the warning is
 * that a rule without arguments allows any option.
 */
const harmless =
  /^(?:ls|dir|cat|type|echo|printf|pwd|cd|head|tail|wc|grep|egrep|fgrep|cut|tr|nl|rev|column|seq|date|cal|which|where|whereis|whoami|id|groups|uname|hostname|uptime|ps|df|du|free|nproc|lscpu|stat|file|diff|cmp|comm|basename|dirname|realpath|readlink|true|false|test|sleep|md5sum|sha\d+sum|cksum|od|hexdump|strings|jq|touch|mkdir|get-\w+|select-string|test-path|measure-object)$/i;

/** True for a program, named without a folder, that does no harm with any arguments. */
export function isHarmlessProgram(name: string): boolean {
  return harmless.test(name);
}

/**
 * True if the last bracket or backtick in the text opens a command substitution that is not closed.
 */
function hasOpenSubstitution(beginning: string): boolean {
  const last = Math.max(...['`', '(', ')'].map((sign) => beginning.lastIndexOf(sign)));
  return last >= 0 && beginning[last] !== ')';
}

/**
 * True for a single command without pipes, lists, redirections or substitutions, whose program does
 * not delete, run other programs with elevated rights, or execute code given as an argument.
 */
export function isSimpleCommand(command: string): boolean {
  const words = command.split(' ').filter((word) => word !== '');
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const program = (words[first] ?? '').replace(/^.*\//, '').toLowerCase();
  const isGiven = /^[^-]/.test(words[first + 1] ?? '');
  return (
    first !== -1 &&
    /^[\w.+-]+$/.test(program) &&
    !/[;&|<>`$\\(){}\n]/.test(command) &&
    !words.slice(0, first).some((word) => loadingVariables.test(word)) &&
    ![removers, asRoot, wrappers, starters].some((programs) => programs.test(program)) &&
    !runnersInTwo.test(`${program} ${words[first + 1] ?? ''}`) &&
    (isGiven || !runners.test(program))
  );
}

/**
 * Warning for a rule about the beginning of a command, if the arguments decide what runs; empty if
 * the beginning is specific.
 */
export function commandRisk(beginning: string): string {
  // An unclosed substitution continues in the arguments.
  if (hasOpenSubstitution(beginning)) return anyCommandText();
  const last = beginning.split(/&&|\|\||[;|&\n]/).at(-1) ?? '';
  if (/>\s*[^\s>]*$/.test(last)) return t('Can write any file.');
  const plain = last.replace(/["']/g, '').trim();
  // A backslash escapes in a shell, but separates folders in a Windows path.
  const slash = /^(?:[a-z]:|\.{1,2})\\/i.test(plain) ? '/' : '';
  return riskOf(
    plain
      .replaceAll('\\', slash)
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
}

/** True if the name of a dangerous program starts like this: `b*` matches `bash`. */
export function mayBeRisky(start: string): boolean {
  return riskyPrograms.some((name) => name.startsWith(start.toLowerCase()));
}
const riskyPrograms =
  'bash sh zsh fish dash ksh pwsh powershell cmd python node deno bun ruby perl php lua osascript npx env xargs sudo su doas eval exec source git find sed awk gawk tar rsync ssh scp vim nvim less docker podman kubectl make npm pnpm yarn pip cargo go curl wget tee cp mv dd rm nc socat crontab systemctl'.split(
    ' ',
  );

export const anyCommandText = () => t('Any command can be run with it.');

function riskOf(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  if (/^[A-Za-z_]\w*=/.test(first))
    return loadingVariables.test(first) ? anyCommandText() : riskOf(rest);
  const program = first.replace(/^.*\//, '').replace(/\.(?:exe|cmd|bat)$/i, '');
  if (program === '') return anyCommandText();
  if (asRoot.test(program)) return t('What it runs may change all of this computer.');
  const [second = ''] = rest;
  if (wrappers.test(program)) {
    const inner = rest.filter((word) => !/^[\d.]+[smhd]?$/.test(word));
    return inner.length === 0 || second.startsWith('-') ? anyCommandText() : riskOf(inner);
  }
  const isUnspecific = rest.length === 0 || second.startsWith('-');
  if ((runners.test(program) && isUnspecific) || runnersInTwo.test([program, ...rest].join(' ')))
    return anyCommandText();
  if (packageRunners.test(program)) {
    // The first character is skipped, because a package's scope begins with `@` as well.
    const version = second.indexOf('@', 1);
    const inner = version === -1 ? second : second.slice(0, version);
    // A package's name alone says what runs, unless the package executes its arguments.
    const isSpecific = ![runners, wrappers, asRoot].some((programs) => programs.test(inner));
    return isSpecific && rest.length === 1 ? '' : riskOf([inner, ...rest.slice(1)]);
  }
  const name = program.toLowerCase();
  const found = risks.find(
    ({ programs, only, not }) =>
      programs.test(name) && only?.test(rest.join(' ')) !== false && not?.test(second) !== true,
  );
  if (found !== undefined) return found.warning(program);
  return rest.length > 0 || harmless.test(name)
    ? ''
    : t('This is everything that {0} can do.', program);
}
