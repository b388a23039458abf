import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly isKnown: boolean;
  readonly children: ReactNode;
}

/** A named part of the details; nothing if its value is unknown. */
export function Detail({ name, isKnown, children }: Props) {
  if (!isKnown) return null;
  return (
    <div className="detail">
      <h4 className="detail-name muted">{name}</h4>
      <div className="detail-body">{children}</div>
    </div>
  );
}
