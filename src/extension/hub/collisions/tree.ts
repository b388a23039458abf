import type { Member } from './member';
import type { OpenSweep } from './takings';
import { TouchIndex } from './touchIndex';

/** A work tree with the living sessions in it. */
export class Tree {
  readonly members = new Set<Member>();
  readonly index = new TouchIndex();
  /** The last moment that a commit of the tree may cover, in ms since 1970. */
  committedAt = 0;
  /** Commands that lately overwrote uncommitted work in this tree, such as checkout or stash, the newest last. */
  sweeps: readonly OpenSweep[] = [];

  constructor(
    /** Real path of its top folder. */
    readonly top: string,
    /** Git's folder of it. */
    readonly folder: string,
  ) {}
}
