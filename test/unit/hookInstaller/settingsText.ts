import * as fc from 'fast-check';

interface Layout {
  readonly eol: string;
  readonly indent: string;
  readonly wide: boolean;
  readonly trailing: boolean;
  readonly colon: string;
  readonly comments: readonly string[];
  /** Blanks between the brackets of empty values. */
  readonly blanks: readonly string[];
}

const foreignHook = fc.record({
  type: fc.constant('command'),
  command: fc.oneof(fc.string(), fc.constant('~/bin/notify.sh "done"')),
});
const hookGroup = fc.record(
  {
    matcher: fc.constantFrom('', 'Bash', 'Edit|Write'),
    hooks: fc.array(foreignHook, { maxLength: 2 }),
  },
  { requiredKeys: ['hooks'] },
);
const event = fc.constantFrom('Stop', 'SessionStart', 'PermissionRequest', 'Setup', 'Notification');
const lists = fc.dictionary(event, fc.array(hookGroup, { maxLength: 3 }), { maxKeys: 4 });
/** Entries of other tools in forms that the client ignores: comments, switches and others. */
const others = fc.dictionary(
  fc.constantFrom('// Stop', 'enabled', 'preEditHook', 'Stop '),
  fc.oneof(
    fc.boolean(),
    fc.constantFrom('runs after each edit', 7, null, {}, { command: 'true', enabled: true }),
    fc.record({ hooks: fc.array(foreignHook, { maxLength: 2 }) }),
  ),
  { maxKeys: 2 },
);
const hooks = fc
  .tuple(lists, fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, others), fc.boolean())
  .map(([own, foreign, first]) => (first ? { ...foreign, ...own } : { ...own, ...foreign }));

/** Typical settings of people: some keys, maybe hooks, in any order. */
const settings = fc
  .tuple(
    fc.dictionary(
      fc.string().filter((key) => key !== 'hooks'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 4 },
    ),
    fc.option(hooks, { nil: undefined }),
    fc.boolean(),
  )
  .map(([rest, hooks, first]): object =>
    hooks === undefined ? rest : first ? { hooks, ...rest } : { ...rest, hooks },
  );

const layout: fc.Arbitrary<Layout> = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom('  ', '    ', '\t', ' '),
  wide: fc.boolean(),
  trailing: fc.boolean(),
  colon: fc.constantFrom(':', ': ', ' : '),
  comments: fc.array(fc.constantFrom('', '/* } */', '// ], "x"', '/* a\n b */'), { maxLength: 12 }),
  blanks: fc.array(fc.constantFrom('', ' ', '\n', '\r\n\t', '/* c */', ' /* c */ ', '// c\n'), {
    maxLength: 4,
  }),
});

/** A text that every lenient parser accepts, in all the forms that people and tools write. */
export const settingsText: fc.Arbitrary<string> = fc
  .tuple(settings, layout, fc.boolean(), fc.constantFrom('', '\n', '\r\n', '\n\n', ' // end'))
  .map(
    ([value, shape, mark, tail]) =>
      (mark ? '\uFEFF' : '') +
      print(value, { ...shape, comments: [...shape.comments], blanks: [...shape.blanks] }, '') +
      tail,
  );

interface Rest extends Layout {
  readonly comments: string[];
  readonly blanks: string[];
}

function print(value: unknown, layout: Rest, outer: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = outer + layout.indent;
  const entries = Array.isArray(value)
    ? value.map((entry: unknown) => print(entry, layout, inner))
    : Object.entries(value).map(
        ([key, entry]) => JSON.stringify(key) + layout.colon + print(entry, layout, inner),
      );
  if (entries.length === 0) {
    const blank = layout.blanks.pop() ?? '';
    return open + (layout.wide ? blank : blank.replaceAll(/\/\/.*/g, '')) + close;
  }
  const last = entries.length - 1;
  const parts = entries.map((entry, index) => {
    const comma = index < last || layout.trailing ? ',' : '';
    const comment = layout.comments.pop() ?? '';
    if (!layout.wide && (comment.startsWith('//') || comment.includes('\n'))) return entry + comma;
    return index % 2 === 0
      ? `${entry}${comma} ${comment}`
      : `${entry} ${blockOnly(comment)}${comma}`;
  });
  return layout.wide
    ? open + parts.map((part) => layout.eol + inner + part).join('') + layout.eol + outer + close
    : open + parts.join(' ') + close;
}

/** A line comment before a comma would comment it out. */
function blockOnly(comment: string): string {
  return comment.startsWith('//') ? '' : comment;
}
