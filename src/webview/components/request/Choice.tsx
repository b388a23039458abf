import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly action: string;
  readonly shortcut?: string;
  readonly primary?: boolean;
  /** Set for a button that opens and closes something. */
  readonly expanded?: boolean;
  /** Why it does not answer yet, in one sentence; it can be pressed all the same. */
  readonly notYet?: string | undefined;
  readonly tabIndex: number;
  readonly run: () => void;
}

/** One of the ways to answer. */
export function Choice(props: Props): ReactNode {
  const { name, action, shortcut, primary = false, expanded, notYet, tabIndex, run } = props;
  return (
    <button
      type="button"
      className={primary ? 'primary' : 'secondary'}
      data-action={action}
      aria-expanded={expanded}
      aria-keyshortcuts={shortcut}
      aria-disabled={notYet === undefined ? undefined : true}
      title={notYet ?? (shortcut === undefined ? undefined : `${name} (${shortcut})`)}
      tabIndex={tabIndex}
      onClick={run}
    >
      {name}
    </button>
  );
}
