import * as path from 'node:path';
import { Projects } from '../../../../src/extension/hub/projects';
import { Spending } from '../../../../src/extension/hub/reading/usage/spending';
import { until } from '../../until';
import { threadScripts } from './threadScripts';
import { TranscriptFile } from '../transcriptFile';
import { claudeHomes } from '../../agents/claudeHomes';

/**
 * Follows a running session on a system with few file watches or none; prints prompts and warnings.
 */
async function main(): Promise<void> {
  const [home = ''] = process.argv.slice(2);
  const prompts: (string | undefined)[] = [];
  const warnings: string[] = [];
  const projects = new Projects({
    homes: claudeHomes(path.join(home, 'projects')),
    configHome: home,
    cacheFolder: path.join(home, 'cache'),
    script: path.join(threadScripts(), 'reading.js'),
    emit: (event) => event.type === 'transcriptRead' && prompts.push(event.facts.lastPrompt),
    forget: () => undefined,
    pinned: () => new Set(),
    isKnown: () => true,
    isLive: () => true,
    spending: new Spending(),
    onSpending: () => undefined,
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: (text) => void warnings.push(text),
      error: (text) => void warnings.push(text),
    },
  });
  await projects.start(new Set(['session-1']));
  await projects.complete;
  const transcript = TranscriptFile.of(home, 'session-1');
  await transcript.write(transcript.prompt('Seen without a watch'));
  await until(
    () => prompts.at(-1),
    (last) => {
      if (last !== 'Seen without a watch') throw new Error(`the last prompt is ${last}`);
    },
    8_000,
  );
  await projects.close();
  process.stdout.write(JSON.stringify({ prompts, warnings }));
}

void main();
