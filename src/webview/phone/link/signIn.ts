import { phonePaths } from '../../../shared/phone/phonePaths';

/** A query with which the page is loaded from the network, because the worker does not cache it. */
const query = '?sign-in';

/**
 * True if the carrier requires a sign-in before it forwards anything, as a web editor does after
 * its cookie has expired. The cached page would open without it.
 */
export async function requiresSignIn(): Promise<boolean> {
  try {
    const answer = await fetch(phonePaths.about, { cache: 'no-store', redirect: 'manual' });
    if (answer.type === 'opaqueredirect' || answer.status === 401) return true;
    return answer.ok && /html/u.test(answer.headers.get('content-type') ?? '');
  } catch {
    return false; // Without a server there is nothing to sign in to.
  }
}

/**
 * Loads the page from the network, so that the carrier asks for the sign-in and then returns to the
 * page.
 */
export function signIn(): void {
  location.assign(`./${query}`);
}

/** Removes the query from the address after the sign-in. */
export function clearSignInQuery(): void {
  if (location.search === query)
    history.replaceState(null, '', `${location.pathname}${location.hash}`);
}
