import { hasFinished } from '../../../shared/presentation';
import * as path from 'node:path';
import type { CardCollisions } from '../../../shared/protocol/work/collisions';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import { editedFile } from '../domain/facts/changes';
import type { SessionFacts } from '../domain/facts/session';
import { sessionSignals } from '../domain/facts/signals';
import type { Asking, Meeting } from './levels';
import { MemberFiles, type Differences, type Work } from './memberFiles';
import { clientsOf } from './quiet';
import { sweepsOf, type Sweep } from './sweeps';
import type { Held, Holder } from './touchIndex';
import type { Tree } from './tree';

/** A request to change a file before its real path is known. */
type Named = Omit<Asking, 'path' | 'sessionId' | 'startedAt'> & { readonly named: string };

/** The facts beside a session's work by which its collisions may be others. */
interface Beside {
  readonly place: RepositoryPlace | undefined;
  readonly isLiving: boolean;
  readonly repository: SessionFacts['repository'];
  readonly requestId: string | undefined;
  readonly title: string;
  readonly clients: string;
}

/** A session on the board, as far as collisions are about it. */
export class Member implements Holder {
  private beside: Beside | undefined;
  private work: Work = { transcript: undefined, subagentFiles: new Map() };
  /** The parts of its work that its collisions are made of. */
  private parts: object | undefined;
  private notedIn:
    { readonly sweeps: readonly Sweep[]; readonly tree: Tree | undefined } | undefined;
  private isOther = false;
  /** Sweeps and the last commit that the session's signals tell; undefined until they are asked for, and again once its work has changed. */
  private told: { readonly sweeps: readonly Sweep[]; readonly committedAt: number } | undefined;
  private indexed: object | undefined;
  private knownCommitAt = 0;
  clients: readonly string[] = [];
  /** The request to change a file that is open, by the name that the client gave the file. */
  request: Named | undefined;
  startedAt = 0;
  title = '';
  /** The tree that it is in, once found; it lives. */
  tree: Tree | undefined;
  /** Empty while it is alone in its tree. */
  readonly files: MemberFiles;
  asking: Asking | undefined;
  /** By the other session. */
  readonly meetings = new Map<string, readonly Meeting[]>();
  card: CardCollisions | undefined;

  constructor(readonly sessionId: string) {
    this.files = new MemberFiles(sessionId);
  }

  get place(): RepositoryPlace | undefined {
    return this.beside?.place;
  }

  get isLiving(): boolean {
    return this.beside?.isLiving === true;
  }

  /** Takes what is known of it now; true where its collisions may be others. */
  take(session: LiveSession, facts: SessionFacts, place: RepositoryPlace | undefined): boolean {
    const { title, pendingRequest, startedAt } = session;
    const { transcript, subagentFiles, repository } = facts;
    const clients = clientsOf(facts);
    const beside: Beside = {
      place,
      isLiving: !hasFinished(session.agentState),
      repository,
      requestId: pendingRequest?.requestId,
      title,
      clients: clients.join(' '),
    };
    const isOther = this.beside === undefined || !isSame(this.beside, beside);
    const { changes, signals, cwd } = transcript ?? {};
    const work = { changes, signals, cwd, subagentFiles };
    const isNewWork = this.parts === undefined || !isSame(this.parts, work);
    if (!isOther && !isNewWork) return false;
    this.isOther ||= isOther;
    if (isNewWork) this.told = undefined;
    this.beside = beside;
    this.parts = work;
    this.work = { transcript, subagentFiles };
    this.title = title;
    this.startedAt = Date.parse(startedAt);
    this.clients = clients;
    this.request = requestOf(session);
    return true;
  }

  /** Something that no event tells of is another. */
  renewed(): this {
    this.isOther = true;
    return this;
  }

  /** True once for everything beside its work that is another. */
  takeOther(): boolean {
    const { isOther } = this;
    this.isOther = false;
    return isOther;
  }

  /** Changes of its files since this was asked last; undefined where there are none. */
  newFiles(): Differences | undefined {
    if (this.indexed === this.parts) return undefined;
    this.indexed = this.parts;
    const differences = this.files.take(this.work);
    const { changed, forgotten } = differences;
    return changed.length + forgotten.length === 0 ? undefined : differences;
  }

  /** Its last change of each file; made for each that asks. */
  get held(): readonly Held[] {
    return this.files.all();
  }

  heldAt(path: string): Held | undefined {
    return this.files.heldAt(path);
  }

  /** The sweeps that it ran. */
  get sweeps(): readonly Sweep[] {
    return this.signalsTold().sweeps;
  }

  /** Those that were not asked for since it came to its tree. */
  newSweeps(): readonly Sweep[] {
    const { sweeps, tree, notedIn } = this;
    if (notedIn?.sweeps === sweeps && notedIn.tree === tree) return [];
    this.notedIn = { sweeps, tree };
    return sweeps;
  }

  /** It is alone: nothing of its files needs to be known. */
  forgetTouches(): void {
    this.indexed = undefined;
    for (const path of this.files.paths()) this.tree?.index.remove(path, this);
    this.files.forgetAll();
  }

  /** True once for each commit that its signals tell of. */
  takeCommit(): boolean {
    const { committedAt } = this;
    const isNew = committedAt !== this.knownCommitAt;
    this.knownCommitAt = committedAt;
    return isNew;
  }

  /** When it last made a commit that its signals tell of, in ms since 1970. */
  get committedAt(): number {
    return this.signalsTold().committedAt;
  }

  private signalsTold(): NonNullable<Member['told']> {
    if (this.told !== undefined) return this.told;
    const signals = sessionSignals(this.work);
    const commit = signals.findLast(({ kind, ok }) => kind === 'commit' && ok !== false);
    this.told = { sweeps: sweepsOf(this.sessionId, signals), committedAt: commit?.at ?? 0 };
    return this.told;
  }
}

function isSame<Value extends object>(one: Value, other: Value): boolean {
  const keys = Object.keys(one) as (keyof Value)[];
  return keys.every((key) => Object.is(one[key], other[key]));
}

function requestOf({ pendingRequest, projectPath }: LiveSession): Named | undefined {
  if (pendingRequest === undefined) return undefined;
  const { requestId, toolName, toolInput, agentId, cwd = projectPath } = pendingRequest;
  const file = editedFile(toolName, toolInput);
  if (file === undefined) return undefined;
  const isWhole = path.isAbsolute(file) || file.startsWith('~');
  const named = isWhole ? file : path.resolve(cwd, file);
  return { requestId, agentId, named, at: Date.parse(pendingRequest.requestedAt) };
}
