import type { RE2JS } from 're2js';

/** Instructions of the largest program that is accepted: the time of a match grows with it. */
const mostInstructions = 500;
/** Each step of a match copies the places of all groups, and takes twice the time with so many of them. */
const doublingGroups = 20;

export interface ExpressionMatch {
  readonly text: string;
  /** By the names of the groups; undefined where a group took no part in the match. */
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** A person's regular expression, whose matching takes a time in proportion to the text. */
export interface RuleExpression {
  /** The first match; undefined where there is none. */
  match(text: string): ExpressionMatch | undefined;
}

export interface ExpressionFault {
  readonly reason: 'lookaround' | 'backreference' | 'size' | 'syntax';
  /** The part of the pattern; for `syntax` the engine's words. */
  readonly detail: string;
}

/**
 * Compiles the expression of a rule, in JavaScript's syntax and without what takes more than linear time.
 * `^` and `$` match at each line, and `(?i)` at its beginning ignores case.
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
    return { reason: 'syntax', detail: engineWords(error) };
  }
  const size = compiled.programSize() * (1 + compiled.groupCount() / doublingGroups);
  if (size > mostInstructions) return { reason: 'size', detail: '' };
  return {
    match: (text) => {
      // Most texts do not match, and finding that out without groups is up to ten times faster.
      const match = compiled.test(text) ? (compiled.exec(text) as RegExpExecArray | null) : null;
      return match === null ? undefined : { text: match[0], groups: match.groups ?? {} };
    },
  };
}

export function expressionFault(pattern: string): ExpressionFault | undefined {
  const compiled = compileExpression(pattern);
  return 'reason' in compiled ? compiled : undefined;
}

/** The engine has a bundle of its own, which is loaded for the first expression: most people have no rules. */
function loadEngine(): typeof RE2JS {
  return (require('re2js') as { readonly RE2JS: typeof RE2JS }).RE2JS;
}

/** `\k` is searched for here, because the engine takes it for the letter. */
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
 * Makes groups without names non-capturing, as nothing asks for their values. A pattern with quotes or classes
 * in the syntax of RE2 stays as it is: `(` may be a letter there.
 */
function withoutPlainGroups(pattern: string): string {
  if (/\\Q|\[:/u.test(pattern)) return pattern;
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*|\(\??/gsu, (token) =>
    token === '(' ? '(?:' : token,
  );
}

/** `missing closing )`, and where it is short the part that is meant, without the flags that are put before it. */
function engineWords(error: unknown): string {
  const { error: words, input } = error as { readonly error?: string; readonly input?: unknown };
  if (words === undefined) return String(error);
  const isPart = typeof input === 'string' && !input.startsWith('(?m)');
  return isPart ? `${words}: ${input.replace('(?P<', '(?<')}` : words;
}
