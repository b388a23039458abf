import type { Picture } from '../agents/transcripts/entry';

/** Largest picture, in characters of base64. */
const maxLength = 12_000_000;

/** How a picture of each type begins, in base64. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  'image/gif': /^R0lGOD[dl]h/,
  'image/webp': /^UklGR/,
};

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A `data:` address of a picture that is what it says; undefined for any other thing. */
export function pictureSource({ mediaType, data }: Picture): string | undefined {
  const beginning = Object.hasOwn(beginnings, mediaType) ? beginnings[mediaType] : undefined;
  if (beginning === undefined || data.length > maxLength) return undefined;
  return beginning.test(data) && base64.test(data) ? `data:${mediaType};base64,${data}` : undefined;
}
