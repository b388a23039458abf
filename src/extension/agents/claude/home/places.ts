import * as path from 'node:path';
import { clientFolderName } from '../../../../shared/agents/claude/places';

/** Files and folders of a config home. */
export interface HomePlaces {
  /** Folders of transcripts, one per working folder. */
  readonly transcripts: string;
  /** Registry files of the running processes. */
  readonly registry: string;
  readonly jobs: string;
  readonly teams: string;
  readonly plans: string;
  /** Copies of files from before sessions changed them, in one folder per session. */
  readonly backups: string;
  readonly settings: string;
}

export function placesIn(configHome: string): HomePlaces {
  const place = (name: string): string => path.join(configHome, name);
  return {
    transcripts: place('projects'),
    registry: place('sessions'),
    jobs: place('jobs'),
    teams: place('teams'),
    plans: place('plans'),
    backups: place('file-history'),
    settings: place('settings.json'),
  };
}

/** The person's own settings for one project, in the file to which the client itself writes their rules. */
export function personalSettingsIn(project: string): string {
  return path.join(project, clientFolderName, 'settings.local.json');
}

/** All settings files of one project, in ascending precedence. */
export function settingsIn(project: string): readonly string[] {
  return [path.join(project, clientFolderName, 'settings.json'), personalSettingsIn(project)];
}
