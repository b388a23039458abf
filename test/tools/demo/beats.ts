import * as z from 'zod';
import type { Scene } from './script';
import * as background from './words/background';
import * as dialogs from './words/dialogs';
import * as git from './words/git';
import * as life from './words/life';
import { explore, doRoutineWork } from './words/routine';
import { schedule } from './words/schedule';
import * as tools from './words/tools';
import * as turn from './words/turn';
import { pause } from './words/woken';

const unitMs = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** `85s`, `14m` or `0.6h`, in milliseconds. */
export const duration = z
  .templateLiteral([z.number(), z.enum(['s', 'm', 'h'])])
  .transform((text) => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs]);
const inSeconds = duration.transform((milliseconds) => milliseconds / 1000);
const text = z.string();
const count = z.int().positive();
const fieldsSchema = z.record(text, z.unknown());
export const scene: z.ZodType<Scene> = z.lazy(() =>
  z.union([z.array(scene), z.union([z.string(), fieldsSchema]).transform(beatOf)]),
);

const models = {
  /** An older model that still has task list tools, which the newest one is not offered. */
  olderOpus: 'claude-opus-4-7',
  haiku: 'claude-haiku-5-5',
} as const;
export const model = z.enum(['olderOpus', 'haiku']).transform((name) => models[name]);

type Fields<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
type Beat = (fields: unknown, subject: string) => Scene;

/** `main` is the value of the beat's key; `subject` is the text after its name in the key. */
function beat<Shape extends z.ZodRawShape>(
  shape: Shape,
  play: (fields: Fields<Shape>, subject: string) => Scene,
): Beat {
  const schema = z.strictObject(shape);
  return (fields, subject) => play(schema.parse(fields), subject);
}

const alone = (play: Scene): Beat => beat({ main: z.null() }, () => play);

const only = <Main>(main: z.ZodType<Main>, play: (main: Main, subject: string) => Scene): Beat =>
  beat({ main }, (fields, subject) => play(fields.main, subject));

/**
 * Seconds until the answer to a dialog, unless its person is busy, and the scene that plays
 * meanwhile.
 */
const wait = { answeredAfter: inSeconds, meanwhile: z.exactOptional(scene) };

const permission = {
  ...wait,
  answeredAfter: z.exactOptional(inSeconds),
  verdict: z.exactOptional(z.literal('denied')),
  told: z.exactOptional(text),
  grant: z.exactOptional(text),
};

/** A tool call; the client asks for permission if the time of the answer is given. */
function call<Shape extends z.ZodRawShape>(
  shape: Shape,
  make: (fields: Fields<Shape>, subject: string) => tools.AnyCall,
): Beat {
  return beat({ ...shape, ...permission }, (fields, subject) => {
    const made = make(fields as Fields<Shape>, subject);
    const { answeredAfter: after, told, ...rest } = fields as Fields<typeof permission>;
    if (after === undefined) return made;
    const verdict = told !== undefined && { verdict: { told } };
    return dialogs.permission(made, { ...rest, after, ...verdict });
  });
}

const run = {
  for: text,
  takes: inSeconds.default(2),
  out: z.exactOptional(text),
  fails: z.exactOptional(count),
  gitOperation: z.exactOptional(z.record(text, z.unknown())),
};

const errand = z.strictObject({
  type: text,
  description: text,
  prompt: text,
  model: z.exactOptional(model),
  does: scene,
  reports: text,
});

const question = z.strictObject({
  question: text,
  header: text,
  options: z.record(text, text),
  multiSelect: z.exactOptional(z.boolean()),
  answer: text,
});

/** The lines of a diff with this sign, without the sign. */
const side = (diff: string, sign: '-' | '+'): string =>
  diff
    .split('\n')
    .flatMap((line) => (line.startsWith(sign) ? line.slice(1) : []))
    .join('\n');

const beats: Readonly<Record<string, Beat>> = {
  start: alone(life.start),
  exit: alone(life.exit),
  killed: alone(life.killed),
  curtain: only(duration, life.curtain),
  compact: only(text, life.compact),
  pause: only(duration, pause),
  work: only(count, doRoutineWork),
  look: only(count, explore),
  mode: only(text, dialogs.mode),

  prompt: only(text, turn.prompt),
  think: only(text, (words, subject) => turn.think(inSeconds.parse(subject), words)),
  say: only(text, turn.say),
  stop: only(text, turn.stop),
  escape: only(inSeconds, turn.escape),
  apiError: only(inSeconds, (retrying, subject) =>
    turn.apiError(z.enum(['overloaded', 'rateLimit']).parse(subject), retrying),
  ),

  tasks: only(z.array(text), (subjects) => life.tasks(...subjects)),
  task: only(scene.nullable(), (does, number) => life.task(Number(number), does ?? [])),

  schedule: beat({ main: text, cron: text }, ({ main, cron }) => schedule(cron, main)),

  bash: call({ main: text, ...run }, ({ main, takes: seconds, ...rest }) =>
    tools.bash(main, rest.for, { seconds, ...rest }),
  ),
  read: call({ main: text }, ({ main }) => tools.read(main)),
  grep: call({ main: text, in: z.array(text) }, ({ main, in: files }) =>
    tools.grep(main, ...files),
  ),
  edit: call({ main: text }, ({ main }, file) =>
    tools.edit(file, side(main, '-'), side(main, '+')),
  ),
  write: call({ main: text }, ({ main }, file) => tools.write(file, main)),
  remove: call({ main: text, for: text }, ({ main, for: why }) => tools.remove(main, why)),
  git: call({ main: z.array(text), ...run }, ({ main, takes: seconds, ...rest }) =>
    tools.git(main, rest.for, { seconds, ...rest }),
  ),
  commit: call({ main: text, changed: text }, ({ main, changed }) => git.commit(main, changed)),
  push: alone(git.push),
  openPull: only(text, (title, number) => git.openPull(Number(number), title)),
  mergePull: only(text, (title, number) => git.mergePull(Number(number), title)),
  vitest: only(
    z.strictObject({
      passed: count,
      failed: z.exactOptional(count),
      because: z.exactOptional(text),
      script: z.exactOptional(text),
    }),
    git.vitest,
  ),
  together: only(z.array(scene), (calls) => tools.run(...(calls as tools.AnyCall[]))),

  background: beat({ main: text, for: text }, ({ main, for: why }) =>
    background.background(main, why),
  ),
  finish: only(inSeconds, background.finishShell),
  notified: alone(background.notified),
  launch: only(z.array(errand), (errands) => background.launch(...errands)),
  delegate: only(errand, background.delegate),

  ask: beat({ main: z.array(question), ...wait }, ({ main, answeredAfter: after, ...rest }) =>
    dialogs.ask({ after, ...rest }, ...main),
  ),
  plan: beat({ main: text, told: z.exactOptional(text), ...wait }, (fields, slug) => {
    const { main, answeredAfter: after, ...rest } = fields;
    return dialogs.plan(slug, main, { after, ...rest });
  }),
};

/** Converts a beat that is written as a name or as an object. */
function beatOf(content: string | z.output<typeof fieldsSchema>): Scene {
  const fields = typeof content === 'string' ? { [content]: null } : content;
  const [[head, main] = ['', null], ...more] = Object.entries(fields);
  const [, name = '', subject = ''] = /^(\w+) ?(.*)$/.exec(head) ?? [];
  try {
    const play = beats[name];
    if (play === undefined) throw new Error('there is no such beat');
    return play({ main, ...Object.fromEntries(more) }, subject);
  } catch (error) {
    throw new Error(`“${head}”: ${String(error)}`, { cause: error });
  }
}
