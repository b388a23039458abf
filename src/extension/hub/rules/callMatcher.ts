import { compileExpression, type RuleExpression } from '../../util/ruleExpression';
import { matchesWildcards } from './wildcards';
import type { CallCondition, MatchedRule } from './matchedRule';
import type { FinishedCall } from './toolCall';

/**
 * Limits of the captures of a match: their number, and the length of each in characters. A longer
 * value is left out, because a truncated address would be a different address.
 */
const maxCaptures = 8;
const maxCaptureLength = 300;
const excerptLength = 80;

/**
 * The result of a match: the first condition that failed, or the named captures and the matched
 * text.
 */
export type CallMatch =
  | { readonly failed: CallCondition }
  | { readonly data: Readonly<Record<string, string>>; readonly by: string };

/** Matches calls with a signal rule. */
export class CallMatcher {
  private readonly expressions: readonly (readonly [
    Exclude<CallCondition, 'ok'>,
    RuleExpression,
  ])[];

  /** Throws if an expression of the rule is invalid. */
  constructor(readonly rule: MatchedRule) {
    this.expressions = (['command', 'input', 'output'] as const).flatMap((field) => {
      const pattern = rule[field];
      if (pattern === undefined) return [];
      const compiled = compileExpression(pattern);
      if ('reason' in compiled) throw new Error(`${compiled.reason} ${compiled.detail}`.trim());
      return [[field, compiled]];
    });
  }

  /** True if the rule applies to calls of the tool. */
  appliesTo(tool: string): boolean {
    return this.rule.tools.some((glob) => matchesWildcards(glob, tool));
  }

  match(call: FinishedCall): CallMatch {
    const captured: [string, string][] = [];
    let by: string | undefined;
    for (const [field, expression] of this.expressions) {
      const match = expression.match(call[field]);
      if (match === undefined) return { failed: field };
      by ??= match.text;
      for (const [name, value] of Object.entries(match.groups)) {
        if (value !== undefined && value.length <= maxCaptureLength) captured.push([name, value]);
      }
    }
    const { ok } = this.rule;
    if (ok !== undefined && call.ok !== ok) return { failed: 'ok' };
    const matchedText = by?.trim() ?? '';
    return {
      data: Object.fromEntries(captured.slice(0, maxCaptures)),
      by: matchedText === '' ? call.tool : matchedText.slice(0, excerptLength),
    };
  }
}
