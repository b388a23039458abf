import * as path from 'node:path';
import { installProgram } from '../realClient/npmProgram';

/** The version of Codex of every test. */
export const codexVersion = '0.171.0';

const targets: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

const platform = `${process.platform}-${process.arch}`;

/** Name of this platform in the client's packages. */
export const codexTarget = targets[platform] ?? platform;

const binary = process.platform === 'win32' ? 'codex.exe' : 'codex';
const folder = path.join(`@openai/codex-${platform}`, 'vendor', codexTarget);

/**
 * Path of the client's executable, installed once into the work tree's cache: a download of 172 MB
 * that takes 424 MB there. The native binary is run without the script around it, so that a test
 * knows its process.
 */
export function installCodex(): Promise<string> {
  const executables = [path.join(folder, 'bin', binary)];
  return installProgram(
    { packageName: '@openai/codex', cache: 'codex', executables },
    codexVersion,
  );
}

/** Folder with all files of the installed package. */
export async function codexPackageFolder(): Promise<string> {
  return path.dirname(path.dirname(await installCodex()));
}
