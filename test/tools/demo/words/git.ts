import type { Actor, Step } from '../script';
import { seconds } from '../script';
import { bookkeeping } from '../client/systemLines';
import * as calls from '../client/toolCall';
import { finishBatch, open, settle, use } from './tools';

const owner = 'acme';

/** Seven digits of a commit, alike at each performance. */
function shaOf({ session }: Actor): string {
  return session.random.uuid().slice(0, 7);
}

/** Commits what the session has changed, on its branch. */
export const commit =
  (message: string, changed: string): Step =>
  (actor) => {
    const { branch } = actor.session;
    const sha = shaOf(actor);
    return use(
      calls.bash(`git add -A && git commit -m "${message}"`, 'Commit the change', {
        out: `[${branch} ${sha}] ${message}\n ${changed}`,
        git: { commit: { sha, kind: 'committed', branch } },
        seconds: 1,
      }),
    )(actor);
  };

/** Pushes the branch of the session. */
export const push: Step = (actor) => {
  const { branch, role } = actor.session;
  const sha = shaOf(actor);
  const { name } = role.project;
  return use(
    calls.bash(`git push -u origin ${branch}`, 'Push the branch', {
      out: `To github.com:${owner}/${name}.git\n   ${shaOf(actor)}..${sha}  ${branch} -> ${branch}\nbranch '${branch}' set up to track 'origin/${branch}'.`,
      git: { push: { branch } },
      seconds: 3,
    }),
  )(actor);
};

/** Opens a pull request; the client notes its address before the call has its result. */
export const openPull = (number: number, title: string): Step =>
  function* (actor) {
    const { session } = actor;
    const repository = `${owner}/${session.role.project.name}`;
    const url = `https://github.com/${repository}/pull/${number}`;
    const call = calls.bash(`gh pr create --title "${title}" --fill`, 'Open the pull request', {
      out: url,
      git: { pr: { number, url, action: 'created' } },
      seconds: 4,
    });
    const opened = yield* open(actor, [call]);
    yield seconds(call.seconds);
    const at = new Date(session.epoch).toISOString();
    session.note(bookkeeping.pullLink(session.sessionId, number, url, repository, at));
    for (const one of opened) settle(actor, one);
    yield 25;
    finishBatch(actor, opened);
    yield session.random.between(600, 1500);
  };

/** Merges a pull request; what the client tells of it has no address. */
export const mergePull =
  (number: number, title: string): Step =>
  (actor) =>
    use(
      calls.bash(`gh pr merge ${number} --squash --delete-branch`, 'Merge the pull request', {
        out: `✓ Squashed and merged pull request ${owner}/${actor.session.role.project.name}#${number} (${title})`,
        git: { pr: { number, action: 'merged' } },
        seconds: 5,
      }),
    )(actor);

interface TestRun {
  readonly passed: number;
  readonly failed?: number;
  /** What it says of the first test that failed. */
  readonly because?: string;
  readonly script?: string;
}

/** A run of vitest, with the summary that it prints. */
export const vitest = ({ passed, failed = 0, because = '', script = 'test' }: TestRun): Step => {
  const counts = failed > 0 ? `${failed} failed | ${passed} passed` : `${passed} passed`;
  const head = failed > 0 ? ` FAIL  ${because}\n\n` : '';
  const out = `${head} Test Files  ${failed > 0 ? '1 failed | ' : ''}12 passed (${failed > 0 ? 13 : 12})\n      Tests  ${counts} (${passed + failed})\n   Start at  09:41:07\n   Duration  6.12s`;
  return use(
    calls.bash(`npm run ${script}`, 'Run the tests', {
      out,
      seconds: 7,
      ...(failed > 0 && { fails: 1 }),
    }),
  );
};
