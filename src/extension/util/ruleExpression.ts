import type { RE2JS } from 're2js';

/** Maximum size of a compiled expression, in instructions; matching time grows with it. */
const maxInstructions = 500;
/**
 * Number of groups that doubles the time of a match, because each step copies all groups'
 * positions.
 */
const doublingGroups = 20;

export interface ExpressionMatch {
  readonly text: string;
  /** Captured texts by group name; undefined for a group that did not participate. */
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** A user's regular expression with linear matching time. */
export interface RuleExpression {
  /** The first match; undefined if there is none. */
  match(text: string): ExpressionMatch | undefined;
}

export interface ExpressionFault {
  readonly reason: 'lookaround' | 'backreference' | 'size' | 'syntax';
  /** The offending part of the pattern; for `syntax` the engine's message. */
  readonly detail: string;
}

/**
 * Compiles a rule's expression in JavaScript syntax, without features that need more than linear
 * time. `^` and `$` match at each line, and a leading `(?i)` ignores case.
 */
export function compileExpression(pattern: string): RuleExpression | ExpressionFault {
  const unsupported = findUnsupported(pattern);
  if (unsupported !== undefined) return unsupported;
  const engine = loadEngine();
  let compiled: RE2JS;
  try {
    compiled = engine.compile(
      engine.translateRegExp(withoutPlainGroups(pattern)),
      engine.MULTILINE,
    );
  } catch (error) {
    return { reason: 'syntax', detail: engineMessage(error) };
  }
  const size = compiled.programSize() * (1 + compiled.groupCount() / doublingGroups);
  if (size > maxInstructions) return { reason: 'size', detail: '' };
  return {
    match: (text) => {
      // Most texts do not match, and testing without groups is up to ten times faster.
      const match = compiled.test(text) ? (compiled.exec(text) as RegExpExecArray | null) : null;
      return match === null ? undefined : { text: match[0], groups: match.groups ?? {} };
    },
  };
}

export function expressionFault(pattern: string): ExpressionFault | undefined {
  const compiled = compileExpression(pattern);
  return 'reason' in compiled ? compiled : undefined;
}

/**
 * Loads the engine, a separate bundle, at the first expression, because most people have no rules.
 */
function loadEngine(): typeof RE2JS {
  return (require('re2js') as { readonly RE2JS: typeof RE2JS }).RE2JS;
}

/**
 * Finds the first feature that the engine does not support; also `\k`, which the engine would read
 * as the letter k.
 */
function findUnsupported(pattern: string): ExpressionFault | undefined {
  for (const [token] of pattern.matchAll(/\\k<|\\.|\[(?:\\.|[^\]\\])*|\(\?<?[=!]/gsu)) {
    if (token.startsWith('(')) return { reason: 'lookaround', detail: token };
    if (token === '\\k<' || /^\\[1-9]/u.test(token)) {
      return { reason: 'backreference', detail: token };
    }
  }
  return undefined;
}

/**
 * Makes unnamed groups non-capturing, because their values are not used. Patterns with RE2's
 * quoting or classes are not changed, because `(` may be literal there.
 */
function withoutPlainGroups(pattern: string): string {
  if (/\\Q|\[:/u.test(pattern)) return pattern;
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*|\(\??/gsu, (token) =>
    token === '(' ? '(?:' : token,
  );
}

/**
 * The engine's message, such as `missing closing )`, with the offending part unless it is the
 * complete pattern, and without the flags that we prepend.
 */
function engineMessage(error: unknown): string {
  const { error: words, input } = error as { readonly error?: string; readonly input?: unknown };
  if (words === undefined) return String(error);
  const isPart = typeof input === 'string' && !input.startsWith('(?m)');
  return isPart ? `${words}: ${input.replace('(?P<', '(?<')}` : words;
}
