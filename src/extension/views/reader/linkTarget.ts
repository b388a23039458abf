import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Target of a link in a transcript. An agent wrote the link, so it is parsed strictly and nothing
 * missing is guessed.
 */
export type LinkTarget =
  | { readonly kind: 'web'; readonly address: string }
  /** `line` counts from 1. */
  | { readonly kind: 'file'; readonly file: string; readonly line: number | undefined };

const scheme = /^[a-z][a-z0-9+.-]+:/i;
/**
 * Start of a network path. It is never opened, because that would send the user's name to another
 * machine.
 */
const otherMachine = /^(?:\\\\|\/\/|\\\/|\/\\)/;

/** Parses a link. Undefined for links that must not be opened: other schemes and network paths. */
export function linkTarget(href: string, projectPath: string): LinkTarget | undefined {
  const isDrive = /^[a-z]:[\\/]/i.test(href);
  if (scheme.test(href) && !isDrive) {
    const url = URL.parse(href);
    if (url === null) return undefined;
    if (url.protocol === 'http:' || url.protocol === 'https:') {
      return url.username === '' && url.password === ''
        ? { kind: 'web', address: url.href }
        : undefined;
    }
    if (url.protocol !== 'file:' || (url.host !== '' && url.host !== 'localhost')) return undefined;
    return fileTarget(pathOf(url) + url.hash, '');
  }
  if (href.startsWith('#') || href.startsWith('?')) return undefined;
  return fileTarget(decodeText(href), projectPath);
}

function fileTarget(named: string, folder: string): LinkTarget | undefined {
  const [, name = '', byHash, byColon] =
    /^(.*?)(?:#L?(\d+)(?:-L?\d+)?|:(\d+)(?::\d+)?)?$/s.exec(named) ?? [];
  const isPlain = name !== '' && !name.includes('\0') && !otherMachine.test(name);
  if (!isPlain || (folder === '' && !path.isAbsolute(name))) return undefined;
  const line = Number(byHash ?? byColon ?? 0);
  return { kind: 'file', file: path.resolve(folder, name), line: line > 0 ? line : undefined };
}

function pathOf(url: URL): string {
  try {
    return fileURLToPath(new URL(url.pathname, 'file://'));
  } catch {
    return '';
  }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
