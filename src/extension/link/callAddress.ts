import { parameterIn, type Call } from '../../shared/protocol/calls';
import type { HubCall } from './callHub';

type RequestFields = Readonly<Record<string, unknown>>;

/** Splits the fields of a request into the id in the call's path and the body. */
export function splitAddress(
  { path }: Call,
  fields: RequestFields,
): { id: string; rest: RequestFields } {
  const parameter = parameterIn(path);
  if (parameter === undefined) return { id: '', rest: fields };
  const { [parameter]: value, ...rest } = fields;
  return { id: typeof value === 'string' ? value : '', rest };
}

/** The HTTP form of a call: `id` fills the parameter of its path. */
export function toHttpCall(
  { method, path }: Call,
  id: string,
  fields: RequestFields,
): Pick<HubCall, 'route' | 'body'> {
  const parameter = parameterIn(path);
  const route =
    parameter === undefined ? path : path.replace(`:${parameter}`, encodeURIComponent(id));
  return method === 'GET' ? { route: `${route}${toQueryString(fields)}` } : { route, body: fields };
}

function toQueryString(fields: RequestFields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') query.append(name, value);
    else if (value !== undefined) query.append(name, JSON.stringify(value));
  }
  return query.size === 0 ? '' : `?${String(query)}`;
}
