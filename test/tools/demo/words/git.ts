import type { Step } from '../script';
import type { Session } from '../session';
import { bash, settle, use, type LateCall } from './tools';

const owner = 'acme';

/** Seven-digit id of a commit, the same in each performance. */
const shaOf = ({ random }: Session): string => random.uuid().slice(0, 7);

const repositoryOf = ({ role }: Session): string => `${owner}/${role.project.name}`;

/** Commits the session's changes on its branch. */
export const commit = (message: string, changed: string): LateCall => ({
  make(session) {
    const { branch } = session.role;
    const sha = shaOf(session);
    return bash(`git add -A && git commit -m "${message}"`, 'Commit the change', {
      out: `[${branch} ${sha}] ${message}\n ${changed}`,
      gitOperation: { commit: { sha, kind: 'committed', branch } },
      seconds: 1,
    });
  },
});

/** Pushes the branch of the session. */
export const push: LateCall = {
  make(session) {
    const { branch } = session.role;
    const sha = shaOf(session);
    return bash(`git push -u origin ${branch}`, 'Push the branch', {
      out: `To github.com:${repositoryOf(session)}.git\n   ${shaOf(session)}..${sha}  ${branch} -> ${branch}\nbranch '${branch}' set up to track 'origin/${branch}'.`,
      gitOperation: { push: { branch } },
      seconds: 3,
    });
  },
};

/** Opens a pull request; the client writes its URL before the call's result. */
export const openPull =
  (prNumber: number, title: string): Step =>
  (actor) => {
    const { session } = actor;
    const prRepository = repositoryOf(session);
    const prUrl = `https://github.com/${prRepository}/pull/${prNumber}`;
    const call = bash(`gh pr create --title "${title}" --fill`, 'Open the pull request', {
      out: prUrl,
      gitOperation: { pr: { number: prNumber, url: prUrl, action: 'created' } },
      seconds: 4,
    });
    return use(actor, [call], {
      *during(item) {
        yield call.seconds * 1000;
        const { sessionId, timestamp } = session;
        session.note('pr-link', { sessionId, prNumber, prUrl, prRepository, timestamp });
        settle(actor, item);
        return item;
      },
    });
  };

/** Merges a pull request; the client's record of it has no URL. */
export const mergePull = (number: number, title: string): LateCall => ({
  make: (session) =>
    bash(`gh pr merge ${number} --squash --delete-branch`, 'Merge the pull request', {
      out: `✓ Squashed and merged pull request ${repositoryOf(session)}#${number} (${title})`,
      gitOperation: { pr: { number, action: 'merged' } },
      seconds: 5,
    }),
});

interface TestRun {
  readonly passed: number;
  readonly failed?: number;
  /** Message of the first failed test. */
  readonly because?: string;
  readonly script?: string;
}

/** Runs vitest, with the summary that it prints. */
export const vitest = ({ passed, failed = 0, because = '', script = 'test' }: TestRun) => {
  const isRed = failed > 0;
  const head = isRed ? ` FAIL  ${because}\n\n` : '';
  const out = `${head} Test Files  ${isRed ? '1 failed | ' : ''}12 passed (${isRed ? 13 : 12})\n      Tests  ${isRed ? `${failed} failed | ` : ''}${passed} passed (${passed + failed})\n   Start at  09:41:07\n   Duration  6.12s`;
  return bash(`npm run ${script}`, 'Run the tests', {
    out,
    seconds: 7,
    ...(isRed && { fails: 1 }),
  });
};
