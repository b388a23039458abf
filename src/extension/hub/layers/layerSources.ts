import type { PullRequest, SessionLabel, SessionView } from '../../../shared/api/missionControl';
import type { SignalFact } from '../domain/facts/signals';

/** A label with its source. */
export interface SourcedLabel {
  /** Id of the layer, of the extension's collection, or `rules`. */
  readonly layer: string;
  /** Name of the label rule. */
  readonly rule?: string | undefined;
  readonly label: SessionLabel;
  /** The evidence shown under Why, such as `matched fly deploy`, and its time in ms since 1970. */
  readonly because?: { readonly text: string; readonly at?: number | undefined } | undefined;
}

/**
 * Rules of the user, of workspaces and of extensions: the signals that they found in a session, and
 * the labels that they give it, in the order of the rules.
 */
export interface RuleSource {
  signalsOf(sessionId: string): readonly SignalFact[];
  labelsFor(view: SessionView): readonly SourcedLabel[];
}

/** Labels that extensions pushed, in the order of their collections. */
export interface LabelSource {
  labelsFor(view: SessionView): readonly SourcedLabel[];
}

/** States of pull requests by their addresses, as their hosts report them. */
export interface PullSource {
  stateOf(url: string): Pick<PullRequest, 'state' | 'review' | 'checks'> | undefined;
}
