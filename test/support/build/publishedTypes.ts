import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { buildScript } from './buildScript';
import { projectRoot } from '../editor/paths';

/** The strictest compiler settings that another extension may use. */
const compilerOptions = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: false,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

/** Compiles files together with the published types and the editor's own types. */
export async function compileBesideTypes(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly passes: boolean; readonly output: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mc-types-'));
  try {
    (await buildScript()).copyTypes(folder);
    const all = {
      ...files,
      'package.json': '{}',
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...compilerOptions,
          typeRoots: [path.join(projectRoot, 'node_modules/@types')],
          paths: { vscode: [path.join(projectRoot, 'node_modules/@types/vscode/index.d.ts')] },
        },
        include: ['*.ts'],
      }),
    };
    for (const [name, text] of Object.entries(all)) {
      fs.writeFileSync(path.join(folder, name), text);
    }
    const compiler = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], {
      encoding: 'utf8',
    });
    return { passes: status === 0, output: stdout };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
