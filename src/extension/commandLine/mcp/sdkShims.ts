export { default as process } from 'node:process';

/**
 * Takes the place of the SDK's validator of JSON Schemas, a third of its size: a server uses it only
 * for forms that it asks a person to fill in, and ours asks nothing.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server validates no JSON Schemas');
  }
}
