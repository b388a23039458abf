import { StringDecoder } from 'node:string_decoder';

/** Splits chunks of text into lines with a maximum length. */
export class LineSplitter {
  private readonly decoder = new StringDecoder('utf8');
  private rest: string[] = [];
  private restLength = 0;

  /**
   * `onTooLong` is called once instead of a line longer than `limit`; nothing is emitted after it.
   */
  constructor(
    private readonly limit: number,
    private readonly onLine: (line: string) => void,
    private readonly onTooLong: () => void,
  ) {}

  feed(bytes: Buffer): void {
    let text = this.decoder.write(bytes);
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n')) {
      const line = [...this.rest, text.slice(0, end)].join('');
      this.rest = [];
      this.restLength = 0;
      text = text.slice(end + 1);
      if (line.length > this.limit) return this.stop();
      this.onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    if (text === '') return;
    this.rest.push(text);
    this.restLength += text.length;
    if (this.restLength > this.limit) this.stop();
  }

  private stop(): void {
    this.feed = () => undefined;
    this.rest = [];
    this.onTooLong();
  }
}
