import * as fs from 'node:fs';
import * as path from 'node:path';

/** User id of `nobody`. */
const nobody = 65_534;

/** Runs a job as a user who owns only the folder, since root may read everything. */
export async function asOrdinaryUser(folder: string, job: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0 || process.seteuid === undefined) return job();
  const entries = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const entry of ['', ...entries]) fs.lchownSync(path.join(folder, entry), nobody, nobody);
  process.seteuid(nobody);
  try {
    await job();
  } finally {
    process.seteuid(0);
  }
}
