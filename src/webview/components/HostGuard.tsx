import type { ReactNode, SyntheticEvent } from 'react';
import { isField } from '../keys/focus';
import { useIsLost, usePage } from '../page';

/** Blocks all controls inside while the host is silent; typing in fields stays possible. */
export function HostGuard({ children }: { readonly children: ReactNode }) {
  const isLost = useIsLost();
  const { pulse } = usePage();
  const blockWhileSilent = (event: SyntheticEvent) => {
    if (!pulse.refuseIfLost()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: SyntheticEvent) => {
    if (!(event.target instanceof Element) || isField(event.target)) return;
    const pressed = event.target.closest('button, input, select, summary, a');
    // A tab or a fold needs no host, because its content is already on the page.
    if (pressed !== null && !pressed.matches('[role="tab"], .fold')) blockWhileSilent(event);
  };
  return (
    <div
      className="living"
      data-lost={isLost}
      title={isLost ? pulse.reason : undefined}
      onClickCapture={onClick}
      onSubmitCapture={blockWhileSilent}
    >
      {children}
    </div>
  );
}
