import type { ReactNode, SyntheticEvent } from 'react';
import { isField } from '../keys/focus';
import { useIsLost, usePage } from '../page';

/** Disables all controls in it while the host is silent; a person who types goes on typing. */
export function Living({ children }: { readonly children: ReactNode }) {
  const isLost = useIsLost();
  const { pulse } = usePage();
  const holdBack = (event: SyntheticEvent) => {
    if (!pulse.refuses()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: SyntheticEvent) => {
    if (!(event.target instanceof Element) || isField(event.target)) return;
    const pressed = event.target.closest('button, input, select, summary, a');
    // A tab, or a text that unfolds, shows what is here already.
    if (pressed !== null && !pressed.matches('[role="tab"], .fold')) holdBack(event);
  };
  return (
    <div
      className="living"
      data-lost={isLost}
      title={isLost ? pulse.reason : undefined}
      onClickCapture={onClick}
      onSubmitCapture={holdBack}
    >
      {children}
    </div>
  );
}
