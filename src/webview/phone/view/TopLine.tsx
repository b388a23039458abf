import { ChevronLeft, Settings } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { ToolButton } from '../../components/ToolButton';
import { useIsLost } from '../../page';
import { connectionText } from './connectionText';
import { NextButton } from './NextButton';
import { usePhone, usePhoneState, useScreen } from './phone';
import type { Screen } from './screens';

interface Props {
  readonly isWide: boolean;
  readonly onSettings: () => void;
}

/**
 * Bar at the top of each screen: the computer, the connection state, and buttons back and to other
 * screens.
 */
export function TopLine({ isWide, onSettings }: Props) {
  const { screens } = usePhone();
  const screen = useScreen();
  const isDeep = screen.kind !== 'board';
  return (
    <header className="top-line across gap-4 rigid line-below">
      {isDeep && (
        <ToolButton
          name={backName(screen, isWide)}
          Icon={ChevronLeft}
          data-action="back"
          onClick={() => screens.back()}
        />
      )}
      <Connection />
      {screen.kind === 'card' && <NextButton />}
      {(isWide || !isDeep) && (
        <ToolButton
          name={t('Settings')}
          Icon={Settings}
          data-action="settings"
          aria-haspopup="dialog"
          onClick={onSettings}
        />
      )}
    </header>
  );
}

function backName(screen: Screen, isWide: boolean): string {
  if (screen.kind !== 'review') return isWide ? t('Close') : t('Back to the Board');
  return screen.path === undefined ? t('Back to the Session') : t('Back to the Files');
}

function Connection() {
  const phase = usePhoneState((state) => state.phase);
  const machine = usePhoneState((state) => state.machine);
  const isLost = useIsLost();
  const state = phase === 'live' ? (isLost ? 'lost' : 'live') : phase;
  return (
    <div className="whose grows shrinks">
      <h1 className="bright ellipsis">{plainTitle(machine ?? '', 80) || 'Mission Control'}</h1>
      <p className="connection across gap-6 muted" data-connection={state}>
        <span>{connectionText(phase, isLost)}</span>
      </p>
    </div>
  );
}
