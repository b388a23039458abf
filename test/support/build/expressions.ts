import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { projectRoot } from '../editor/paths';

/** A regular expression literal in a source file. */
export interface Expression {
  /** `file:line`. */
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
}

export interface Expressions {
  readonly literals: readonly Expression[];
  /** Files that call `RegExp`, one entry per call. */
  readonly made: readonly string[];
}

/** Every regular expression in `src`. */
export function projectExpressions(): Expressions {
  const files = readdirSync(path.join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .sort();
  const found = files.map((file) =>
    expressionsIn(file, readFileSync(path.join(projectRoot, file), 'utf8')),
  );
  return {
    literals: found.flatMap(({ literals }) => literals),
    made: found.flatMap(({ made }) => made),
  };
}

export function expressionsIn(file: string, source: string): Expressions {
  const literals: Expression[] = [];
  const made: string[] = [];
  const isMaker = ({ type, name }: { readonly type: string; readonly name?: unknown }): boolean =>
    type === 'Identifier' && name === 'RegExp';
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const line = source.slice(0, node.start).split('\n').length;
      literals.push({ place: `${file}:${line}`, pattern, flags });
    },
    NewExpression({ callee }) {
      if (isMaker(callee)) made.push(file);
    },
    CallExpression({ callee }) {
      if (isMaker(callee)) made.push(file);
    },
  }).visit(parseSync(file, source).program);
  return { literals, made };
}
