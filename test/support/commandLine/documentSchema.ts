import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import Ajv from 'ajv';
import { projectRoot } from '../editor/paths';

let validators: Ajv | undefined;

/** Throws unless the document is one of this kind, and has no field that the schema does not list. */
export function checkDocument(kind: 'status' | 'list' | 'show' | 'next', document: unknown): void {
  validators ??= new Ajv({ allErrors: true }).addSchema(closedSchema(), 'documents');
  const validate = validators.getSchema(`documents#/definitions/${kind}`);
  if (validate?.(document) === true) return;
  const [error] = validate?.errors ?? [];
  throw new Error(`${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`);
}

/** The published schema, without its permission to add fields. */
function closedSchema(): object {
  const file = path.join(projectRoot, 'docs/manual/command-line.schema.json');
  return closed(JSON.parse(readFileSync(file, 'utf8'))) as object;
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isObject = fields['type'] === 'object' && 'properties' in fields;
  return isObject ? { ...fields, additionalProperties: false } : fields;
}
