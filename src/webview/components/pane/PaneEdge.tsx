import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { t } from '../../../shared/words/l10n';
import { usePage } from '../../page';
import { minPaneWidth } from '../../pane/pane';

/** Number of pixels by which an arrow key moves the edge. */
const step = 24;

/** The width of the pane beside the lists, in pixels. */
export interface PaneSize {
  readonly width: number;
  /** Maximum width. */
  readonly most: number;
  /** Default width. */
  readonly usual: number;
}

/** The edge between the lists and the pane, moved by pointer or arrow keys. */
export function PaneEdge({ width, most, usual }: PaneSize) {
  const { view } = usePage();
  const edge = useRef<HTMLDivElement>(null);
  const widthOf = (to: number) => ({
    paneWidth: Math.round(Math.min(most, Math.max(minPaneWidth, to))),
  });
  const resize = (to: number): void => view.arrange(widthOf(to));

  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: step, ArrowRight: -step }[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    resize(width + by);
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const from = event.clientX;
    edge.current?.setPointerCapture(event.pointerId);
    let to = width;
    const onMove = ({ clientX }: globalThis.PointerEvent): void => {
      to = width + from - clientX;
      view.change(widthOf(to));
    };
    edge.current?.addEventListener('pointermove', onMove);
    const onEnd = (): void => {
      edge.current?.removeEventListener('pointermove', onMove);
      if (to !== width) resize(to); // Stored once at the end, not at each move.
    };
    edge.current?.addEventListener('lostpointercapture', onEnd, { once: true });
  };

  return (
    <div
      ref={edge}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `hr` element cannot be moved
      role="separator"
      className="pane-edge"
      aria-orientation="vertical"
      aria-controls="pane"
      aria-label={t('Width of the session')}
      aria-valuenow={width}
      aria-valuemin={minPaneWidth}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => resize(usual)}
    />
  );
}
