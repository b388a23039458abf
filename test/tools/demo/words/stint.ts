import type { Scene } from '../script';
import { permission } from './dialogs';
import { work } from './routine';
import { bash } from './tools';

/** A command that takes its time, and that a person lets run when they come by. */
export interface Stint {
  readonly command: string;
  readonly description: string;
  readonly waitedMinutes: number;
  readonly ranMinutes: number;
  readonly out?: string;
}

export const stint = ({ command, description, waitedMinutes, ranMinutes, out }: Stint): Scene => {
  const run = { seconds: ranMinutes * 60, ...(out !== undefined && { out }) };
  return permission(bash(command, description, run), { after: waitedMinutes * 60 });
};

/** So many pieces of work, with the stints between them. */
export const workAround = (pieces: number, stints: readonly Stint[]): Scene => {
  const share = Math.ceil(pieces / (stints.length + 1));
  const last = pieces - share * stints.length;
  return [...stints.flatMap((one) => [work(share), stint(one)]), work(Math.max(1, last))];
};
