import type { Badge, SessionLabel, SessionView, Signal } from '../../../shared/api/missionControl';
import { matchesGlob, withHome } from '../../../shared/text/pathGlob';
import type { LabelRule } from '../../../shared/protocol/layers/rules';
import type { LabelTest } from '../../../shared/protocol/layers/ruleReport';
import { fillPlaceholders, httpsAddress, type PlaceholderValues } from './filledText';
import { matchesWildcards } from './wildcards';

/** The first condition of a label rule that a session does not meet. */
export type LabelRuleFailure = NonNullable<LabelTest['failed']>;

/** The label of a rule that matches, and the signal that it is based on. */
export interface LabelRuleMatch {
  readonly label: SessionLabel;
  readonly signal: Signal | undefined;
  readonly unknown: readonly string[];
  readonly noLinks: readonly string[];
}

/**
 * Evaluates a label rule for a session. A pure function, which uses only signals that were already
 * found and runs no regular expressions.
 */
export function evaluateLabelRule(
  rule: LabelRule,
  view: SessionView,
  home: string,
): LabelRuleMatch | LabelRuleFailure {
  const { when = {} } = rule;
  const { core, projectPath, turn } = view;
  const states = listOf(when.state);
  if (states !== undefined && !states.includes(core.state)) {
    return failure('state', states, core.state);
  }
  const projects = listOf(when.project);
  if (
    projects !== undefined &&
    !projects.some((glob) => matchesGlob(projectPath, withHome(glob, home)))
  ) {
    return failure('project', projects, projectPath);
  }
  const inSpan = ({ turn: signalTurn }: Signal): boolean =>
    when.within !== 'turn' || signalTurn === turn;
  const kinds = listOf(when.signal);
  const found = kinds === undefined ? undefined : findSignal(kinds, when, view, inSpan);
  if (found !== undefined && 'condition' in found) return found;
  const excludedKinds = listOf(when.not) ?? [];
  const since = found === undefined ? 0 : view.signals.indexOf(found) + 1;
  const excluded = view.signals
    .slice(since)
    .find((signal) => excludedKinds.includes(signal.kind) && inSpan(signal));
  if (excluded !== undefined) return failure('not', excludedKinds, describeSignal(excluded));
  return labelOf(rule, view, found);
}

/**
 * Returns the newest signal of these kinds that meets the rule's conditions, or the first condition
 * that no signal meets.
 */
function findSignal(
  kinds: readonly string[],
  { data = {}, ok, within }: NonNullable<LabelRule['when']>,
  { signals }: SessionView,
  inSpan: (signal: Signal) => boolean,
): Signal | LabelRuleFailure {
  const ofKind = signals.filter(({ kind }) => kinds.includes(kind));
  if (ofKind.length === 0) return failure('signal', kinds, '');
  const inScope = ofKind.filter(inSpan);
  const last = ofKind.at(-1);
  if (inScope.length === 0)
    return failure('within', [within ?? ''], last ? describeSignal(last) : '');
  const wanted = Object.entries(data);
  const matching = inScope.filter((signal) =>
    wanted.every(([name, value]) =>
      matchesWildcards(String(value), String(signal.data[name] ?? '')),
    ),
  );
  const newest = matching.at(-1);
  if (newest === undefined) {
    const pairs = wanted.map(([name, value]) => `${name}=${String(value)}`);
    return failure('data', pairs, inScope.slice(-1).map(describeSignal).join());
  }
  return ok === undefined || newest.ok === ok
    ? newest
    : failure('ok', [String(ok)], describeSignal(newest));
}

function labelOf(rule: LabelRule, view: SessionView, signal: Signal | undefined): LabelRuleMatch {
  const values: PlaceholderValues = {
    project: view.projectName,
    ...(view.repository?.branch !== undefined && { branch: view.repository.branch }),
    ...(signal !== undefined && { kind: signal.kind, ...signal.data }),
  };
  const unknown = new Set<string>();
  const noLinks: string[] = [];
  const fill = (text: string): string => {
    const filled = fillPlaceholders(text, values);
    for (const name of filled.unknown) unknown.add(name);
    return filled.text;
  };
  const fillLink = (text: string): string | undefined => {
    const address = fillPlaceholders(text, values);
    const href = address.unknown.length === 0 ? httpsAddress(address.text) : undefined;
    for (const name of address.unknown) unknown.add(name);
    if (href === undefined) noLinks.push(address.text);
    return href;
  };
  const badges = rule.badges?.map((badge): Badge => {
    const href = badge.href === undefined ? undefined : fillLink(badge.href);
    return {
      text: fill(badge.text),
      ...iconAndTone(badge),
      ...(badge.tooltip !== undefined && { tooltip: fill(badge.tooltip) }),
      ...(href !== undefined && { href }),
    };
  });
  const label: SessionLabel = {
    ...(rule.label !== undefined && { label: fill(rule.label) }),
    ...iconAndTone(rule),
    ...(rule.urgency !== undefined && { urgency: rule.urgency }),
    ...(rule.detail !== undefined && { detail: fill(rule.detail) }),
    ...(badges !== undefined && { badges }),
  };
  return { label, signal, unknown: [...unknown], noLinks };
}

function iconAndTone({
  icon,
  tone,
}: Pick<LabelRule, 'icon' | 'tone'>): Pick<Badge, 'icon' | 'tone'> {
  return { ...(icon !== undefined && { icon }), ...(tone !== undefined && { tone }) };
}

function listOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

function failure(
  condition: LabelRuleFailure['condition'],
  expected: readonly string[],
  found: string,
): LabelRuleFailure {
  return { condition, expected: expected.join(', '), found };
}

/**
 * Returns a short form of a signal that needs no translation, such as `tests ok=false failed=3`.
 */
function describeSignal({ kind, ok, data }: Signal): string {
  const values = Object.entries(data).map(([name, value]) => `${name}=${String(value)}`);
  return [kind, ...(ok === undefined ? [] : [`ok=${String(ok)}`]), ...values].join(' ');
}
