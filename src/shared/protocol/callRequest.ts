import { parameterIn, type Call } from './calls';

/**
 * Validates a request and adds the path's parameter; undefined if it does not match the schema.
 * `value` holds the other fields as received.
 */
export function requestIn({ path, request }: Call, id: string, value: unknown): object | undefined {
  const read = request?.safeParse(value);
  if (read?.success === false) return undefined;
  const parameter = parameterIn(path);
  const fields: unknown = read?.data ?? {};
  return parameter === undefined ? Object(fields) : { ...Object(fields), [parameter]: id };
}
