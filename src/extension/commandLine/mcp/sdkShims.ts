export { default as process } from 'node:process';

/**
 * Replaces the SDK's validator of JSON Schemas, which is a third of the SDK's size: a server needs
 * it only for forms that it asks a person to fill in, and ours has none.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server validates no JSON Schemas');
  }
}
