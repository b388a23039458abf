import { readFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fieldsOf } from '../../shared/text/fields';
import { jsonIn } from '../../shared/text/boundedJson';
import { configHome } from '../agents/claude/home/configHome';
import { useLanguageOf } from './language';
import { exitCodes, runTool } from './run';

/** Folder of the product, which holds the folder of this bundle. */
const root = path.join(__dirname, '..');

/** Signals that end a watch; other commands end at once. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// Few files are read, one after the other, and each thread of the pool takes time to start.
process.env['UV_THREADPOOL_SIZE'] = '1';

async function main(): Promise<void> {
  const { stdout, stderr, env, argv } = process;
  const aborter = new AbortController();
  const args = argv.slice(2);
  // EPIPE: the reader of the pipe has ended, as `head` does. Only a watch or a server is still
  // running then; the exit code of any other command is already set.
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') {
      stderr.write(`${message}\n`);
      process.exit(exitCodes.output);
    }
    setImmediate(() => process.exit());
  });
  stderr.on('error', () => setImmediate(() => process.exit()));
  if (args.includes('--watch')) {
    for (const signal of endSignals) process.once(signal, () => aborter.abort());
  }
  // English for agents, whatever the language of their person.
  if (args[0] !== 'mcp') useLanguageOf(env, path.join(root, 'media', 'l10n'));
  process.exitCode = await runTool(args, {
    configHome: configHome(env),
    home: os.homedir(),
    folder: () => process.cwd(),
    env,
    release,
    stdout,
    stderr,
    signal: aborter.signal,
  });
}

function release(): string {
  const { version } = fieldsOf(jsonIn(readFileSync(path.join(root, 'package.json'), 'utf8')));
  return String(version);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 70;
});
