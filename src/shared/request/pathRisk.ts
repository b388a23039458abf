import { clientNames, codexFolderName } from '../agents/places';
import { matchesGlob } from '../text/pathGlob';
import { t } from '../words/l10n';

interface Place {
  /**
   * Lower-case path suffixes; the last name is a file, or a folder with its contents. A leading `/`
   * anchors the suffix at the root.
   */
  readonly names: readonly string[];
  /** True if reading the file is dangerous as well. */
  readonly read?: true;
  readonly warning: () => string;
}

const row =
  (warning: () => string, read?: true) =>
  (path: string): Place => ({ names: path.split('/'), warning, ...(read && { read }) });

const claude = row(() => t('Claude Code’s own settings and permissions are there.'));
const codex = row(() => t('Codex’s own settings and permissions are there.'));
const ssh = row(() => t('SSH keys are there, and who may log in with which.'), true);
const secret = row(() => t('Passwords and keys can be there.'), true);
const shell = row(() => t('What is written there runs in every new shell.'));
const git = row(() => t('What is written there can run with git.'));
const editor = row(() => t('What is written there can run in the editor.'));
const startsItself = row(() => t('What is written there can start by itself.'));
const servers = row(() => t('What is written there runs on the project’s servers.'));
const system = row(() => t('Settings and programs of the whole computer are there.'));

const places: readonly Place[] = [
  ...clientNames.map(claude),
  codex(codexFolderName),
  ...['.ssh', 'authorized_keys'].map(ssh),
  ...[
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.bash_aliases',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.kshrc',
    '.cshrc',
    '.tcshrc',
    '.inputrc',
    '.envrc',
    '.config/fish',
    '.config/powershell',
    'windowspowershell',
    'microsoft.powershell_profile.ps1',
    'profile.ps1',
  ].map(shell),
  ...[
    '.git',
    '.gitconfig',
    '.config/git',
    '.husky',
    '.gitmodules',
    '.githooks',
    '.pre-commit-config.yaml',
    'lefthook.yml',
  ].map(git),
  ...[
    '.vscode',
    '.vscode-server',
    '.vimrc',
    '.config/nvim',
    '.emacs.d',
    '.emacs',
    'code/user',
    '.idea',
  ].map(editor),
  ...[
    '.config/systemd',
    '.config/autostart',
    'launchagents',
    'launchdaemons',
    'startup',
    'cron.d',
    'crontabs',
    'crontab',
    '.xprofile',
    '.xinitrc',
    '.local/bin',
    '.devcontainer',
    '.ripgreprc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    '.cargo',
  ].map(startsItself),
  ...['.github/workflows', '.gitlab-ci.yml', '.circleci', 'jenkinsfile'].map(servers),
  ...[
    '.aws',
    '.azure',
    '.kube',
    '.docker',
    '.gnupg',
    '.password-store',
    '.config/gcloud',
    '.config/gh',
    '.netrc',
    '.npmrc',
    '.pypirc',
    '.pgpass',
    '.git-credentials',
    '.env',
    '.env.local',
    '.env.development',
    '.env.staging',
    '.env.test',
    '.env.production',
    '.credentials.json',
    'id_rsa',
    'id_dsa',
    'id_ecdsa',
    'id_ed25519',
    'keychains',
  ].map(secret),
  ...[
    'etc',
    'usr',
    'bin',
    'sbin',
    'lib',
    'boot',
    'opt',
    'library',
    'system',
    'windows',
    'program files',
    'programdata',
  ].map((name) => system(`/${name}`)),
];

/** Names of files that hold secrets in many projects, in addition to `places`. */
const secretNames =
  /^\.env(?:[._-]|$)|^\.?(?:secrets?|credentials?)(?:\.|$)|^id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate)$/i;
/** Top folders in which a path means something different to each process. */
const ownToProcess = /^\/(?:proc|dev|sys)(?:\/|$)/;

/** Returns whether an absolute path can lead to secrets, or elsewhere in another process. */
export function isDelicatePath(file: string): boolean {
  // Two slashes start an absolute path in a rule.
  return (
    ownToProcess.test(file) ||
    file.split('/').some((name) => secretNames.test(name)) ||
    pathRisk(`/${file}`, false) !== ''
  );
}

/** Warning if a rule covers files that start programs or contain secrets; otherwise empty. */
export function pathRisk(pattern: string, changes: boolean): string {
  const slashed = pattern.replaceAll('\\', '/');
  // One leading slash starts a path in the project, two an absolute path.
  const parts = (slashed.startsWith('//') ? slashed.slice(1) : slashed.replace(/^\//, ''))
    .replace(/^[a-z]:(?=\/)/i, '')
    .split('/');
  const found = places.find(
    ({ names, read }) => (changes || read === true) && containsNames(parts, names),
  );
  return found?.warning() ?? '';
}

function containsNames(parts: readonly string[], names: readonly string[]): boolean {
  const startCount = names[0] === '' ? 1 : parts.length;
  for (let from = 0; from < startCount; from += 1) {
    if (names.every((name, at) => matchesName(parts[from + at], name))) return true;
  }
  return false;
}

/**
 * Compares one segment of a path. A segment of stars alone matches nothing here, because it covers
 * everything, which the text of the rule already shows.
 */
function matchesName(part: string | undefined, name: string): boolean {
  if (part === undefined) return false;
  if (/^\**$/.test(part)) return part === name;
  const plain = part.toLowerCase();
  // Most paths have no wildcard, and a path is compared with a hundred names.
  return /[*?]/.test(plain) ? matchesGlob(name, plain) : plain === name;
}
