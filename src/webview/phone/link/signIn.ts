import { phonePaths } from '../../../shared/phone/phonePaths';

/** A query by which the page comes from the network: the worker keeps nothing under it. */
const query = '?sign-in';

/**
 * True where a carrier wants to know the person before it carries anything, as an editor on the web
 * does once its cookie is over. The page that this phone keeps would open all the same, for ever.
 */
export async function wantsSignIn(): Promise<boolean> {
  try {
    const answer = await fetch(phonePaths.about, { cache: 'no-store', redirect: 'manual' });
    if (answer.type === 'opaqueredirect' || answer.status === 401) return true;
    return answer.ok && /html/u.test(answer.headers.get('content-type') ?? '');
  } catch {
    return false; // Nobody is there.
  }
}

/** Goes to where the carrier asks the person, and comes back to the page from there. */
export function signIn(): void {
  location.assign(`./${query}`);
}

/** Takes the query out of the address once the person is back. */
export function cameBack(): void {
  if (location.search === query)
    history.replaceState(null, '', `${location.pathname}${location.hash}`);
}
