import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { parseJson } from '../../shared/text/boundedJson';
import { helloSchema, routes } from '../../shared/protocol/protocol';
import { hubProof, isSameSecret } from '../util/hub/hubKey';
import { afterRunning } from '../util/runningTime';

const proofTimeoutMs = 4_000;
const maxAnswerBytes = 4_096;

/**
 * Opens a connection to a port, on which the listener must first prove that it knows the key. All
 * requests through the agent use that one connection or fail, since a new one might reach a
 * different program.
 */
export async function openProvedConnection(
  url: string,
  key: string,
  signal?: AbortSignal,
): Promise<Agent> {
  const port = Number(new URL(url).port);
  const agent = new SingleConnectionAgent(port);
  const nonce = randomBytes(24).toString('hex');
  try {
    const text = await requestProof(`${url}${routes.hello}?nonce=${nonce}`, agent, signal);
    const hello = helloSchema.safeParse(parseJson(text));
    if (hello.success && isSameSecret(hello.data.proof, hubProof(key, nonce, port))) return agent;
    throw new Error('it is somebody else');
  } catch (error) {
    agent.destroy();
    throw new Error(`Who listens at ${url} has not proved to be the hub`, { cause: error });
  }
}

class SingleConnectionAgent extends Agent {
  private isOpened = false;

  constructor(private readonly port: number) {
    super({ keepAlive: true, maxSockets: 1 });
  }

  override createConnection(
    _options: unknown,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | undefined {
    if (!this.isOpened) {
      this.isOpened = true;
      return connect(this.port, '127.0.0.1');
    }
    // The error is passed to the callback, because the agent would not catch one thrown here.
    const noStream = undefined as unknown as Duplex;
    callback?.(new Error('The proved connection is gone'), noStream);
    return undefined;
  }
}

function requestProof(url: string, agent: Agent, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, ...(signal && { signal }) }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > maxAnswerBytes) request.destroy(new Error('it answers without end'));
      });
      response.on('error', reject);
      response.on('end', () => resolve(text));
    });
    const cancelTimeout = afterRunning(proofTimeoutMs, () =>
      request.destroy(new Error('it says nothing')),
    );
    request.on('error', reject);
    request.on('close', cancelTimeout);
  });
}
