import { NotAFile, type PrivateFolder } from './privateFolder';

/** Describes a file of ours that could not be read completely and was renamed to preserve it. */
export class SetAside extends Error {
  override readonly name = 'SetAside';

  constructor(
    readonly file: string,
    /** Its new path. */
    readonly path: string,
    /** Must not contain an excerpt, because a person's text must not be logged. */
    reason: string,
  ) {
    super(`${reason}; it was set aside as ${path}`);
  }
}

/** The content of a file. Damaged entries are omitted from `value` and counted. */
export interface SafeRead<T> {
  readonly value: T;
  readonly damaged: number;
}

export interface SafeFileParts<T> {
  readonly folder: Pick<
    PrivateFolder,
    'file' | 'readBytes' | 'write' | 'writeInPlace' | 'setAside' | 'exclusively'
  >;
  readonly name: string;
  /** Parses the text; throws if it does not have the format. */
  readonly parse: (text: string) => SafeRead<T>;
  readonly onSetAside: (aside: SetAside) => void;
}

/** Codes of errors that the system's current load causes; a retry may succeed. */
const transientCodes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EBUSY']);

/**
 * A file with content that can't be recovered from anywhere else. Unreadable content is set aside
 * under a different name, and nothing is written over a file that was not read or set aside before.
 */
export class SafeFile<T> {
  private wasRead = false;
  /** Content as this hub last read or wrote it; undefined if that is not known. */
  private known: Buffer | undefined;

  constructor(private readonly parts: SafeFileParts<T>) {}

  get isRead(): boolean {
    return this.wasRead;
  }

  /** Runs `run` while no other hub changes the file. */
  exclusively<T>(run: () => Promise<T>): Promise<T> {
    return this.parts.folder.exclusively(this.parts.name, run);
  }

  /** True if the file must be read before it is written, for instance because another hub wrote it. */
  async isStale(): Promise<boolean> {
    if (!this.wasRead) return true;
    const { folder, name } = this.parts;
    const read = await folder.readBytes(name).catch(() => undefined);
    return read !== undefined && this.known?.equals(read) !== true;
  }

  /**
   * Reads the file. `value` is undefined if there is no file or it is unreadable. If `isWhole` is
   * false, the value has to be written again at once. Rejects on temporary errors, and if the file
   * can't be set aside.
   */
  async read(): Promise<{ readonly value: T | undefined; readonly isWhole: boolean }> {
    this.wasRead = false;
    this.known = undefined;
    const { name, folder, parse } = this.parts;
    const read = await folder.readBytes(name).catch(unreadableReason);
    if (typeof read === 'string') return this.setAside(undefined, read);
    this.wasRead = read === undefined;
    if (read === undefined) return { value: undefined, isWhole: true };
    const text = read.toString('utf8');
    const reading = tryParse(text.replace(/^\uFEFF/u, ''), parse);
    if (reading === undefined) return this.setAside(undefined, 'it is not what we write');
    const { value, damaged } = reading;
    if (damaged > 0) return this.setAside(value, `${damaged} of its entries are damaged`);
    // Invalid UTF-8 would be written back as replacement characters.
    if (!Buffer.from(text).equals(read)) return this.setAside(value, 'some of it is no text');
    this.wasRead = true;
    this.known = read;
    return { value, isWhole: true };
  }

  async write(text: string): Promise<void> {
    if (!this.wasRead) throw new Error(`${this.parts.name} was not read and is not written over`);
    await this.parts.folder.write(this.parts.name, text);
    this.known = Buffer.from(text);
  }

  /**
   * Replaces the content without needing disk space, by a text of at most the same length. Sets the
   * file aside if even that needs space; rejects if both are impossible.
   */
  async writeInPlace(text: string): Promise<void> {
    const { name, folder } = this.parts;
    this.known = undefined;
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

/** Returns the reason why a file can't be read; rethrows errors that may be temporary. */
export function unreadableReason(error: unknown): string {
  if (error instanceof NotAFile) return 'it is not a file';
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined || transientCodes.has(code)) throw error;
  return `it could not be read (${code})`;
}

function tryParse<T>(text: string, parse: (text: string) => SafeRead<T>): SafeRead<T> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
