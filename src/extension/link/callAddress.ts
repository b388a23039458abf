import { parameterIn, type Call } from '../../shared/protocol/calls';
import type { HubCall } from './callHub';

type Fields = Readonly<Record<string, unknown>>;

/** Splits a request into the parameter of its row's path and the other fields. */
export function addressed({ path }: Call, fields: Fields): { id: string; rest: Fields } {
  const parameter = parameterIn(path);
  if (parameter === undefined) return { id: '', rest: fields };
  const { [parameter]: value, ...rest } = fields;
  return { id: typeof value === 'string' ? value : '', rest };
}

/** A call as it goes over HTTP: `id` is the parameter of its row's path. */
export function sentAs(
  { method, path }: Call,
  id: string,
  fields: Fields,
): Pick<HubCall, 'route' | 'body'> {
  const parameter = parameterIn(path);
  const route =
    parameter === undefined ? path : path.replace(`:${parameter}`, encodeURIComponent(id));
  return method === 'GET' ? { route: `${route}${queryOf(fields)}` } : { route, body: fields };
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') query.append(name, value);
    else if (value !== undefined) query.append(name, JSON.stringify(value));
  }
  return query.size === 0 ? '' : `?${String(query)}`;
}
