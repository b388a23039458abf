import { existsSync } from 'node:fs';
import * as path from 'node:path';
import type { EditorFixture } from '../../support/editor/fixture';
import { TranscriptFile } from '../../support/hub/transcriptFile';

/** The session that `oneSession` creates; its title is "Build the checkout page". */
export const sessionId = '5e551011-0000-4000-8000-0000000000bc';

/** The config home of the editor's extension hosts. */
export function configHome({ editor }: EditorFixture): string {
  return path.join(editor.root, 'home', '.claude');
}

/** Creates the session, unless an earlier suite has. */
export async function oneSession(started: EditorFixture): Promise<void> {
  const transcript = TranscriptFile.of(configHome(started), sessionId);
  if (existsSync(transcript.file)) return;
  await transcript.write(transcript.prompt('Build the checkout page'));
}
