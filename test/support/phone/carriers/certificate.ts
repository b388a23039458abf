import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for these names, valid for two days from `days` on. */
export function certificateFor(names: readonly string[], isExpired = false): Certificate {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'certificate-'));
  const [key, request, cert, extensions] = ['key', 'request', 'cert', 'extensions'].map((name) =>
    path.join(folder, `${name}.pem`),
  ) as [string, string, string, string];
  const openssl = (command: string): void => {
    execFileSync('openssl', command.split(' '), { stdio: 'pipe' });
  };
  try {
    const san = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`;
    const config = `basicConstraints=critical,CA:TRUE\n${san}\n`;
    execFileSync('tee', [extensions], { input: config, stdio: ['pipe', 'ignore', 'pipe'] });
    const curve = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
    openssl(`req ${curve} -subj /CN=test -keyout ${key} -out ${request}`);
    const days = isExpired ? -1 : 2;
    openssl(
      `x509 -req -in ${request} -signkey ${key} -days ${days} -extfile ${extensions} -out ${cert}`,
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
