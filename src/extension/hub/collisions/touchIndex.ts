/** The last change of one file by one session. */
export interface Held {
  readonly sessionId: string;
  /** Real path. */
  readonly path: string;
  /** In ms since 1970. */
  at: number;
  /** As `Touch` has it. */
  since: number | undefined;
  agentId: string | undefined;
}

/** A session that can tell its last change of a file by the file's real path. */
export interface Holder {
  readonly sessionId: string;
  heldAt(path: string): Held | undefined;
}

/**
 * Finds by its real path who else changed a file of one work tree, so that nobody compares all
 * sessions with each other. Most files are of one session alone: of these it keeps only which.
 */
export class TouchIndex {
  private readonly sole = new Map<string, Holder>();
  private readonly shared = new Map<string, Held[]>();

  /** The session changed the file, for the first time or again. */
  put(path: string, holder: Holder): void {
    const sole = this.sole.get(path);
    const all = this.shared.get(path);
    if (all !== undefined) join(all, path, holder);
    else if (sole === undefined) this.sole.set(path, holder);
    else if (sole !== holder) {
      const both: Held[] = [];
      for (const one of [sole, holder]) join(both, path, one);
      this.sole.delete(path);
      this.shared.set(path, both);
    }
  }

  remove(path: string, holder: Holder): void {
    if (this.sole.get(path) === holder) this.sole.delete(path);
    const rest = this.shared.get(path)?.filter((one) => !isBy(one, holder));
    if (rest === undefined) return;
    if (rest.length === 0) this.shared.delete(path);
    else this.shared.set(path, rest);
  }

  has(path: string, holder: Holder): boolean {
    return this.sole.get(path) === holder || this.sharedAt(path).some((one) => isBy(one, holder));
  }

  /** True where another session changed the file. */
  hasOther(path: string, holder: Holder): boolean {
    const sole = this.sole.get(path) ?? holder;
    return sole !== holder || this.sharedAt(path).some((one) => !isBy(one, holder));
  }

  /** All that changed the file at a real path. */
  of(path: string): readonly Held[] {
    const shared = this.shared.get(path);
    return shared ?? [this.sole.get(path)?.heldAt(path)].flatMap((one) => one ?? []);
  }

  /** The files that a session and others changed. */
  *sharedBy(holder: Holder): Iterable<readonly [own: Held, others: readonly Held[]]> {
    for (const all of this.shared.values()) {
      const own = all.find((one) => isBy(one, holder));
      if (own !== undefined) yield [own, all.filter((one) => one !== own)];
    }
  }

  private sharedAt(path: string): readonly Held[] {
    return this.shared.get(path) ?? [];
  }
}

/** Adds the holder's change of a file. A change that is known stays the same object, as proofs are kept by it. */
function join(all: Held[], path: string, holder: Holder): void {
  const held = holder.heldAt(path);
  if (held === undefined) return;
  const known = all.find((one) => isBy(one, holder));
  if (known === undefined) all.push(held);
  else Object.assign(known, held);
}

function isBy({ sessionId }: Held, holder: Holder): boolean {
  return sessionId === holder.sessionId;
}
