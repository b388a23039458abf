import { PowerOff, Radar } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { useBoard, usePage } from '../../page';
import { Button } from '../Button';

const placeholders = [0, 1, 2];

/** Placeholder cards until the first snapshot. */
export function Loading() {
  return (
    <main className="loading grid grows" aria-busy="true" aria-label={t('Sessions')}>
      {placeholders.map((column) => (
        <div key={column} className="placeholder-column stack gap-8" aria-hidden="true">
          {placeholders.slice(column).map((card) => (
            <div key={card} className="placeholder-card frame" />
          ))}
        </div>
      ))}
    </main>
  );
}

/** Page without sessions: explains how to start one. */
export function FirstRun() {
  const hooksMissing = useBoard((state) => state.hooks === 'missing');
  const { board } = usePage();
  const [before, after] = t(
    'Start {0} in any terminal. Its session appears here, and you see at a glance when it needs you.',
    '{0}',
  ).split('{0}');
  return (
    <main
      className="first-run across gap-8 grows scrolls centered"
      aria-labelledby="first-run-heading"
    >
      <Radar className="first-run-icon muted" aria-hidden="true" />
      <h2 id="first-run-heading" className="bright bold">
        {t('No sessions yet')}
      </h2>
      <p>
        {before} <code>claude</code> {after}
      </p>
      {hooksMissing && (
        <>
          <p className="muted">
            {t(
              'Allow and answer from here: hooks bring the requests of your sessions to this board. You see the change to your settings before it is made.',
            )}
          </p>
          <Button
            primary
            name={t('Install Hooks')}
            onClick={() => board.post({ type: 'installHooks' })}
          />
        </>
      )}
    </main>
  );
}

/** Page shown while Mission Control is turned off, with a button to start it again. */
export function SwitchedOff() {
  const { board } = usePage();
  return (
    <main
      className="first-run across gap-8 grows scrolls centered"
      aria-labelledby="switched-off-heading"
    >
      <PowerOff className="first-run-icon muted" aria-hidden="true" />
      <h2 id="switched-off-heading" className="bright bold">
        {t('Mission Control is turned off')}
      </h2>
      <p>
        {t('Everything it wrote was removed, and it writes nothing more until you start it again.')}
      </p>
      <Button primary name={t('Start Again')} onClick={() => board.post({ type: 'startAgain' })} />
    </main>
  );
}
