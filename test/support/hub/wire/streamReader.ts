import assert from 'node:assert/strict';
import { get, type ClientRequest } from 'node:http';
import { streamEventSchema, type StreamEvent } from '../../../../src/shared/protocol/protocol';
import { until } from '../../until';

export interface Frame {
  readonly id: number;
  readonly event: StreamEvent;
}

/**
 * Reads the live stream as text, frame by frame, and validates each frame against the protocol's
 * schema.
 */
export class StreamReader {
  readonly frames: Frame[] = [];
  readonly comments: string[] = [];
  /** Messages addressed to this window, as received. */
  readonly messages: string[] = [];
  status: number | undefined;
  contentType: string | undefined;
  ended = false;
  private readonly request: ClientRequest;
  private rest = '';

  constructor(url: string, token: string) {
    const headers = { authorization: `Bearer ${token}` };
    this.request = get(url, { headers, agent: false }, (response) => {
      this.status = response.statusCode;
      this.contentType = response.headers['content-type'];
      response.setEncoding('utf8').on('data', (text: string) => this.take(text));
      response.on('error', () => undefined);
      response.on('close', () => (this.ended = true));
    });
    this.request.on('error', () => (this.ended = true));
  }

  /** The frames so far, once they satisfy the assertion. */
  waitFor(assertion: (frames: readonly Frame[]) => void): Promise<readonly Frame[]> {
    return until(() => this.frames, assertion);
  }

  close(): void {
    this.request.destroy();
  }

  private take(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) this.comments.push(block);
      else if (block.startsWith('event: ')) this.messages.push(block);
      else this.frames.push(frameOf(block));
    }
  }
}

function frameOf(block: string): Frame {
  const fields = /^id: (\d+)\nevent: ([a-z]+)\ndata: (.*)$/u.exec(block);
  assert.ok(fields, `not a frame: ${block.slice(0, 200)}`);
  const [, id, type, data = ''] = fields;
  const event = streamEventSchema.parse({ type, data: JSON.parse(data) });
  return { id: Number(id), event };
}
