import type { Scene } from './script';

/** A scratch project: a few real files, and what one does there all day. */
export interface Project {
  readonly name: string;
  /** Contents by path inside the project. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * Set where it is a real repository, in which the sessions' tools do what they tell: the files that
   * are changed and not committed when the day begins.
   */
  readonly uncommitted?: Readonly<Record<string, string>>;
  /** Small pieces of believable work; each is done once, then again from the first. */
  readonly routine: readonly Scene[];
  /** Pieces that only read. */
  readonly looking: readonly Scene[];
}
