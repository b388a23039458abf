import { drawnKinds, spanPath, type TimeSpan } from '../../../day/spanLooks';

interface Props {
  readonly spans: readonly TimeSpan[];
  readonly from: number;
  readonly to: number;
}

const width = 1000;
const height = 10;

/** Activity over time as a strip, in which time blocked on a person is drawn tallest. */
export function TimeStrip({ spans, from, to }: Props) {
  return (
    <svg
      className="time-strip block wide"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {drawnKinds.map((kind) => (
        <path key={kind} data-kind={kind} d={spanPath(spans, kind, { from, to, width, height })} />
      ))}
    </svg>
  );
}
