import { webAddress } from '../../shared/board/texts/displayText';
import type { PullState } from '../../shared/protocol/layers/display';

/** The fields of a pull request in documents and in answers to agents. */
export function pullFields({ number, url, state, review, checks }: PullState): object {
  return { number, url: webAddress(url), state, review, checks };
}
