import * as os from 'node:os';
import * as vscode from 'vscode';
import {
  grantHeadline,
  grantName,
  grantPlace,
  grantStatus,
  livingGrants,
} from '../../../shared/board/texts/grantTexts';
import type { GrantCard } from '../../../shared/protocol/work/grants';
import { counted, t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { LivePick, type RowItem } from '../livePick';
import { escapeIcons } from '../markdown';
import { joinParts } from '../../../shared/board/texts/partTexts';
import { warnOnError } from '../warnOnError';

/** A row for one grant, or the row that ends all grants. */
interface Row {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly codicon: string;
  readonly grantId?: string;
  readonly isLiving?: boolean;
}

/** Interval in ms at which remaining times are drawn again. */
const tickMs = 10_000;

const endButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('close'),
  get tooltip() {
    return t('End');
  },
};

export interface ShowGrantsParts {
  readonly board: BoardModel;
  readonly hub: Calls<'endGrant' | 'endGrants'>;
}

/** Lists the active grants; Enter or a button ends one and keeps the list open. */
export async function showGrants({ board, hub }: ShowGrantsParts): Promise<void> {
  const pick = vscode.window.createQuickPick<RowItem<Row>>();
  pick.title = t('Allowed for a while');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const list = new LivePick<Row>(pick, {
    itemOf: ({ label, description, detail, codicon, isLiving }) => ({
      label: escapeIcons(label),
      description: escapeIcons(description),
      detail: escapeIcons(detail),
      iconPath: new vscode.ThemeIcon(codicon),
      ...(isLiving === true && { buttons: [endButton] }),
    }),
    keyOf: ({ grantId, label }) => grantId ?? label,
    onPick({ row }) {
      if (row?.grantId === undefined) return false;
      const { grantId } = row;
      void warnOnError(() => hub.call('endGrant', { grantId }));
      return true;
    },
  });
  const draw = (): void => {
    const { grants = [] } = board.summary;
    const count = livingGrants(grants).length;
    pick.placeholder =
      count === 0 ? t('Nothing is allowed for a while.') : t('Select what is no longer allowed');
    list.draw([...grants.map((grant) => rowOf(grant, board)), ...endAll(count)]);
  };
  list.disposeWithList(board.onDidChange(draw));
  const timer = setInterval(draw, tickMs);
  list.disposeWithList({ dispose: () => clearInterval(timer) });
  draw();
  const picked = await list.show();
  if (picked?.row === undefined) return;
  await warnOnError(() => hub.call('endGrants', {}));
}

function rowOf(grant: GrantCard, board: Pick<BoardModel, 'get'>): Row {
  const { id, ended, by, used } = grant;
  const home = os.homedir();
  const isLiving = ended === undefined;
  const uses = counted(used, 'used once', 'used {0} times');
  return {
    label: isLiving ? grantName(grant, home) : grantHeadline(grant, home),
    description: grantStatus(grant, Date.now()),
    detail: joinParts([grantPlace(grant, board), t('allowed by {0}', by), used > 0 ? uses : '']),
    codicon: isLiving ? 'watch' : 'circle-slash',
    grantId: id,
    isLiving,
  };
}

function endAll(count: number): readonly Row[] {
  if (count === 0) return [];
  return [{ label: t('End All'), description: '', detail: '', codicon: 'close-all' }];
}
