import { Radar } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { useBoard, usePage } from '../../page';

/** No session at all: says where sessions come from. */
export function FirstRun() {
  const hooksMissing = useBoard((state) => state.hooks === 'missing');
  const { board } = usePage();
  const [before, after] = t(
    'Start {0} in any terminal. Its session appears here by itself, and you see at a glance when it needs you.',
    '{0}',
  ).split('{0}');
  return (
    <main className="first-run" aria-labelledby="first-run-heading">
      <Radar className="first-run-icon" aria-hidden="true" />
      <h2 id="first-run-heading">{t('No sessions yet')}</h2>
      <p>
        {before} <code>claude</code> {after}
      </p>
      {hooksMissing && (
        <>
          <p className="muted">
            {t(
              'With hooks, states show at once. You see the change to your settings before it is made.',
            )}
          </p>
          <button
            type="button"
            className="primary"
            onClick={() => board.post({ type: 'installHooks' })}
          >
            {t('Install Hooks')}
          </button>
        </>
      )}
    </main>
  );
}
