import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds } from '../../manifest';
import { LivePick, type RowItem } from '../livePick';
import { escapeIcons } from '../markdown';
import { toneColors } from '../toneColors';
import { openPullRequest } from '../outcome/openPullRequest';
import { run } from '../typedCommands';
import { findingRows, type FindingAct, type FindingRow, type PickRow } from './findingRows';
import { type SearchCalls, SessionFinder } from './sessionFinder';

interface Act {
  readonly button: vscode.QuickInputButton;
  readonly run: (row: FindingRow) => void;
}

const openTranscript: Act = {
  button: button('output', () => t('Open Transcript')),
  run: ({ target }) => run(commandIds.openTranscript, target),
};

const acts: Readonly<Record<FindingAct, Act>> = {
  pull: {
    button: button('git-pull-request', () => t('Open Pull Request')),
    run: (row) => void openPullRequest(row),
  },
  goTo: {
    button: button('terminal', () => t('Go to Terminal')),
    run: ({ target: { sessionId } }) => run(commandIds.goToTerminal, sessionId),
  },
  reveal: {
    button: button('dashboard', () => t('Reveal in Board')),
    run: ({ target: { sessionId } }) => run(commandIds.revealInBoard, sessionId),
  },
  resume: {
    button: button('debug-continue', () => t('Resume in Terminal')),
    run: ({ target: { sessionId } }) => run(commandIds.resumeSession, sessionId),
  },
  fork: {
    button: button('repo-forked', () => t('Fork in Terminal')),
    run: ({ target: { sessionId } }) => run(commandIds.forkSession, sessionId),
  },
  copy: {
    button: button('copy', () => t('Copy Session ID')),
    run: ({ target: { sessionId } }) => run(commandIds.copySessionId, sessionId),
  },
};

/** Lets a person find any session: on the board, in the past, and by text in transcripts. */
export async function findSession(board: BoardModel, hub: SearchCalls): Promise<void> {
  const finder = new SessionFinder(hub);
  const pick = vscode.window.createQuickPick<RowItem<PickRow>>();
  pick.placeholder = t(
    'Find a session by title, project, branch, prompt, anything said in it, pr: or tests:',
  );
  pick.keepScrollPosition = true;
  // The rows are already ranked; `sortByLabel` is missing in the API's types.
  Reflect.set(pick, 'sortByLabel', false);

  let answered: string | undefined;
  /** True if Enter was pressed before the results arrived; it then applies to the first result. */
  let isEarly = false;
  const list = new LivePick<PickRow>(pick, {
    itemOf,
    keyOf,
    onPick({ row, button }) {
      if (button === undefined && answered !== finder.findings.query) isEarly = true;
      else if (row?.kind === 'session') return false;
      else if (row?.kind === 'note' && row.action === 'more') finder.more();
      return true;
    },
  });
  const draw = (): void => {
    const { findings, hasMore } = finder;
    pick.busy = findings.searching;
    // The previous results stay in the list until the hub answers this query.
    if (findings.history === undefined && findings.problem === undefined) return;
    const rows = findingRows(findings, board.sessions, hasMore, Date.now());
    answered = findings.query;
    list.draw(rows, findings.query);
    if (!isEarly) return;
    isEarly = false;
    list.accept(rows.filter(({ kind }) => kind === 'session').slice(0, 1));
  };
  list.disposeWithList(finder);
  list.disposeWithList(finder.onDidChange(draw));
  list.disposeWithList(board.onDidChange(draw));
  list.disposeWithList(
    pick.onDidChangeValue((query) => {
      isEarly = false;
      finder.find(query);
    }),
  );
  finder.find('');
  draw();
  const picked = await list.show();
  if (picked?.row?.kind !== 'session') return;
  const { row, button } = picked;
  (actsOf(row).find((act) => act.button === button) ?? openTranscript).run(row);
}

function button(icon: string, tooltip: () => string): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon(icon),
    get tooltip() {
      return tooltip();
    },
  };
}

function actsOf(row: FindingRow): readonly Act[] {
  return [openTranscript, ...row.acts.map((act) => acts[act])];
}

function itemOf(row: PickRow): vscode.QuickPickItem {
  switch (row.kind) {
    case 'heading':
      return { label: row.label, kind: vscode.QuickPickItemKind.Separator };
    case 'note':
      return {
        label: escapeIcons(row.label),
        iconPath: new vscode.ThemeIcon(row.codicon),
        alwaysShow: true,
      };
    case 'session':
      return sessionItem(row);
  }
}

function sessionItem(row: FindingRow): vscode.QuickPickItem {
  const { codicon, tone } = row.look;
  return {
    label: escapeIcons(row.label),
    description: escapeIcons(row.description),
    ...(row.detail !== '' && { detail: escapeIcons(row.detail) }),
    iconPath: new vscode.ThemeIcon(codicon, new vscode.ThemeColor(toneColors[tone])),
    buttons: actsOf(row).map((act) => act.button),
    alwaysShow: true,
  };
}

/** Key that identifies a row in the next list. */
function keyOf(row: PickRow): string {
  if (row.kind !== 'session') return `${row.kind} ${row.label}`;
  const { sessionId, agentId = '' } = row.target;
  return `${row.isHit ? 'text' : 'session'} ${sessionId} ${agentId}`;
}
