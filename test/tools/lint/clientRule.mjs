import { relative, resolve } from 'node:path';

/** Functions whose arguments are user-visible texts. */
const texts = new Set(['counted', 'message', 't']);

/** True for a name that is also an English word: it counts only as a whole text. */
const isWord = (name) => /^(?:[A-Z][a-z]+|[A-Z]+)$/.test(name);

/** Start of a client's permission rule for a tool, such as `Bash(npm test)`. */
const ruleStart = /^([A-Za-z]+)\(/;

/**
 * Alternatives of a regular expression: a name that is an English word counts if it is one of them.
 */
const alternatives = (pattern) => pattern.split(/\(\?:|\\b|[()|^$]/);

/**
 * True if the text contains the part as a whole path segment, or as the start of one such as
 * `.claude.json`.
 */
const hasPart = (text, part) => text.split(part).some((rest, at) => at > 0 && !/^[\w-]/.test(rest));

/** Lint rule: the client's names appear only in the folders of its agent below `src`. */
export function clientRule(groups, rooms, src = resolve(import.meta.dirname, '../../../src')) {
  const all = Object.values(groups);
  const advices = new Map(all.flatMap(({ names, advice }) => names.map((name) => [name, advice])));
  const beginnings = all.flatMap(({ beginnings: own = [], advice }) =>
    own.map((beginning) => ({ beginning, advice })),
  );
  const parts = all.flatMap(({ parts: own = [], advice }) => own.map((part) => ({ part, advice })));

  /** Fault of a text; undefined if it contains no such name. */
  function faultIn(text) {
    const bare = text.replace(/^"(.*)"$/, '$1');
    const whole = ruleStart.exec(bare)?.[1] ?? bare;
    if (advices.has(whole)) return `${whole} ${advices.get(whole)}`;
    const within = parts.find(({ part }) => hasPart(text, part));
    if (within !== undefined) return `${within.part} ${within.advice}`;
    for (const word of text.split(/[^A-Za-z0-9_]+/)) {
      if (advices.has(word) && !isWord(word)) return `${word} ${advices.get(word)}`;
      const known = beginnings.find(({ beginning }) => word.startsWith(beginning));
      if (known !== undefined) return `${word} ${known.advice}`;
    }
    return undefined;
  }

  return {
    create(context) {
      const place = relative(src, context.filename).replaceAll('\\', '/');
      if (place.startsWith('..') || rooms.some((room) => place.startsWith(room))) return {};
      const check = (node, ...forms) => {
        const message = forms.map(faultIn).find((fault) => fault !== undefined);
        if (message !== undefined && !isText(node)) context.report({ node, message });
      };
      return {
        Literal(node) {
          if (typeof node.value === 'string') check(node, node.value);
          else if (node.regex !== undefined)
            check(node, node.regex.pattern, ...alternatives(node.regex.pattern));
        },
        TemplateElement(node) {
          check(node, node.value.cooked ?? node.value.raw);
        },
        Property({ key, computed, shorthand }) {
          if (key.type === 'Identifier' && !computed && !shorthand) check(key, key.name);
        },
      };
    },
  };
}

function isText({ parent }) {
  return parent.type === 'CallExpression' && texts.has(parent.callee.name);
}
