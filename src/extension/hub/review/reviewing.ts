import * as os from 'node:os';
import * as path from 'node:path';
import type { FileCopies } from '../../agents/transcripts/transcriptHome';
import type { TranscriptHomes } from '../../agents/transcripts/transcriptHomes';
import type { Review, ReviewFile, ReviewScope } from '../../../shared/protocol/work/review';
import { missionControlFolder } from '../../util/files/missionControlFolder';
import { repositoryPlace } from '../../util/files/gitPlace';
import { isIn } from '../../util/files/isIn';
import { sessionSignals } from '../domain/facts/signals';
import { truncateText } from '../../../shared/text/truncate';
import { readHead } from '../repositories/head';
import { compareAll, type Candidate } from './comparison';
import { LineCounter } from './lineCounts';
import { Others, type KnownSession } from './others';
import { withRenames, type ListedFile } from './renames';
import { scopeFacts } from './scope';
import { isBlob, timesOf, type BeforeSource, type FileTimes } from './sides';
import { subagentPaths, subjectsOf, type Resolve, type Subject } from './subjects';
import { blobsOf, BasedTrees, sourceOf, type BasedTree, type FileBlobs } from './workTrees';

/** Locations of a listed file's content before the changes and now. */
export interface FilePlaces {
  /** Undefined if the previous content is unknown. */
  readonly before: BeforeSource | undefined;
  /** Path of the present file. */
  readonly after: string;
}

/** A review, and the locations of its files' contents, by path. */
export interface ReviewWithPlaces {
  readonly review: Review;
  readonly places: ReadonlyMap<string, FilePlaces>;
}

export interface ReviewingParts {
  readonly configHome: string;
  readonly homes: Pick<TranscriptHomes, 'fileCopies' | 'isPlan'>;
  readonly resolve: Resolve;
  /** All sessions on the board. */
  readonly sessions: ReadonlyMap<string, KnownSession>;
}

/** Creates a session's review from its transcript, the repositories of its files, and the files. */
export async function makeReview(
  sessionId: string,
  session: KnownSession,
  scope: ReviewScope,
  { configHome, homes, resolve, sessions }: ReviewingParts,
): Promise<ReviewWithPlaces> {
  const { facts, folder, title } = session;
  const scoped = await scopeFacts(facts, scope, (transcript, turnAt) =>
    homes.fileCopies(transcript, sessionId, turnAt),
  );
  const from = scoped?.from ?? Date.now();
  const trees = new BasedTrees(from, sessionSignals(facts), missionControlFolder(configHome));
  const home = (await resolve(folder)) ?? folder;
  const own = await trees.of(home);
  const branch = own && (await readHead(own.place.folder))?.branch;
  const head = {
    scope,
    ...(own !== undefined && { top: own.place.top }),
    ...(branch !== undefined && { branch }),
    ...(typeof own?.base === 'object' && { commit: own.base.id }),
    message: messageOf(title),
  };
  if (scoped === undefined) return { review: { ...head, files: [], more: 0 }, places: new Map() };
  const { known, unknown } = await subjectsOf(scoped.touches, resolve);
  // The client's plan files are left out: a person reviews them when the client requests approval.
  const subjects = known.filter(({ path: file }) => !homes.isPlan(file));
  const context: Context = {
    copies: scoped.copies,
    bySubagents: await subagentPaths(facts, resolve),
    from,
  };
  const counter = new LineCounter();
  const candidates = await candidatesOf(subjects, trees, context);
  const listed = await withRenames(await compareAll(candidates, counter), counter);
  const others = await Others.find({
    own: sessionId,
    from,
    sessions,
    files: new Map(listed.map(({ candidate: { subject } }) => [subject.path, subject.at])),
    resolve,
    areaOf: async (one) => {
      const real = (await resolve(one)) ?? one;
      return (await repositoryPlace(real))?.top ?? real;
    },
  });
  const top = own?.place.top ?? home;
  const files = listed
    .map((one) => fileOf(one, top, others))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const changedAt = Math.max(...scoped.touches.map(({ at }) => at));
  return {
    review: {
      ...head,
      files,
      more: unknown + scoped.forgotten,
      since: new Date(from).toISOString(),
      ...(changedAt > 0 && { changedAt: new Date(changedAt).toISOString() }),
    },
    places: new Map(listed.map((one) => [one.candidate.subject.path, placesOf(one)])),
  };
}

