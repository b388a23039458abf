import { formatExactTime } from './format';
import { t } from './l10n';
import { plainTitle } from '../text/plainText';
import type { Evidence, LiveSession, StateSource } from '../protocol/protocol';

/** One signal behind a state, as text. */
export interface Explanation {
  /** "Hook: PermissionRequest Bash · 2:02:11 PM · certain". */
  readonly text: string;
  /** Tooltip: the confidence as a number, and for an overruled signal the state that it implies. */
  readonly detail: string;
  /**
   * `label` for the line that explains a layer's label, `collision` and `proof` for lines about
   * another session.
   */
  readonly verdict: Evidence['verdict'] | 'label' | 'collision' | 'proof';
}

const sourceWords: Readonly<Record<StateSource, () => string>> = {
  hook: () => t('Hook'),
  registry: () => t('Registry'),
  jsonl: () => t('Transcript'),
  fallback: () => t('No signal'),
};

/** Texts for transcript signals without an event name, by the state that they imply. */
const transcriptWords: ReadonlyMap<string, () => string> = new Map([
  ['idle', () => t('end of turn')],
  ['task_complete', () => t('end of turn')],
  ['awaiting_input', () => t('turn ended with a question')],
  ['thinking', () => t('turn continues')],
  ['interrupted', () => t('interrupted')],
  ['error', () => t('error')],
  ['limit_reached', () => t('limit reached')],
  ['waiting_for_limit', () => t('limit reached')],
  ['sleeping', () => t('end of turn')],
  ['blocked_by_auto_mode', () => t('end of turn')],
]);

/** Texts for states that override all signals and that no signal shows. */
const overlayWords: ReadonlyMap<string, () => string> = new Map([
  ['archived', () => t('Dismissed by you')],
  ['budget_exceeded', () => t('Over the budget in your settings')],
  ['conflict_resolution', () => t('The working tree has merge conflicts')],
]);

/** Explains the state of a session line by line, the deciding signal first. Times are local. */
export function explain(
  session: Pick<LiveSession, 'agentState' | 'stateSince' | 'why' | 'display'>,
  now: number,
): readonly Explanation[] {
  const { agentState, stateSince, why } = session;
  const overlay = overlayWords.get(agentState.state)?.();
  const label = labelLine(session, now);
  const lines: readonly Explanation[] = [
    ...why.map((evidence) => ({
      text: lineOf(evidence, now),
      detail: detailOf(evidence),
      verdict: evidence.verdict,
    })),
    ...(label === undefined ? [] : [{ text: label, detail: '', verdict: 'label' as const }]),
  ];
  if (overlay === undefined) return lines;
  const text = [overlay, formatExactTime(stateSince, now)].filter(Boolean).join(' · ');
  return [{ text, detail: '', verdict: 'decides' }, ...lines];
}

/** Names of the included layers; other layers are shown by their id. */
const layerWords: ReadonlyMap<string, () => string> = new Map([
  ['sdlc', () => t('Software (sdlc)')],
  ['creative', () => t('Writing (creative)')],
]);

/**
 * Explains where a card's label comes from, such as "Label: rule 2 (Deployed), matched fly deploy ·
 * 14:02:11".
 */
function labelLine({ display }: Pick<LiveSession, 'display'>, now: number): string | undefined {
  if (display?.label === undefined) return undefined;
  const { layer, rule, because } = display;
  const name = layerWords.get(layer)?.() ?? plainTitle(layer, 60);
  // A rule without a name is shown by its position, as `rule 2`; a contributed rule by its
  // contributor.
  const place = plainTitle(rule ?? '', 80).replace(/^rule /u, '');
  const from = layer === 'rules' ? place : `${place} (${name})`;
  const who = rule === undefined ? t('Label: {0}', name) : t('Label: rule {0}', from);
  const statement = [who, plainTitle(because?.text ?? '', 200)].filter(Boolean).join(', ');
  return [statement, formatExactTime(because?.at ?? '', now)].filter(Boolean).join(' · ');
}

/** Confidence in words of probability, which are easier to read than a number. */
export function certaintyOf(confidence: number): string {
  if (confidence >= 0.95) return t('certain');
  if (confidence >= 0.8) return t('very likely');
  return confidence >= 0.6 ? t('likely') : t('unsure');
}

function lineOf(evidence: Evidence, now: number): string {
  const { source, verdict, confidence } = evidence;
  const signal = signalOf(evidence);
  const statement = [sourceWords[source](), signal].filter(Boolean).join(': ');
  const agrees = ` (${t('agrees')})`;
  const what = statement + { decides: '', agrees, overruled: ` (${t('overruled')})` }[verdict];
  // A fallback has no report, and therefore no time.
  const when = source === 'fallback' ? '' : formatExactTime(evidence.at, now);
  const certainty = verdict === 'decides' ? certaintyOf(confidence) : '';
  return [what, when, certainty].filter(Boolean).join(' · ');
}

function signalOf({ source, signal }: Evidence): string {
  if (source === 'fallback') return '';
  const text = plainTitle(signal, 120);
  if (source !== 'jsonl') return text;
  return transcriptWords.get(text)?.() ?? text.replace(/_/g, ' ');
}

function detailOf({ state, confidence, verdict }: Evidence): string {
  const sure = t('Confidence {0}', confidence.toFixed(2));
  if (verdict !== 'overruled') return sure;
  return `${t('On its own it would say {0}.', plainTitle(state, 60).replace(/_/g, ' '))} ${sure}`;
}
