import { CloudOff } from 'lucide-react';
import { useBoard, usePage } from '../page';

export function OfflineBanner() {
  const offline = useBoard((state) => state.connection === 'offline');
  const { board } = usePage();
  if (!offline) return null;
  return (
    <section className="notice" data-tone="amber" aria-label="Connection">
      <CloudOff className="icon" aria-hidden="true" />
      <p>
        <strong>Reconnecting…</strong> You see the last known state.
      </p>
      <button type="button" className="quiet" onClick={() => board.post({ type: 'showLog' })}>
        Show Log
      </button>
    </section>
  );
}
