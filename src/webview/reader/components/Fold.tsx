import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useFold } from '../reader';

interface Props {
  /** Of the part, so that it stays open. */
  readonly name: string;
  readonly openAtFirst?: boolean;
  readonly className?: string;
  /** Its line is a heading. */
  readonly isHeading?: boolean;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A line that opens what is beneath it. */
export function Fold({
  name,
  openAtFirst = false,
  className = '',
  isHeading = false,
  title,
  children,
}: Props) {
  const [open, toggle] = useFold(name, openAtFirst);
  const id = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  const button = (
    <button
      type="button"
      className="fold-title"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={toggle}
    >
      <Chevron className="icon chevron" aria-hidden="true" />
      {title}
    </button>
  );
  return (
    <div className={`fold ${className}`}>
      {isHeading ? <h2>{button}</h2> : button}
      {open && (
        <div id={id} className="fold-body">
          {children}
        </div>
      )}
    </div>
  );
}
