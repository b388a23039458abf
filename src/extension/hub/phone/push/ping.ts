import { message } from '../../../../shared/words/l10n';
import type { Log } from '../../../util/log';
import { post } from './outbound';
import { reasonOf } from './pusher';

/** Messages in an hour at most, whatever happens. */
const maxPerHour = 60;
const hourMs = 60 * 60_000;

/** The address, where a message may go to it: by TLS, or to this very machine. */
export function pingAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(url.hostname);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
  return isSafe ? url : undefined;
}

/**
 * Tells an address of the person's own, at ntfy or by a webhook, that somebody is needed. It says
 * nothing of what for, as others may read it.
 */
export class Ping {
  /** A sentence in English, which views translate: why the last message was not taken. */
  problem: string | undefined;
  private sent: number[] = [];

  constructor(
    private readonly log: Log,
    private readonly onDidChange: () => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** `page` is where a person answers; undefined where no phone can reach it now. */
  async tell(address: string, sentence: string, page: string | undefined): Promise<void> {
    if (address === '') return this.settle(undefined);
    const url = pingAddress(address);
    if (url === undefined) {
      return this.settle(message('The address for messages must begin with https://.'));
    }
    const now = this.now();
    this.sent = this.sent.filter((at) => at > now - hourMs);
    if (this.sent.length >= maxPerHour) return;
    this.sent.push(now);
    try {
      const login = loginIn(url);
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
      const isTaken = status >= 200 && status < 300;
      this.settle(
        isTaken ? undefined : message('Your own address did not take the message.'),
        status,
      );
    } catch (error) {
      this.settle(message('Your own address can’t be reached from here.'), reasonOf(error));
    }
  }

  private settle(problem: string | undefined, why: string | number = 'its form'): void {
    if (problem !== undefined) this.log.warn(`${problem} (${why})`);
    if (problem === this.problem) return;
    this.problem = problem;
    this.onDidChange();
  }
}

/** The header for the name and password of an address. Takes them out of it. Throws where they are unreadable. */
function loginIn(url: URL): string | undefined {
  const { username, password } = url;
  if (username === '') return undefined;
  url.username = '';
  url.password = '';
  const login = [username, password].map((part) => decodeURIComponent(part)).join(':');
  return `Basic ${Buffer.from(login).toString('base64')}`;
}
