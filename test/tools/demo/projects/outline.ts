import type { Project } from '../project';
import type { Scene } from '../script';
import { bash, grep, read } from '../words/tools';

/** A file by path and the name that matters in it. */
type Outline = Readonly<Record<string, string>>;

type Template = (name: string) => string;

const templates: Readonly<Record<string, Template>> = {
  ts: (name) =>
    `import type { Context } from '../context';\n\nexport async function ${name}(context: Context): Promise<void> {\n  const span = context.trace('${name}');\n  try {\n    await context.store.run('${name}');\n  } finally {\n    span.end();\n  }\n}\n`,
  tsx: (name) =>
    `import { useBooking } from '../state/booking';\n\nexport function ${name}() {\n  const { booking, isLoading } = useBooking();\n  if (isLoading) return <Skeleton lines={3} />;\n  return <section aria-label="${name}">{booking.summary}</section>;\n}\n`,
  py: (name) =>
    `from pipeline.context import Context\n\n\ndef ${name}(context: Context) -> None:\n    """Runs once per hour; safe to run again."""\n    for batch in context.batches("${name}"):\n        context.sink.write(batch)\n        context.checkpoint(batch.offset)\n`,
  rs: (name) =>
    `use crate::index::Segment;\n\npub fn ${name}(segments: &[Segment]) -> usize {\n    segments\n        .iter()\n        .filter(|segment| segment.is_live())\n        .map(Segment::len)\n        .sum()\n}\n`,
  kt: (name) =>
    `class ${name}(private val repository: Repository) : ViewModel() {\n    val state = repository.changes()\n        .map { it.toState() }\n        .stateIn(viewModelScope, SharingStarted.Eagerly, State.Loading)\n}\n`,
  tf: (name) =>
    `module "${name}" {\n  source      = "../../modules/${name}"\n  environment = var.environment\n  replicas    = var.environment == "production" ? 6 : 2\n}\n`,
  css: (name) =>
    `.${name} {\n  color: var(--color-text-default);\n  background: var(--color-surface-raised);\n  padding: var(--space-2) var(--space-3);\n}\n`,
};

interface OutlinedProject extends Omit<Project, 'looking'> {
  readonly outline: Outline;
}

/** A project with files of its own, and some that nobody looks at closely. */
export function outlinedProject({ outline, files, ...rest }: OutlinedProject): Project {
  return { ...rest, files: { ...outlined(outline), ...files }, looking: looking(outline) };
}

/** The files of an outline with a few believable lines each. */
function outlined(outline: Outline): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(outline).map(([file, name]) => {
      const extension = file.split('.').at(-1) ?? '';
      return [file, templates[extension]?.(name) ?? `${name}\n`];
    }),
  );
}

/** Looking around in an outline: each file read, searched for, and asked for its history. */
function looking(outline: Outline): readonly Scene[] {
  const entries = Object.entries(outline);
  return entries.flatMap(([file, name], index) => {
    const [other = file] = entries[(index + 3) % entries.length] ?? [];
    return [
      read(file),
      grep(`\\b${name}\\b`, file, other),
      bash(`git log --oneline -2 -- ${file}`, `Recent changes of ${file.split('/').at(-1)}`, {
        seconds: 1,
        out: `${hashOf(file)} Tidy up after the last release\n${hashOf(other)} First version`,
      }),
    ];
  });
}

/** Seven digits that belong to a text. */
function hashOf(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 268_435_399;
  return hash.toString(16).padStart(7, '0');
}
