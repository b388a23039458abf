import { useId, type ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly children: (id: string) => ReactNode;
}

/** A field of the row with condition and target, with its label. */
export function Labeled({ name, children }: Props) {
  const id = useId();
  return (
    <span className="follow-up-part across-inline gap-4">
      <label htmlFor={id} className="small muted">
        {name}
      </label>
      {children(id)}
    </span>
  );
}
