import { NotAFile, type PrivateFolder } from './privateFolder';

/** A file of ours could not be read, or not all of it. It lies under another name, as it was. */
export class SetAside extends Error {
  override readonly name = 'SetAside';

  constructor(
    readonly file: string,
    /** Where it lies now. */
    readonly path: string,
    /** Never an excerpt: what a person wrote goes into no log. */
    reason: string,
  ) {
    super(`${reason}; it was set aside as ${path}`);
  }
}

/** The content of a file. Damaged entries are left out of `value` and counted. */
export interface SafeRead<T> {
  readonly value: T;
  readonly damaged: number;
}

export interface SafeFileParts<T> {
  readonly folder: Pick<
    PrivateFolder,
    'file' | 'readBytes' | 'write' | 'writeInPlace' | 'setAside'
  >;
  readonly name: string;
  /** Throws where it is no such text. */
  readonly parse: (text: string) => SafeRead<T>;
  readonly onSetAside: (aside: SetAside) => void;
}

/** They come of what else the machine does, and may be over in a moment. */
const passing = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EBUSY']);

/**
 * A file that has what nobody could tell again. What cannot be read of it is set aside under another
 * name, and nothing is ever written over a file that was not read or set aside before.
 */
export class SafeFile<T> {
  private wasRead = false;

  constructor(private readonly parts: SafeFileParts<T>) {}

  get isRead(): boolean {
    return this.wasRead;
  }

  /**
   * Undefined where there is none, or none that can be read. Where `isWhole` is false the rest is to
   * be written at once. Rejects where it could not be read for now, and where it cannot be set aside.
   */
  async read(): Promise<{ readonly value: T | undefined; readonly isWhole: boolean }> {
    this.wasRead = false;
    const { name, folder, parse } = this.parts;
    const read = await folder.readBytes(name).catch(unreadable);
    if (typeof read === 'string') return this.setAside(undefined, read);
    this.wasRead = read === undefined;
    if (read === undefined) return { value: undefined, isWhole: true };
    const text = read.toString('utf8');
    const reading = readingOf(text.replace(/^\uFEFF/u, ''), parse);
    if (reading === undefined) return this.setAside(undefined, 'it is not what we write');
    const { value, damaged } = reading;
    if (damaged > 0) return this.setAside(value, `${damaged} of its entries are damaged`);
    // A character that was cut would be written back as another one.
    if (!Buffer.from(text).equals(read)) return this.setAside(value, 'some of it is no text');
    this.wasRead = true;
    return { value, isWhole: true };
  }

  async write(text: string): Promise<void> {
    if (!this.wasRead) throw new Error(`${this.parts.name} was not read and is not written over`);
    await this.parts.folder.write(this.parts.name, text);
  }

  /**
   * Replaces the content without room on the disk, by a text that is no longer than it. Sets the file
   * aside where the file system needs room even for that; rejects where neither is possible.
   */
  async writeInPlace(text: string): Promise<void> {
    const { name, folder } = this.parts;
    await folder.writeInPlace(name, text).catch(async (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      await this.setAside(undefined, `it could not be written (${code})`);
    });
  }

  private async setAside(
    value: T | undefined,
    reason: string,
  ): Promise<{ readonly value: T | undefined; readonly isWhole: boolean }> {
    const { name, folder, onSetAside } = this.parts;
    const aside = await folder.setAside(name);
    this.wasRead = true;
    if (aside !== undefined) onSetAside(new SetAside(name, folder.file(aside), reason));
    return { value, isWhole: false };
  }
}

/** The reason why a file cannot be read; rethrows an error that another attempt may not meet. */
export function unreadable(error: unknown): string {
  if (error instanceof NotAFile) return 'it is not a file';
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined || passing.has(code)) throw error;
  return `it could not be read (${code})`;
}

function readingOf<T>(text: string, parse: (text: string) => SafeRead<T>): SafeRead<T> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
