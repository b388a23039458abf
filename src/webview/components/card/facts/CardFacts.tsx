import {
  BellOff,
  Bot,
  FilePen,
  FolderGit,
  GitBranch,
  Layers2,
  ListChecks,
  Users,
} from 'lucide-react';
import { formatPath } from '../../../../shared/words/format';
import { counted, t } from '../../../../shared/words/l10n';
import { plainTitle } from '../../../../shared/text/plainText';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { backgroundLines } from '../../../../shared/board/texts/backgroundText';
import { hasLocalPaths, machineText } from '../../../../shared/board/texts/machineText';
import { hasEnded } from '../../../../shared/board/subagentTree';
import { sharedText } from '../../../../shared/board/texts/collisionText';
import { agentName } from '../../../../shared/board/texts/partTexts';
import { branchName, repositoryLines } from '../../../../shared/board/texts/displayText';
import { branchInWorktree, worktreeNotOnBadge } from '../../../../shared/board/worktreeName';
import { isMuted } from '../../../../shared/actions/cardFacts';
import { costOrTokens, costTitle } from '../../../text/costText';
import { useAnswers, useBoard, usePage } from '../../../page';
import { MachineIcon } from '../../MachineIcon';
import { agentIcons } from './agentIcons';
import { ContextMeter } from './ContextMeter';

/**
 * Line of facts on a card of the board or the phone: where the session works, and its tasks,
 * changes, context and cost. `CardDetails` has what is shown only on request.
 */
export function CardFacts({ session }: { readonly session: LiveSession }) {
  return (
    <div className="facts across gap-10 shrinks">
      <Place session={session} />
      <UsageFacts session={session} />
    </div>
  );
}

function Place({ session }: { readonly session: LiveSession }) {
  const home = useBoard((state) => state.home);
  const { projectPath } = session;
  // The home folder of another machine is a different one, so its paths are not shortened.
  const path = plainTitle(
    hasLocalPaths(session) ? formatPath(projectPath, home) : projectPath,
    400,
  );
  const branch = branchName(session);
  const worktree = worktreeNotOnBadge(session);
  const Icon = worktree === '' ? GitBranch : FolderGit;
  const lines = [branch === '' ? '' : t('Branch {0}', branch), ...repositoryLines(session)];
  return (
    <span className="place flows grows shrinks clips small muted">
      <span className="project flex rigid shrinks">
        <Agent session={session} />
        <Machine session={session} />
        <span className="project-text ellipsis" title={path}>
          {plainTitle(session.projectName, 120)}
        </span>
      </span>
      {(branch !== '' || worktree !== '') && (
        <span
          className="fact branch across-inline gap-4 shrinks one-line"
          title={lines.filter((line) => line !== '').join('\n')}
        >
          <Icon className="icon" aria-hidden="true" />
          {worktree !== '' && <span className="visually-hidden">{t('Worktree')}</span>}
          <bdi className="ellipsis">{branchInWorktree(branch, worktree)}</bdi>
        </span>
      )}
    </span>
  );
}

