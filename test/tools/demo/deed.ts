import * as fs from 'node:fs';
import * as path from 'node:path';
import { git } from './stage/repository';

/** What a tool does to the files of a repository. Paths are absolute. */
export type Deed =
  | {
      readonly kind: 'replace';
      readonly file: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'remove'; readonly file: string }
  | { readonly kind: 'git'; readonly folder: string; readonly args: readonly string[] };

/** Does it to real files, dated in the past where `pastMs` is given; what no longer fits is left as it is. */
export function carryOut(deed: Deed, pastMs?: number): void {
  switch (deed.kind) {
    case 'replace': {
      const { file, before, after } = deed;
      const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
      if (text.includes(before))
        writeAt(
          file,
          text.replace(before, () => after),
          pastMs,
        );
      return;
    }
    case 'write':
      writeAt(deed.file, deed.text, pastMs);
      return;
    case 'remove':
      fs.rmSync(deed.file, { force: true });
      return;
    case 'git':
      // Without git the demo's folders are no repositories, but a folder around them may be one.
      if (fs.existsSync(path.join(deed.folder, '.git'))) git(deed.folder, deed.args, pastMs);
  }
}

function writeAt(file: string, text: string, pastMs: number | undefined): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  if (pastMs !== undefined) fs.utimesSync(file, pastMs / 1000, pastMs / 1000);
}
