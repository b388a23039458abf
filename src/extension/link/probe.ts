import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { jsonIn } from '../../shared/text/boundedJson';
import { helloSchema, protocolVersion, routes } from '../../shared/protocol/protocol';
import { hubProof, isSameSecret } from '../util/hub/hubKey';
import { afterRunning } from '../util/runningTime';

/**
 * `free`: nobody listens. `foreign`: a program without our key, or an older hub, which a hub of
 * this version replaces. `newer`: a hub with a newer protocol. `silent`: no answer in time.
 */
export type ProbeResult = 'free' | 'foreign' | 'newer' | 'silent' | 'hub';

const probeTimeoutMs = 1_000;
const maxAnswerBytes = 4_096;

/**
 * Checks which program listens on a local port. No secret is sent: the answer must prove knowledge
 * of the key.
 */
export async function probe(
  port: number,
  key: string,
  timeoutMs = probeTimeoutMs,
): Promise<ProbeResult> {
  const nonce = randomBytes(24).toString('hex');
  const answer = await request(`http://127.0.0.1:${port}${routes.hello}?nonce=${nonce}`, timeoutMs);
  if (typeof answer === 'string') return answer;
  const hello = helloSchema.safeParse(answer.body);
  if (!hello.success || !isSameSecret(hello.data.proof, hubProof(key, nonce, port)))
    return 'foreign';
  const { version } = hello.data;
  if (version === protocolVersion) return 'hub';
  return version > protocolVersion ? 'newer' : 'foreign';
}

type Answer = { readonly body: unknown } | 'free' | 'foreign' | 'silent';

function request(url: string, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) finish('foreign');
        else chunks.push(chunk);
      });
      response.on('error', () => finish('foreign'));
      response.on('end', () => finish({ body: jsonIn(Buffer.concat(chunks).toString('utf8')) }));
    });
    const cancelTimeout = afterRunning(timeoutMs, () => finish('silent'));
    request.on('error', (error: NodeJS.ErrnoException) =>
      finish(error.code === 'ECONNREFUSED' ? 'free' : 'foreign'),
    );
    function finish(answer: Answer): void {
      cancelTimeout();
      resolve(answer);
      request.destroy();
    }
  });
}
