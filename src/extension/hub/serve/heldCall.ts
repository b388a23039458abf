import type { ServerResponse } from 'node:http';

/** A hook's call that may be answered much later; the server's time limits do not apply to it. */
export class HeldCall {
  private isFinished = false;

  constructor(private readonly response: ServerResponse) {}

  /** Answers with JSON; resolves with true once the answer was passed to the operating system. */
  answer(body: unknown): Promise<boolean> {
    return this.send('application/json', JSON.stringify(body));
  }

  /** Answers with plain text. */
  deliver(text: string): Promise<boolean> {
    return this.send('text/plain; charset=utf-8', text);
  }

  private send(type: string, body: string): Promise<boolean> {
    const { response } = this;
    if (this.isFinished || response.destroyed) return Promise.resolve(false);
    this.isFinished = true;
    return new Promise((resolve) => {
      response.once('close', () => resolve(response.writableFinished));
      response.once('finish', () => resolve(true));
      const text = Buffer.from(body);
      response.writeHead(200, {
        'content-type': type,
        'content-length': text.length,
        'cache-control': 'no-store',
        connection: 'close',
      });
      response.end(text);
    });
  }

  /** Answers without content. */
  release(): void {
    if (this.isFinished) return;
    this.isFinished = true;
    if (!this.response.destroyed) this.response.writeHead(204, { connection: 'close' }).end();
  }

  /** Calls the listener when the caller disconnects before an answer. */
  onGone(listener: () => void): void {
    this.response.once('close', () => {
      if (this.isFinished) return;
      this.isFinished = true;
      listener();
    });
  }
}
