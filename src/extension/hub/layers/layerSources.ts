import type { PullRequest, SessionLabel, SessionView } from '../../../shared/api/missionControl';
import type { SignalFact } from '../domain/facts/signals';

/** A label and who gave it. */
export interface Saying {
  /** Id of the layer, of the extension's collection, or `rules`. */
  readonly layer: string;
  /** Name of the rule. */
  readonly rule?: string | undefined;
  readonly label: SessionLabel;
  /** The proof for Why, such as `matched fly deploy`, and when it came, in ms since 1970. */
  readonly because?: { readonly text: string; readonly at?: number | undefined } | undefined;
}

/** The person's rules: what they found in a session, and what they say of it, the first rule first. */
export interface RuleSource {
  signalsOf(sessionId: string): readonly SignalFact[];
  sayingsOf(view: SessionView): readonly Saying[];
}

/** Labels that extensions pushed, the first collection first. */
export interface LabelSource {
  sayingsOf(view: SessionView): readonly Saying[];
}

/** The state of pull requests by the network, by their address. */
export interface PullSource {
  stateOf(url: string): Pick<PullRequest, 'state' | 'review' | 'checks'> | undefined;
}
