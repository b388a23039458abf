import { hasLocalPaths } from '../../board/texts/machineText';
import type { LiveSession } from '../../protocol/protocol';
import { isServed, isWithoutTerminal } from '../../presentation';
import { message, t } from '../../words/l10n';
import type { SessionAction } from '../action';
import { whileAnswerable } from '../listed';

/** Actions that open a session's terminal, folder and pull request, or start new sessions. */
export const goRows = [
  {
    id: 'goToTerminal',
    title: message('Go to Terminal'),
    titleFor: (session: LiveSession): string =>
      session.background !== undefined && hasLocalPaths(session)
        ? t('Attach in Terminal')
        : t('Go to Terminal'),
    icon: 'SquareTerminal',
    when: ['live', '!runner'],
    command: { id: 'goToTerminal', codicon: 'terminal', page: true },
    board: {},
    tree: { inline: '0', inlineUnless: ['changed'] },
    palette: {},
  },
  {
    id: 'giveBack',
    title: message('Answer in Its Terminal'),
    icon: 'CornerUpLeft',
    when: [['answerable', 'asks', 'plan'], '!runner'],
    needs: 'control',
    command: { id: 'giveBackRequest' },
    board: {},
    tree: {},
    palette: { listed: whileAnswerable, when: [['answerable', 'asks', 'plan']] },
  },
  {
    id: 'resumeSession',
    title: message('Resume in Terminal'),
    titleFor: (session: LiveSession): string => {
      if (isServed(session)) return t('Open in Terminal');
      return isWithoutTerminal(session) ? t('Take Over in Terminal') : t('Resume in Terminal');
    },
    icon: 'SquareTerminal',
    when: ['resumable'],
    command: {
      id: 'resumeSession',
      codicon: 'debug-continue',
      enablement: 'trust',
      page: true,
    },
    board: {},
    tree: { when: ['resumable', '!runner'] },
  },
  {
    id: 'forkSession',
    title: message('Fork in Terminal'),
    icon: 'GitFork',
    when: ['transcript'],
    command: { id: 'forkSession', codicon: 'repo-forked', page: true },
    board: {},
    tree: {},
    palette: {},
  },
  {
    id: 'newSession',
    title: message('New Session Here'),
    icon: 'Plus',
    when: ['project'],
    command: { id: 'newSession', codicon: 'add', page: true },
    board: {},
    tree: {},
    palette: { listed: 'never' },
  },
  {
    id: 'newSessionInWorktree',
    title: message('New Session in a Worktree…'),
    icon: 'FolderGit2',
    when: ['project', 'repository', '!machine'],
    command: { id: 'newSessionInWorktree', codicon: 'git-branch', page: true },
    board: {},
    tree: {},
    palette: {},
  },
  {
    id: 'openWorktree',
    title: message('Open Worktree in New Window'),
    icon: 'FolderGit',
    when: ['worktree'],
    command: { id: 'openWorktree', page: true },
    board: {},
    tree: {},
    palette: { listed: 'never', when: ['worktree'] },
  },
  {
    id: 'removeWorktree',
    title: message('Remove Worktree…'),
    icon: 'FolderX',
    when: ['removable'],
    command: { id: 'removeWorktree', page: true },
    board: {},
    tree: {},
    palette: { listed: 'never', when: ['worktree'] },
  },
  {
    id: 'openProject',
    title: message('Open Project in New Window'),
    icon: 'FolderOpen',
    when: ['project'],
    command: { id: 'openProject', codicon: 'empty-window', page: true },
    board: {},
    tree: {},
    palette: { listed: 'never' },
  },
  {
    id: 'openPullRequest',
    title: message('Open Pull Request'),
    icon: 'GitPullRequest',
    when: ['pull'],
    whileAway: true,
    command: {
      id: 'openPullRequest',
      codicon: 'git-pull-request',
      page: true,
      menus: [
        {
          menu: 'editor/title',
          when: 'activeEditor == multiDiffEditor && missionControl.review',
          group: '1_review@5',
        },
      ],
    },
    board: {},
    tree: {},
    palette: {
      when: ['pull'],
      inFront: true,
    },
  },
] as const satisfies readonly SessionAction[];
