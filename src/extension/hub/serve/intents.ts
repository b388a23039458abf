import type * as z from '../../../shared/schema';
import type { Disposable } from '../../util/lifetime';
import { refusals, type Refusal } from './refusal';

/** Takes what an answer tells bit by bit; nothing may follow `end`. */
export interface Telling {
  send(event: { readonly type: string; readonly data: unknown }): void;
  end(): void;
}

/** What came of an intent: nothing to tell, an answer, one told bit by bit until its caller hangs up, or why it was not done. */
export type Outcome =
  | undefined
  | { readonly answer: unknown }
  | { readonly tell: (telling: Telling) => Disposable }
  | { readonly refusal: Refusal };

/** What a view may ask for: checks the body and does it. `id` is the path's, empty where it has none. */
export type Intent = (body: unknown, id: string) => Outcome | Promise<Outcome>;

export function intent<Body>(
  schema: z.ZodMiniType<Body>,
  run: (body: Body, id: string) => Outcome | Promise<Outcome>,
): Intent {
  return (value, id) => {
    const body = schema.safeParse(value);
    return body.success ? run(body.data, id) : { refusal: refusals.schema };
  };
}

/** The stand-in for an id in a route. */
const anyId = ':id';

/** Intents by their route; one segment of a route may be `:id`. */
export class Intents {
  constructor(private readonly byRoute: Readonly<Record<string, Intent>>) {}

  /** The intent at a path, with the id that the path names. */
  at(pathname: string): { readonly intent: Intent; readonly id: string } | undefined {
    const segments = pathname.split('/');
    for (const [route, found] of Object.entries(this.byRoute)) {
      const id = idIn(route.split('/'), segments);
      if (id !== undefined) return { intent: found, id };
    }
    return undefined;
  }
}

/** Undefined where the path is not of the route. */
function idIn(route: readonly string[], path: readonly string[]): string | undefined {
  if (route.length !== path.length) return undefined;
  let id = '';
  for (const [index, segment] of path.entries()) {
    if (route[index] === anyId && segment !== '') id = segment;
    else if (route[index] !== segment) return undefined;
  }
  return decoded(id);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return ''; // Nothing has this id.
  }
}
