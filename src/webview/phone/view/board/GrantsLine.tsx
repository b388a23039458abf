import { ChevronRight, Timer } from 'lucide-react';
import { useState } from 'react';
import { grantPlace, livingGrants } from '../../../../shared/board/texts/grantTexts';
import { t } from '../../../../shared/words/l10n';
import { GrantList } from '../../../components/grants/GrantList';
import { useBoard, usePage } from '../../../page';
import { Sheet } from '../Sheet';

/** The number of grants in effect; a tap lists them with buttons that end one or all. */
export function GrantsLine() {
  const { board } = usePage();
  const grants = useBoard(({ summary }) => summary.grants);
  const sessions = useBoard((state) => state.sessions);
  const [isOpen, setIsOpen] = useState(false);
  if (grants === undefined) return null;
  const activeCount = livingGrants(grants).length;
  return (
    <>
      <button
        type="button"
        className="day-line across gap-8 rigid wide rounder text-size muted"
        data-action="showGrants"
        onClick={() => setIsOpen(true)}
      >
        <span className="across gap-8">
          <Timer className="icon" aria-hidden="true" />
          {t('Allowed for a while')}
        </span>
        <span className="text bold figure">{activeCount}</span>
        <ChevronRight className="icon" aria-hidden="true" />
      </button>
      {isOpen && (
        <Sheet
          name={t('Allowed for a while')}
          closing="closeGrants"
          onClose={() => setIsOpen(false)}
        >
          <GrantList grants={grants} placeOf={(grant) => grantPlace(grant, sessions)} />
          {activeCount > 0 && (
            <button
              type="button"
              className="secondary"
              data-action="endGrants"
              onClick={() => {
                board.post({ type: 'act', name: 'endGrants', request: {} });
                board.announcer.announce(t('No longer allowed.'));
              }}
            >
              {t('End All')}
            </button>
          )}
        </Sheet>
      )}
    </>
  );
}