interface Context {
  readonly copies: FileCopies | undefined;
  /** Real paths of the files that subagents changed. */
  readonly bySubagents: ReadonlySet<string>;
  readonly from: number;
}

/** Finds the content with which each file is compared. */
async function candidatesOf(
  subjects: readonly Subject[],
  trees: BasedTrees,
  context: Context,
): Promise<readonly Candidate[]> {
  const found = await Promise.all(
    subjects.map(async (subject) => ({
      subject,
      stats: await timesOf(subject.path),
      tree: await trees.of(path.dirname(subject.path)),
    })),
  );
  const byTree = new Map<BasedTree | undefined, (typeof found)[number][]>();
  for (const one of found) byTree.set(one.tree, [...(byTree.get(one.tree) ?? []), one]);
  const candidates: Candidate[] = [];
  for (const [tree, some] of byTree) {
    const paths = some.map(({ subject }) => subject.path);
    const blobs = tree && (await blobsOf(tree, paths));
    const all = some.map(({ subject, stats }, index) =>
      candidateOf(subject, tree, blobs?.[index], stats, context),
    );
    candidates.push(...(await Promise.all(all)));
  }
  return candidates;
}

async function candidateOf(
  subject: Subject,
  tree: BasedTree | undefined,
  blobs: FileBlobs | undefined,
  stats: FileTimes | undefined,
  { copies, bySubagents, from }: Context,
): Promise<Candidate> {
  const head = tree && blobs?.head && sourceOf(tree, blobs.head, subject.path);
  const { isFiltered = false, isExecutable = false } = blobs ?? {};
  const common = { subject, head, isFiltered, isExecutable, tree, stats };
  const copy = copies?.contentBefore(subject.path, subject.called);
  const hasCopy = copy === 'none' || (copy && (await timesOf(copy.file)) !== undefined);
  const isInGit = tree?.base !== undefined;
  // The client makes no copies before edits by subagents, so its first copy may contain such edits.
  if (copy !== undefined && hasCopy === true && !(isInGit && bySubagents.has(subject.path)))
    return { ...common, against: 'history', before: copy };
  if (tree === undefined || !isInGit) return { ...common, against: 'nothing', before: undefined };
  if (blobs?.base !== undefined)
    return {
      ...common,
      against: 'commit',
      before: { blob: sourceOf(tree, blobs.base, subject.path) },
    };
  // The previous content is unknown if the file existed before the scope without being committed.
  const existedBefore = stats !== undefined && stats.createdAt < from;
  return existedBefore || blobs?.isBaseKnown !== true
    ? { ...common, against: 'nothing', before: undefined }
    : { ...common, against: 'commit', before: 'none' };
}

function fileOf(one: ListedFile, top: string, others: Others): ReviewFile {
  const { candidate, kind, from, unreadable, added, removed, committed } = one;
  const { path: file } = candidate.subject;
  const writtenAt = committed === true ? undefined : candidate.stats?.writtenAt;
  const otherChangers = others.ofFile(file, writtenAt);
  return {
    path: file,
    name: shownName(file, top),
    kind,
    ...(from !== undefined && { from }),
    ...(unreadable !== undefined && { unreadable }),
    against: candidate.against,
    ...(candidate.isFiltered && isBlob(candidate.before) && { filtered: true }),
    ...(candidate.isExecutable && kind === 'deleted' && { executable: true }),
    ...(added !== undefined && { added }),
    ...(removed !== undefined && { removed }),
    ...(otherChangers !== undefined && { others: [...otherChangers] }),
    ...(committed === true && { committed }),
  };
}

function placesOf({ candidate: { before, subject } }: ListedFile): FilePlaces {
  return { before, after: subject.path };
}

/** Returns a path relative to the work tree, else to the home folder (`~/`), else the full path. */
function shownName(file: string, top: string): string {
  for (const [folder, prefix] of [
    [top, ''],
    [os.homedir(), '~/'],
  ] as const) {
    if (file !== folder && isIn(file, folder))
      return prefix + path.relative(folder, file).replaceAll(path.sep, '/');
  }
  return file;
}

/** Maximum length of the first line of a proposed commit message, in characters. */
const maxSubjectLength = 72;

function messageOf(title: string): string {
  const [line = ''] = title.trim().split(/[\r\n]/u, 1);
  return truncateText(line.trim(), maxSubjectLength);
}
