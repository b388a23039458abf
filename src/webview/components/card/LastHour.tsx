import type { SessionDetails } from '../../../shared/protocol/protocol';
import { usePage } from '../../page';
import { spansInWords, type TimeSpan } from '../../day/spanLooks';
import { useStore } from '../../store';
import { TimeStrip } from './TimeStrip';

const hourMs = 60 * 60_000;
const stepMs = 10_000;

/** What a session did in the last hour. */
export function LastHour({ recent }: { readonly recent: SessionDetails['recent'] }) {
  const to = useStore(usePage().clock, (now) => Math.ceil(now / stepMs) * stepMs);
  const from = to - hourMs;
  const spans: readonly TimeSpan[] = recent.map(({ at, kind }, index) => ({
    from: Math.max(from, Date.parse(at)),
    to: Date.parse(recent[index + 1]?.at ?? '') || to,
    kind,
  }));
  const words = spansInWords(spans);
  return (
    <>
      <TimeStrip spans={spans} from={from} to={to} />
      <span className="muted">{words}</span>
    </>
  );
}
