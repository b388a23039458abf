import * as path from 'node:path';
import { clientFolderName } from '../../../../shared/agents/claude/places';

/** Files and folders of a config home. */
export interface HomePlaces {
  /** Folders of transcripts, one for each working folder. */
  readonly transcripts: string;
  /** Files of the running processes. */
  readonly registry: string;
  readonly jobs: string;
  readonly teams: string;
  readonly plans: string;
  /** Copies of files from before sessions changed them, in a folder for each session. */
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

/** Settings of the person alone for one project: where the client itself puts their rules. */
export function personalSettingsIn(project: string): string {
  return path.join(project, clientFolderName, 'settings.local.json');
}

/** All settings of one project, the strongest last. */
export function settingsIn(project: string): readonly string[] {
  return [path.join(project, clientFolderName, 'settings.json'), personalSettingsIn(project)];
}
