import { message } from '../../../../shared/words/l10n';
import type { Log } from '../../../util/log';
import { post } from './outbound';
import { reasonOf } from './pusher';

/** Maximum number of messages in an hour. */
const maxPerHour = 60;
const hourMs = 60 * 60_000;

/** Parses the address; returns undefined unless it uses TLS or is on this computer. */
export function pingAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(url.hostname);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
  return isSafe ? url : undefined;
}

/**
 * Sends a message to an address of the person, at ntfy or a webhook, when a session needs them. The
 * message has no details, because others may read it.
 */
export class Ping {
  /** Reason why the last message failed, as an English sentence that views translate. */
  problem: string | undefined;
  private sentTimes: number[] = [];

  constructor(
    private readonly log: Log,
    private readonly onDidChange: () => void,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Sends a message. `page` is the address at which the person can answer; undefined if phones
   * cannot reach it now.
   */
  async send(address: string, sentence: string, page: string | undefined): Promise<void> {
    if (address === '') return this.setProblem(undefined);
    const url = pingAddress(address);
    if (url === undefined) {
      return this.setProblem(message('The address for messages must begin with https://.'));
    }
    const now = this.now();
    this.sentTimes = this.sentTimes.filter((at) => at > now - hourMs);
    if (this.sentTimes.length >= maxPerHour) return;
    this.sentTimes.push(now);
    try {
      const login = extractAuthorization(url);
      const { status } = await post({
        url,
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          ...(login !== undefined && { authorization: login }),
          ...(page !== undefined && { click: page }),
        },
        body: [sentence, ...(page === undefined ? [] : [page])].join('\n'),
        mayBePrivate: true,
      });
      const isAccepted = status >= 200 && status < 300;
      this.setProblem(
        isAccepted ? undefined : message('Your own address did not take the message.'),
        status,
      );
    } catch (error) {
      this.setProblem(message('Your own address can’t be reached from here.'), reasonOf(error));
    }
  }

  private setProblem(problem: string | undefined, why: string | number = 'its form'): void {
    if (problem !== undefined) this.log.warn(`${problem} (${why})`);
    if (problem === this.problem) return;
    this.problem = problem;
    this.onDidChange();
  }
}

/**
 * Removes user name and password from an address, and returns the authorization header for them.
 * Throws if they are not valid percent-encoding.
 */
function extractAuthorization(url: URL): string | undefined {
  const { username, password } = url;
  if (username === '') return undefined;
  url.username = '';
  url.password = '';
  const login = [username, password].map((part) => decodeURIComponent(part)).join(':');
  return `Basic ${Buffer.from(login).toString('base64')}`;
}
