import * as path from 'node:path';
import { installProgram } from '../realClient/npmProgram';

/** The client version of every scenario that names no other. */
export const pinnedVersion = '2.1.329';

/** The newest version that was measured; the truth bench plays it in addition to the pinned one. */
export const newestVersion = '2.1.332';

export const clientPackage = '@anthropic-ai/claude-code';

const binary = process.platform === 'win32' ? 'claude.exe' : 'claude';
const platformPackage = `${clientPackage}-${process.platform}-${process.arch}`;

/** Newer versions ship a native binary in a package per platform, older ones a script. */
const executables = [
  path.join(platformPackage, binary),
  path.join(`${platformPackage}-musl`, binary),
  path.join(clientPackage, 'cli.js'),
];

/** Path of the client's executable, installed once per version into the work tree's cache. */
export function installClient(version = pinnedVersion): Promise<string> {
  return installProgram({ packageName: clientPackage, cache: 'claude-code', executables }, version);
}
