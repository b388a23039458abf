import type { Part } from '../play';
import { searchService } from '../projects/searchService';
import { minutes, seconds } from '../script';
import { background, finishShell, notified } from '../words/background';
import { ask, requestBash } from '../words/dialogs';
import { curtain, start } from '../words/life';
import { work } from '../words/routine';
import { bash, read } from '../words/tools';
import { apiError, escape, prompt, say, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const ranking: Part = {
  id: 'ranking',
  resultTokens: [7000, 13_000],
  project: searchService,
  branch: 'main',
  aiTitle: 'Explain the ranking regression',
  opening: [
    start,
    prompt(
      'Bisect why new listings rank too high since Tuesday. Tell me which change did it before you fix anything.',
    ),
    work(16),
    apiError('overloaded', 38),
    curtain(minutes(2)),
    pause(seconds(50)),
    prompt('continue'),
    say('Where I left off: the range is down to four commits.'),
    bash('git bisect run ./scripts/rank-check.sh', 'Bisect with the ranking check', {
      seconds: 27,
      out: 'c7719e0 is the first bad commit\n    Normalise recency by category',
    }),
    read('src/query.rs'),
    stop(
      'It is c7719e0: recency is divided by the category’s mean age, which is close to zero for categories that are new themselves.',
    ),
    pause(seconds(70)),
  ],
  scenes: [
    [
      prompt('Makes sense. Clamp the mean and add a test with a brand-new category.'),
      think(4, 'Clamp at one day: below that the mean says nothing.'),
      bash('cargo test ranking --quiet', 'See the new test fail first', {
        seconds: 7,
        fails: 101,
        out: 'running 9 tests\n.......F.\nnew_category_does_not_outrank panicked at src/score.rs:118:\n  assertion failed: score(new) <= score(old) * 1.5',
      }),
      work(7),
      stop(
        'The mean is clamped at one day. The new test fails without the clamp and passes with it.',
      ),
      pause(seconds(90)),
    ],
    [
      prompt('Would a reindex be needed for that?'),
      escape(7),
      pause(seconds(25)),
      prompt('Never mind the reindex, just tell me whether the score is stored or computed.'),
      work(3),
      stop('Computed at query time; nothing is stored, so no reindex.'),
      pause(seconds(40)),
    ],
    [
      prompt('Then ship it: bump the version and tag it.'),
      work(3),
      apiError('rateLimit', 24),
      pause(seconds(55)),
      prompt('continue'),
      work(3),
      stop('Version 0.18.3 is tagged; the release job is building the image.'),
      pause(seconds(45)),
    ],
  ],
};

const typos: Part = {
  id: 'typo-tolerance',
  resultTokens: [5000, 9000],
  project: searchService,
  branch: 'feat/typo-tolerance',
  name: 'typo tolerance',
  opening: [
    start,
    prompt(
      'Let a query match terms with one typo, two for long words, without making exact matches slower.',
    ),
    work(7),
    requestBash('cargo bench --bench query', 'Measure exact queries before the change', {
      after: 8 * 60,
      seconds: 9 * 60,
      out: 'exact: 4.1 ms, fuzzy: 18.7 ms',
    }),
    work(8),
    stop(
      'Fuzzy terms are only looked up when the exact term has no postings, so exact queries take the old path.',
    ),
    pause(seconds(90)),
    prompt('Prove it: run the whole benchmark suite against main.'),
    curtain(0),
    background('cargo bench --bench all -- --baseline main', 'Benchmark suite against main'),
    stop('The suite runs in the background and takes a few minutes. I report when it is done.'),
    finishShell(80),
    notified,
    bash('cat target/criterion/summary.txt', 'Read the summary', {
      seconds: 1,
      out: 'exact queries     +0.3 %  (within noise)\none typo          1.9 ms p99\ntwo typos         6.4 ms p99',
    }),
    stop(
      'Exact queries are within noise of main. One typo costs 1.9 ms at the 99th percentile, two cost 6.4 ms.',
    ),
    pause(seconds(80)),
  ],
  scenes: [
    [
      prompt('6.4 ms is too much for suggestions. What are the options?'),
      think(6, 'Prefix length, a smaller dictionary, or one edit only while typing.'),
      ask(
        { after: 66 },
        {
          question: 'How should suggestions tolerate typos?',
          header: 'Suggest',
          options: {
            'One typo only': 'p99 1.9 ms, misses about 6 % of misspellings',
            'Fixed prefix of 3': 'p99 2.2 ms, typos at the start find nothing',
            'Popular terms': 'p99 1.1 ms, only the 50,000 most searched',
          },
          answer: 'Fixed prefix of 3',
        },
      ),
      work(6),
      stop('Suggestions keep the first three letters as typed; the 99th percentile is 2.2 ms.'),
      pause(seconds(75)),
    ],
    [
      prompt('Run the suite once more, with the suggestion bench.'),
      background('cargo bench --bench all --bench suggest', 'Benchmark suite with suggestions'),
      stop('It runs in the background again.'),
      finishShell(70),
      notified,
      stop('All within budget: suggestions 2.2 ms, exact queries unchanged.'),
      pause(seconds(50)),
    ],
  ],
};

export const searchServiceCast: readonly Part[] = [ranking, typos];
