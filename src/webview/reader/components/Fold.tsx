import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useFold } from '../reader';

interface Props {
  /** Name under which the fold's state is stored. */
  readonly name: string;
  readonly openAtFirst?: boolean;
  readonly className?: string;
  /** True if the title is a heading. */
  readonly isHeading?: boolean;
  readonly title: ReactNode;
  /** Absent if the content is rendered elsewhere. */
  readonly children?: ReactNode;
}

/** A title that shows and hides its content. */
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
  const hasBody = open && children !== undefined;
  const Chevron = open ? ChevronDown : ChevronRight;
  const button = (
    <button
      type="button"
      className="fold-title"
      aria-expanded={open}
      aria-controls={hasBody ? id : undefined}
      onClick={toggle}
    >
      <Chevron className="icon chevron" aria-hidden="true" />
      {title}
    </button>
  );
  return (
    <div className={`foldable ${className}`}>
      {isHeading ? <h2>{button}</h2> : button}
      {hasBody && (
        <div id={id} className="fold-body">
          {children}
        </div>
      )}
    </div>
  );
}
