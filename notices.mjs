import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

const preface = `Mission Control for Claude Code holds code of the packages below, each under the licence beneath it.
`;

/**
 * The licences of all packages that bundles are made of, by the paths that esbuild's metafile names.
 * Throws where a package comes without one.
 */
export function thirdPartyNotices(inputs, root) {
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const notices = [...folders]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => noticeOf(path.join(root, folder)));
  return [preface, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

/** `node_modules/@a/b/c.js` belongs to `node_modules/@a/b`. */
function packageFolder(input) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((one) =>
    /^licen[cs]e(?:-\w+)?(?:\.(?:md|txt))?$/i.test(one),
  );
  if (file === undefined) throw new Error(`The package ${name} comes without a licence.`);
  const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
