import * as fs from 'node:fs';
import * as path from 'node:path';
import { load } from 'js-yaml';
import * as z from 'zod';
import { followUpFacts } from '../../../src/shared/text/followUps';
import { duration, model, scene } from './beats';
import type { Part } from './play';
import type { Scene } from './script';
import type { Project } from './session';
import { bash, grep, read } from './words/tools';

/** One folder per project, with its files, routine work, and the stories of its sessions. */
const folder = path.join(__dirname, '../../fixtures/demo');

const yaml = (...names: readonly string[]): unknown =>
  load(fs.readFileSync(path.join(folder, ...names), 'utf8'));

/** Value of the setting `missionControl.rules`: the rules that the demo's user has added. */
export const rules: unknown = JSON.parse(fs.readFileSync(path.join(folder, 'rules.json'), 'utf8'));

const projectSchema = z.strictObject({
  isRepository: z.boolean().default(false),
  outline: z.record(z.string(), z.string()).default({}),
  routine: z.array(scene),
  looking: z.array(scene).default([]),
});

const roleShape = {
  branch: z.string(),
  model: z.exactOptional(model),
};

const storySchema = z
  .strictObject({
    ...roleShape,
    id: z.string(),
    name: z.exactOptional(z.string()),
    title: z.exactOptional(z.string()),
    worktree: z.exactOptional(z.string()),
    permissionMode: z.exactOptional(z.string()),
    resultTokens: z.tuple([z.int(), z.int()]).readonly(),
    opening: scene,
    followUps: z.exactOptional(
      z.array(z.strictObject({ of: z.string(), when: z.enum(followUpFacts), prompt: z.string() })),
    ),
    scenes: z.exactOptional(z.array(scene)),
  })
  .transform(({ title, ...part }) => ({ ...part, ...(title !== undefined && { aiTitle: title }) }));

const closedSchema = z.strictObject({
  ...roleShape,
  project: z.string(),
  title: z.string(),
  asked: z.string(),
  answered: z.string(),
  endedAgo: duration,
  /** Number of pieces of work. */
  size: z.int(),
  /** Scene that delivers its results at the end. */
  delivers: z.exactOptional(scene),
  /** Long-running commands between the pieces, which a person allows with a delay. */
  stints: z.array(scene).default([]),
});

export type ClosedStory = z.output<typeof closedSchema>;

const projects = new Map<string, Project>();

/** Reads a project once; later calls return the same object. */
export function projectOf(name: string): Project {
  const project = projects.get(name) ?? readProject(name);
  projects.set(name, project);
  return project;
}

function readProject(name: string): Project {
  const { outline, isRepository, ...rest } = projectSchema.parse(yaml(name, 'project.yaml'));
  return {
    name,
    files: { ...outlined(outline), ...filesIn(name, 'files') },
    ...(isRepository && { uncommitted: filesIn(name, 'uncommitted') }),
    routine: rest.routine,
    looking: [...looking(outline), ...rest.looking],
  };
}

export function storiesOf(projectName: string): readonly Part[] {
  const stories = z.array(storySchema).parse(yaml(projectName, 'stories.yaml'));
  return stories.map((story) => ({ ...story, project: projectOf(projectName) }));
}

export const closedStories = (): readonly ClosedStory[] =>
  z.array(closedSchema).parse(yaml('closed.yaml'));

/** Contents of a folder's files by relative path; empty if the folder is missing. */
function filesIn(...names: readonly string[]): Readonly<Record<string, string>> {
  const root = path.join(folder, ...names);
  if (!fs.existsSync(root)) return {};
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(root, file).replaceAll(path.sep, '/');
        return [name, fs.readFileSync(file, 'utf8')];
      }),
  );
}

/** The main name in each file of generated content, by path. */
type Outline = Readonly<Record<string, string>>;

/** A few believable lines for each file. */
function outlined(outline: Outline): Readonly<Record<string, string>> {
  const templates = filesIn('outline');
  return Object.fromEntries(
    Object.entries(outline).map(([file, name]) => {
      const template = templates[`outline${path.extname(file)}`] ?? '';
      return [file, template.replaceAll('__name__', name)];
    }),
  );
}

/** Pieces that explore an outline: each file is read, searched for, and its history listed. */
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

/** A stable seven-digit hash of a text. */
function hashOf(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 268_435_399;
  return hash.toString(16).padStart(7, '0');
}
