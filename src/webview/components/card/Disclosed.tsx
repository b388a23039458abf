import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { usePage, useView } from '../../page';
import type { Disclosure } from '../../view';

interface Props {
  readonly of: Disclosure;
  readonly className: string;
  readonly name: string;
  /** True if the button is the heading of its content. */
  readonly isHeading?: boolean;
  readonly children: ReactNode;
}

/** A button that shows and hides the content below it. */
export function Disclosed({ of, className, name, isHeading = false, children }: Props) {
  const open = useView((state) => state.disclosed.has(of));
  const { view } = usePage();
  const id = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  const button = (
    <button
      type="button"
      className={className}
      aria-expanded={open}
      aria-controls={id}
      onClick={() => view.toggle(of)}
    >
      <Chevron className="icon" aria-hidden="true" />
      {name}
    </button>
  );
  return (
    <>
      {isHeading ? <h3>{button}</h3> : button}
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </>
  );
}
