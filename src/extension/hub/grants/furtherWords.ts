import * as path from 'node:path';
import { isHarmlessProgram } from '../../../shared/request/commandRisk';
import { isDelicatePath } from '../../../shared/request/pathRisk';
import type { PlainStep } from '../../../shared/request/plainCommand';
import { canRedirect } from '../../../shared/request/redirection';
import { currentPath, type IdentifiedFolder } from './place';

/** Maximum number of possible paths in a step; a step with more is not allowed by a grant. */
const maxPieces = 100;
/** Maximum number of letters of a short option after which an attached path may begin. */
const maxLetters = 12;
/** Longest name of a file on common file systems, in bytes. */
const maxNameBytes = 255;

/**
 * True if the words after the first `count` ones, which a rule names, are harmless: none is an
 * option that makes the program run something else, and none is a path outside the folder or of a
 * file with secrets.
 */
export async function areWordsInside(
  { words }: PlainStep,
  count: number,
  { real }: IdentifiedFolder,
): Promise<boolean> {
  const further = words.slice(count).map(({ text }) => text);
  if (!isHarmlessProgram(words[0]?.text ?? '') && further.some(canRedirect)) return false;
  const pieces = further.flatMap(possiblePaths);
  if (pieces.length > maxPieces) return false;
  for (const piece of pieces) {
    if (!(await isInside(piece, real))) return false;
  }
  return true;
}

/**
 * True if every path in the step's words that appears to be in the folder really is; false if one
 * of them leads out of it through a link.
 */
export async function areLinksInside(
  { words }: PlainStep,
  { real }: IdentifiedFolder,
): Promise<boolean> {
  const pieces = words.slice(1).flatMap(({ text }) => possiblePaths(text));
  if (pieces.length > maxPieces) return false;
  for (const piece of pieces) {
    const resolved = path.resolve(real, piece);
    const isResolvedInside =
      isWithin(resolved, real) && !piece.startsWith('~') && !isDelicatePath(resolved);
    if (isResolvedInside && !(await isInside(piece, real))) return false;
  }
  return true;
}

/**
 * The parts of a word that can be paths, such as both parts of `--file=a:b` and the `a` of `@a`.
 */
function possiblePaths(word: string): readonly string[] {
  return word.split(/[=:,]/).flatMap((piece) => {
    if (!piece.startsWith('-')) return piece.replace(/^@/, '') || [];
    if (piece.startsWith('--')) return piece.slice(2) || [];
    // Short options can be combined, so the value may follow any of the letters: `-nf/a` is `-n -f
    // /a`.
    const letters = /^-\w*/.exec(piece)?.[0].length ?? 1;
    const ends = Math.min(letters, maxLetters);
    return Array.from({ length: ends }, (_, at) => piece.slice(at + 1)).filter((end) => end !== '');
  });
}

async function isInside(piece: string, folder: string): Promise<boolean> {
  // Some programs read the home folder from `~` themselves.
  if (piece.startsWith('~')) return false;
  const resolved = path.resolve(folder, piece);
  if (!isWithin(resolved, folder) || isDelicatePath(resolved)) return false;
  // A file can't have a longer name, so the piece is no path.
  if (resolved.split(path.sep).some((name) => Buffer.byteLength(name) > maxNameBytes)) return true;
  const real = await currentPath(resolved);
  return real !== undefined && isWithin(real, folder) && !isDelicatePath(real);
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
