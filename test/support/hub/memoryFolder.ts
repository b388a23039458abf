import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';

/** A folder in memory, without any disk latency. */
export class MemoryFolder extends PrivateFolder {
  private readonly files = new Map<string, string>();

  override exclusively<T>(_name: string, run: () => Promise<T>): Promise<T> {
    return run();
  }

  override readBytes(name: string): Promise<Buffer | undefined> {
    const text = this.files.get(name);
    return Promise.resolve(text === undefined ? undefined : Buffer.from(text));
  }

  override readPrivate(name: string): Promise<string | undefined> {
    return Promise.resolve(this.files.get(name));
  }

  override writeOnce(name: string, text: string): Promise<string> {
    this.files.set(name, text);
    return Promise.resolve(text);
  }

  override write(name: string, text: string): Promise<void> {
    this.files.set(name, text);
    return Promise.resolve();
  }
}
