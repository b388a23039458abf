import type { ReactNode } from 'react';
import { useReader } from '../reader';

interface Props {
  readonly href: string;
  readonly children: ReactNode;
}

const scheme = /^([a-z][a-z0-9+.-]+):/i;
const openableSchemes = new Set(['http', 'https', 'file']);

/** True for links that may be opened: to the web and to files. */
export function isOpenableLink(href: string): boolean {
  if (href === '' || href.startsWith('#')) return false;
  const schemeName = scheme.exec(href)?.[1]?.toLowerCase();
  return schemeName === undefined || openableSchemes.has(schemeName);
}

/**
 * A link without `href`: it asks the host to open its target, and the editor asks the person first.
 */
export function Link({ href, children }: Props) {
  const { host } = useReader();
  if (!isOpenableLink(href)) return <span title={href}>{children}</span>;
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the editor would open the address of an anchor without asking the host
      role="link"
      className="link"
      title={href}
      onClick={() => host.post({ type: 'openLink', href: href.slice(0, 4000) })}
    >
      {children}
    </button>
  );
}
