import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { z } from 'zod';

const lineSchema = z.looseObject({
  type: z.string(),
  ordinal: z.number(),
  payload: z.looseObject({ type: z.string().optional() }),
});

export type RolloutLine = z.infer<typeof lineSchema>;

/** The files in which a home's sessions are written, oldest first. */
export async function rolloutFiles(codexHome: string): Promise<readonly string[]> {
  const folder = path.join(codexHome, 'sessions');
  const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => path.join(folder, name));
}

/** All whole lines of a session's file. */
export async function rolloutLines(file: string): Promise<readonly RolloutLine[]> {
  const lines = (await fs.readFile(file, 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => lineSchema.parse(JSON.parse(line)));
}

/** Short names of the lines, such as `event_msg/task_started`. */
export function lineNames(lines: readonly RolloutLine[]): readonly string[] {
  return lines.map(({ type, payload }) => `${type}/${payload.type ?? ''}`);
}

const startSchema = z.looseObject({
  timestamp: z.string(),
  payload: z.looseObject({ id: z.string() }),
});

/** The sessions of a home, each from its first line on, oldest first. */
export function startedSessions(
  codexHome: string,
): readonly { readonly at: number; readonly sessionId: string }[] {
  const folder = path.join(codexHome, 'sessions');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => {
      const [first = ''] = readFileSync(path.join(folder, name), 'utf8').split('\n', 1);
      const { timestamp, payload } = startSchema.parse(JSON.parse(first));
      return { at: Date.parse(timestamp), sessionId: payload.id };
    });
}
