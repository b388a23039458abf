import { configHome } from './configHome';

/** Name of the account whose config home is the default one, `~/.claude`. */
const defaultName = 'default';

/**
 * Short names of config homes for people, in the same order: `work` for `~/.claude-work`, `default`
 * for the default home, the parent folder's name for `/srv/acme/.claude`. Homes with equal short
 * names are named by their paths.
 */
export function accountNames(
  homes: readonly string[],
  defaultHome: string = configHome({}),
): readonly string[] {
  const names = homes.map((home) => (home === defaultHome ? defaultName : shortName(home)));
  return homes.map((home, at) => {
    const name = names[at] ?? '';
    const isUnique = names.every((one, other) => other === at || one !== name);
    return isUnique && name !== '' ? name : home;
  });
}

function shortName(home: string): string {
  const [parent = '', folder = ''] = home.split(/[/\\]/u).filter(Boolean).slice(-2);
  return withoutClient(folder) || withoutClient(parent) || parent;
}

/** The folder's name without leading dots and the client's name. */
function withoutClient(folder: string): string {
  return folder
    .replace(/^\.+/u, '')
    .replace(/^claude(?:[-_. ]|$)/iu, '')
    .replace(/[-_. ]claude$/iu, '');
}
