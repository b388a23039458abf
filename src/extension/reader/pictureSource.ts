import type { Picture } from '../agents/transcripts/entry';

/** Size limit of a picture, in base64 characters. */
const maxLength = 12_000_000;

/** Start of the base64 data of each picture type (its magic bytes). */
const prefixes: Readonly<Record<string, RegExp>> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  'image/gif': /^R0lGOD[dl]h/,
  'image/webp': /^UklGR/,
};

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A `data:` URL for a picture whose data matches its type; undefined for anything else. */
export function pictureSource({ mediaType, data }: Picture): string | undefined {
  const prefix = Object.hasOwn(prefixes, mediaType) ? prefixes[mediaType] : undefined;
  if (prefix === undefined || data.length > maxLength) return undefined;
  return prefix.test(data) && base64.test(data) ? `data:${mediaType};base64,${data}` : undefined;
}
