import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'div'> {
  readonly 'aria-label': string;
}

/** A box that scrolls horizontally, also by keyboard. */
export function Scroller(props: Props) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a scrollable element must be reachable by keyboard, and is not part of a form
  return <div tabIndex={0} role="group" {...props} />;
}
