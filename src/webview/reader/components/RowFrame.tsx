import type { ReactNode } from 'react';
import { useStore } from '../../store';
import { useReader } from '../reader';

/** Passes a row's element to the list; returns a function to call when the element is removed. */
export type Attach = (element: HTMLElement | null) => (() => void) | undefined;

interface Props {
  readonly name: string;
  /** Key of the item, if the row shows a single one. */
  readonly item?: string;
  readonly kind: string;
  readonly label: string;
  readonly attached?: boolean;
  readonly sidechain?: true | undefined;
  readonly takenBack?: boolean;
  readonly attach: Attach;
  readonly children: ReactNode;
}

/** The element of a row, with the attributes that styles, keys and jumps use. */
export function RowFrame({
  name,
  item,
  kind,
  label,
  attached = false,
  sidechain,
  takenBack = false,
  attach,
  children,
}: Props) {
  const { transcript } = useReader();
  const isTarget = useStore(transcript.target, (target) => target === name);
  return (
    <article
      className="row"
      ref={attach}
      tabIndex={-1}
      data-row={name}
      data-item={item}
      data-kind={kind}
      data-attached={attached || undefined}
      data-sidechain={sidechain}
      data-taken-back={takenBack || undefined}
      data-target={isTarget || undefined}
      aria-label={label}
    >
      {children}
    </article>
  );
}
