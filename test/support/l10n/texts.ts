import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../editor/paths';
import { sourceTexts, type EarlyCall, type LooseText, type UsedText } from './sourceTexts';

/** A text with the file that contains it. */
export type Found<T> = T & { readonly file: string };

export interface ProjectTexts {
  readonly used: readonly Found<UsedText>[];
  readonly early: readonly Found<EarlyCall>[];
  readonly loose: readonly Found<LooseText>[];
}

/**
 * The hub's texts are English: user-visible ones are marked with `message`, and its log is not
 * translated.
 */
const hub = /^src\/extension\/hub\//;

/** Every user-visible text of the sources, and every one that looks like it. */
export function projectTexts(): ProjectTexts {
  const files = readdirSync(path.join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .sort();
  const found = files.map((file) => {
    const source = readFileSync(path.join(projectRoot, file), 'utf8');
    const { used, early, loose } = sourceTexts(file, source);
    return {
      used: used.map((one) => ({ ...one, file })),
      early: early.map((one) => ({ ...one, file })),
      loose: hub.test(file) ? [] : loose.map((one) => ({ ...one, file })),
    };
  });
  return {
    used: found.flatMap(({ used }) => used),
    early: found.flatMap(({ early }) => early),
    loose: found.flatMap(({ loose }) => loose),
  };
}
