import * as path from 'node:path';
import { projectRoot } from '../editor/paths';

/** Folder of Codex as a real client left it in a scenario. */
export function codexRecording(scenario: string): string {
  return path.join(projectRoot, 'test', 'fixtures', 'recordings-codex', scenario);
}
