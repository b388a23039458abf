import { createHash } from 'node:crypto';
import { ownJson, parseJson } from '../../../shared/text/boundedJson';
import type { Slices } from '../thread/slices';
import type { PrivateFolder } from './privateFolder';

export interface FileCacheKind<Value> {
  readonly name: string;
  /**
   * Version of the line format and of how values are read from files; a cache with a different
   * version is ignored.
   */
  readonly version: string;
  /** Convert a value to and from its JSON form; absent if it is stored unchanged. */
  readonly toLine?: (value: Value) => unknown;
  readonly fromLine?: (line: unknown) => Value;
}

/**
 * Caches values by the path of the file they were read from: JSON lines after a header with version
 * and checksum.
 */
export class FileCache<Value extends { readonly path: string }> {
  constructor(
    private readonly folder: PrivateFolder,
    private readonly slices: Slices,
    private readonly kind: FileCacheKind<Value>,
  ) {}

  /**
   * Loads the cached values; empty if there is no cache. Rejects if its checksum or version does
   * not match.
   */
  async load(): Promise<Map<string, Value>> {
    const values = new Map<string, Value>();
    const text = await this.folder.read(this.kind.name);
    if (text !== undefined) await this.slices.run(this.parse(text, values));
    return values;
  }

  async save(values: Iterable<Value>): Promise<void> {
    await this.folder.ensureWithin();
    await this.folder.write(this.kind.name, await this.slices.run(this.print(values)));
  }

  private *parse(text: string, values: Map<string, Value>): Generator<undefined, void> {
    const { version, fromLine = (line) => line as Value } = this.kind;
    const headEnd = text.indexOf('\n');
    const head = parseJson(text.slice(0, headEnd), ownJson) as {
      version?: unknown;
      checksum?: unknown;
    };
    if (head.version !== version) throw new Error(`version ${String(head.version)}`);
    const body = text.slice(headEnd + 1);
    if (createHash('sha256').update(body).digest('hex') !== head.checksum) {
      throw new Error('broken');
    }
    for (let start = 0; start < body.length;) {
      const end = body.indexOf('\n', start);
      const value = fromLine(parseJson(body.slice(start, end), ownJson));
      values.set(value.path, value);
      start = end + 1;
      yield undefined;
    }
  }

  private *print(values: Iterable<Value>): Generator<undefined, string> {
    const { version, toLine = (value) => value } = this.kind;
    const hash = createHash('sha256');
    const lines: string[] = [];
    for (const value of values) {
      const line = `${JSON.stringify(toLine(value))}\n`;
      hash.update(line);
      lines.push(line);
      yield undefined;
    }
    const head = { version, lines: lines.length, checksum: hash.digest('hex') };
    return `${JSON.stringify(head)}\n${lines.join('')}`;
  }
}