/** The session's agent, if it is not Claude Code. */
function Agent({ session }: { readonly session: LiveSession }) {
  const { agent } = session;
  if (agent === undefined) return null;
  const Icon = agentIcons[Object.hasOwn(agentIcons, agent) ? agent : 'other'] ?? Bot;
  const label = agentName(session);
  return (
    <span className="fact across-inline gap-4 shrinks one-line" title={label}>
      <Icon className="icon" aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** The session's machine or account, unless it is that of this board. */
function Machine({ session }: { readonly session: LiveSession }) {
  const text = machineText(session, usePage().clock.get());
  if (text === undefined) return null;
  return (
    <span
      className="fact machine across-inline gap-4 rigid shrinks text one-line"
      data-away={text.isAway}
      title={text.tooltip}
    >
      <MachineIcon isAccount={text.isAccount} />
      <bdi className="ellipsis">{text.name}</bdi>
      {text.isAway && <span className="visually-hidden">, {t('away')}</span>}
    </span>
  );
}

/** Marks a background job, which has no terminal. */
function Background({ session: { background } }: { readonly session: LiveSession }) {
  if (background === undefined) return null;
  const lines = backgroundLines(background);
  return (
    <span
      className="fact background-fact across-inline gap-4 shrinks one-line"
      title={lines.join('\n')}
    >
      <Layers2 className="icon" aria-hidden="true" />
      <span className="visually-hidden">{lines[0]}</span>
    </span>
  );
}

function UsageFacts({ session }: { readonly session: LiveSession }) {
  const { tasks, changes, contextWindow } = session;
  return (
    <span className="use across-inline gap-10 rigid small muted">
      <Background session={session} />
      <Muted session={session} />
      <SharedWorktree session={session} />
      <RunningSubagents session={session} />
      {tasks !== undefined && tasks.total > 0 && (
        <span
          className="fact tasks-fact across-inline gap-4 shrinks one-line"
          title={t('{0} of {1} tasks completed', tasks.completed, tasks.total)}
        >
          <ListChecks className="icon" aria-hidden="true" />
          <span className="figure" aria-hidden="true">{`${tasks.completed}/${tasks.total}`}</span>
          <span className="visually-hidden">
            {t('{0} of {1} tasks', tasks.completed, tasks.total)}
          </span>
        </span>
      )}
      {changes !== undefined && (
        <span
          className="fact changes-fact across-inline gap-4 shrinks one-line"
          title={t(
            '{0} changed by {1}',
            counted(changes.files, '{0} file', '{0} files'),
            counted(changes.edits, '{0} edit', '{0} edits'),
          )}
        >
          <FilePen className="icon" aria-hidden="true" />
          <span className="figure" aria-hidden="true">
            {changes.files}
          </span>
          <span className="visually-hidden">
            {counted(changes.files, '{0} file changed', '{0} files changed')}
          </span>
        </span>
      )}
      <ContextMeter context={contextWindow} />
      <Cost session={session} />
    </span>
  );
}

function Muted({ session }: { readonly session: LiveSession }) {
  const muted = useBoard((state) => isMuted(session, state.mutes));
  if (!muted) return null;
  return (
    <span className="fact across-inline gap-4 shrinks one-line" title={t('Notifications muted')}>
      <BellOff className="icon" aria-hidden="true" />
      <span className="visually-hidden">{t('Notifications muted')}</span>
    </span>
  );
}

/** Number of sessions in the same work tree; omitted if a collision already mentions them. */
function SharedWorktree({ session: { collisions } }: { readonly session: LiveSession }) {
  const shared = collisions?.found.length === 0 ? sharedText(collisions) : undefined;
  if (shared === undefined) return null;
  return (
    <span className="fact shared-fact across-inline gap-4 shrinks one-line" title={shared.tooltip}>
      <Users className="icon" aria-hidden="true" />
      <span className="figure">{shared.text}</span>
    </span>
  );
}

/** Number of running subagents; the tooltip names them. */
function RunningSubagents({ session }: { readonly session: LiveSession }) {
  const working = session.subagents.filter((subagent) => !hasEnded(subagent));
  if (working.length === 0) return null;
  const names = working
    .map(({ agentType, description }) =>
      plainTitle([agentType, description].filter(Boolean).join(': '), 120),
    )
    .join('\n');
  const count = counted(working.length, '{0} subagent working', '{0} subagents working');
  return (
    <span className="fact across-inline gap-4 shrinks one-line" title={`${count}\n${names}`}>
      <Bot className="icon" aria-hidden="true" />
      <span className="figure" aria-hidden="true">
        {working.length}
      </span>
      <span className="visually-hidden">{count}</span>
    </span>
  );
}

/** Cost of a session. Its parts are requested when the pointer enters, in time for the tooltip. */
function Cost({ session }: { readonly session: LiveSession }) {
  const { sessionId } = session;
  const { answers } = usePage().board;
  const details = useAnswers((state) => state.details.get(sessionId));
  return (
    <span
      className="cost text figure end"
      title={costTitle(session, details)}
      onPointerEnter={() => answers.loadDetails(session)}
    >
      {costOrTokens(session)}
    </span>
  );
}
