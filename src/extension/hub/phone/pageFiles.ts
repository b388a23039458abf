import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Headers by which the page loads only its own files, cannot be framed, and sends no referrer. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The page uses this policy, its only one, to create the address of its service worker.
    'trusted-types phone',
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** Error for a missing page folder, which means that the extension is incomplete. */
export class NoPageError extends Error {}

/**
 * The files of the page for phones, as read when the listener was opened. No other files are
 * served.
 */
export class PageFiles {
  private constructor(private readonly files: ReadonlyMap<string, PageFile>) {}

  /** Reads the files. Rejects with `NoPageError` if the folder has no page. */
  static async readFrom(folder: string): Promise<PageFiles> {
    const all = await readdir(folder).catch(() => []);
    const names = all.filter((name) => contentTypes[path.extname(name)] !== undefined);
    if (!names.includes('index.html')) throw new NoPageError(`There is no page in ${folder}`);
    const files = await Promise.all(
      names.map(async (name) => [name, await readPageFile(path.join(folder, name))] as const),
    );
    return new PageFiles(new Map(files));
  }

  /** Serves a file; returns false if there is no file with that name. */
  serve(name: string, request: IncomingMessage, response: ServerResponse): boolean {
    const file = this.files.get(name === '' ? 'index.html' : name);
    if (file === undefined) return false;
    // Browsers must revalidate each file, so that the page matches the version of its hub.
    const headers = { ...pageHeaders, 'cache-control': 'no-cache', etag: file.etag };
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304, headers).end();
      return true;
    }
    const acceptsGzip = /\bgzip\b/u.test(request.headers['accept-encoding'] ?? '');
    const body = acceptsGzip ? file.gzipped : file.bytes;
    response.writeHead(200, {
      ...headers,
      'content-type': file.type,
      'content-length': body.length,
      vary: 'accept-encoding',
      ...(acceptsGzip && { 'content-encoding': 'gzip' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  }
}

const gzipAsync = promisify(gzip);

async function readPageFile(file: string): Promise<PageFile> {
  const bytes = await readFile(file);
  return {
    type: contentTypes[path.extname(file)] ?? '',
    bytes,
    gzipped: await gzipAsync(bytes, { level: 9 }),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  };
}
