import assert from 'node:assert/strict';
import { until } from '../until';
import { CliProcess } from './cliProcess';

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** The JSON after the warning; undefined in an error. */
  readonly data: unknown;
}

/** A client of `mission-control mcp` that writes the protocol's lines itself. */
export class McpClient {
  private lastId = 0;

  private constructor(readonly process: CliProcess) {}

  static async start(configHome: string): Promise<McpClient> {
    const client = new McpClient(await CliProcess.start(configHome, ['mcp']));
    const clientInfo = { name: 'test', version: '1' };
    await client.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo,
    });
    client.send({ method: 'notifications/initialized' });
    return client;
  }

  /** Resolves with the whole answer to a request. */
  async request(method: string, params: object = {}): Promise<Record<string, unknown>> {
    this.lastId += 1;
    const id = this.lastId;
    this.send({ id, method, params });
    const found = await until(
      () => this.answers.find((answer) => answer['id'] === id),
      (answer) => assert.ok(answer, `${method}: ${this.process.stderr}`),
    );
    return found ?? {};
  }

  async call(name: string, args: object = {}): Promise<ToolAnswer> {
    const { result } = await this.request('tools/call', { name, arguments: args });
    const { content, isError = false } = result as {
      readonly content: readonly [{ readonly text: string }];
      readonly isError?: boolean;
    };
    const [{ text }] = content;
    const [, json] = text.split('\n\n');
    return { text, isError, data: json === undefined ? undefined : JSON.parse(json) };
  }

  /** Closes the input, as a client does that ends; resolves with the exit code. */
  async end(): Promise<number | null> {
    this.process.child.stdin?.end();
    return (await this.process.ended).code;
  }

  private get answers(): readonly Record<string, unknown>[] {
    return this.process.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  private send(message: object): void {
    this.process.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
