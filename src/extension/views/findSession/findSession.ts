import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds, type SessionTarget } from '../../manifest';
import { DisposableStore } from '../../util/lifetime';
import { escapeIcons } from '../markdown';
import { toneColors } from '../toneColors';
import { openPullRequest } from '../outcome/openPullRequest';
import { run } from '../typedCommands';
import { findingRows, type FindingAct, type FindingRow, type PickRow } from './findingRows';
import { type PastSessions, SessionFinder } from './sessionFinder';

interface Item extends vscode.QuickPickItem {
  readonly row: PickRow;
}

interface Act {
  readonly button: vscode.QuickInputButton;
  readonly run: (row: FindingRow) => void;
}

const opening: Act = {
  button: button('output', () => t('Open Transcript')),
  run: ({ target }) => open(target),
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
export function findSession(board: BoardModel, hub: PastSessions): void {
  const lifetime = new DisposableStore();
  const finder = lifetime.add(new SessionFinder(hub));
  const pick = lifetime.add(vscode.window.createQuickPick<Item>());
  pick.placeholder = t(
    'Find a session by title, project, branch, prompt, anything said in it, pr: or tests:',
  );
  pick.keepScrollPosition = true;
  // The rows are already ranked; `sortByLabel` is missing in the API's types.
  Reflect.set(pick, 'sortByLabel', false);

  let drawn: string | undefined;
  /** The shown rows as JSON, because setting equal rows again would interrupt a press on one. */
  let shown = '';
  /** True if Enter was pressed before the answer; it applies to the first row of the answer. */
  let accepted = false;
  const accept = (row: PickRow | undefined): void => {
    if (row?.kind === 'session') {
      pick.hide();
      open(row.target);
    } else if (row?.kind === 'note' && row.action === 'more') finder.more();
  };
  const draw = (): void => {
    const { findings, hasMore } = finder;
    pick.busy = findings.searching;
    // The previous results stay until this query is answered.
    if (findings.history === undefined && findings.problem === undefined) return;
    const rows = findingRows(findings, board.sessions, hasMore, Date.now());
    const next = JSON.stringify([findings.query, rows]);
    if (next !== shown) {
      shown = next;
      const [active] = drawn === findings.query ? pick.activeItems : [];
      drawn = findings.query;
      pick.items = rows.map(itemOf);
      // Keeps the active row when rows are added.
      const same = active && pick.items.find((item) => keyOf(item.row) === keyOf(active.row));
      if (same !== undefined) pick.activeItems = [same];
    }
    if (!accepted) return;
    accepted = false;
    accept(rows.find(({ kind }) => kind === 'session'));
  };
  lifetime.add(finder.onDidChange(draw));
  lifetime.add(board.onDidChange(draw));
  lifetime.add(
    pick.onDidChangeValue((query) => {
      accepted = false;
      finder.find(query);
    }),
  );
  lifetime.add(
    pick.onDidAccept(() => {
      if (drawn === finder.findings.query) accept(pick.selectedItems[0]?.row);
      else accepted = true;
    }),
  );
  lifetime.add(
    pick.onDidTriggerItemButton(({ item: { row }, button }) => {
      if (row.kind !== 'session') return;
      pick.hide();
      actsOf(row)
        .find((act) => act.button === button)
        ?.run(row);
    }),
  );
  lifetime.add(pick.onDidHide(() => lifetime.dispose()));
  finder.find('');
  draw();
  pick.show();
}

function button(icon: string, tooltip: () => string): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon(icon),
    get tooltip() {
      return tooltip();
    },
  };
}

function open(target: SessionTarget): void {
  run(commandIds.openTranscript, target);
}

function actsOf(row: FindingRow): readonly Act[] {
  return [opening, ...row.acts.map((act) => acts[act])];
}

function itemOf(row: PickRow): Item {
  switch (row.kind) {
    case 'heading':
      return { row, label: row.label, kind: vscode.QuickPickItemKind.Separator };
    case 'note':
      return {
        row,
        label: escapeIcons(row.label),
        iconPath: new vscode.ThemeIcon(row.codicon),
        alwaysShow: true,
      };
    case 'session':
      return sessionItem(row);
  }
}

function sessionItem(row: FindingRow): Item {
  const { codicon, tone } = row.look;
  return {
    row,
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
