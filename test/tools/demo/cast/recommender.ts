import type { Part } from '../play';
import { recommender } from '../projects/recommender';
import { minutes, seconds } from '../script';
import { background, finishShell, notified } from '../words/background';
import { ask, permission } from '../words/dialogs';
import { curtain, start } from '../words/life';
import { work } from '../words/routine';
import { bash } from '../words/tools';
import { prompt, say, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const fullRun = bash(
  'torchrun --nproc-per-node 2 -m recommender.train --config configs/full.yaml',
  'Train on both cards, about six hours',
  { seconds: 9, out: 'step 0  loss 9.01\nstep 50  loss 6.74\ncheckpoints/full-0050.pt' },
);

const warmup: Part = {
  id: 'warmup',
  resultTokens: [3000, 7000],
  project: recommender,
  branch: 'warmup',
  aiTitle: 'Train with a warm-up on both cards',
  opening: [
    start,
    prompt('The loss is flat from step 4,000 on. Find out why and train again over night.'),
    work(6),
    say('The learning rate never warms up. I added 2,000 steps of it; a short run looks right.'),
    permission(fullRun, { after: 110, meanwhile: curtain(minutes(3)) }),
    stop('It trains on both cards. I look at the first checkpoint in a while.'),
    pause(seconds(70)),
  ],
  scenes: [
    [
      prompt('How does the first checkpoint look?'),
      bash('python -m recommender.evaluate checkpoints/full-0500.pt', 'Evaluate a checkpoint', {
        seconds: 11,
        out: 'recall@20  0.241  (before: 0.198)',
      }),
      stop('Recall at 20 is 0.241 after 500 steps; last week’s model had 0.198 at that point.'),
      pause(seconds(60)),
    ],
    [
      prompt('Then start over with a batch of 16k, and keep the old checkpoints.'),
      work(2),
      permission(fullRun, { after: 80 }),
      stop('The run with 16k has begun; the old checkpoints are in checkpoints/8k.'),
      pause(seconds(90)),
    ],
  ],
};

const embeddings: Part = {
  id: 'embeddings',
  resultTokens: [2000, 5000],
  project: recommender,
  branch: 'main',
  aiTitle: 'Export the embeddings of all listings',
  opening: [
    start,
    prompt('Export the embeddings of all listings with the model of last week.'),
    work(3),
    curtain(minutes(1)),
    background('python -m recommender.export --all', 'Export 41 million embeddings'),
    stop('The export runs and takes some minutes. I report when it is done.'),
    finishShell(150),
    notified,
    stop('41,208,112 embeddings are in exports/weekly.parquet, 19.8 GB.'),
    pause(seconds(90)),
  ],
  scenes: [
    [
      prompt('Export those of the new listings as well.'),
      background('python -m recommender.export --since monday', 'Export new listings'),
      stop('It runs in the background.'),
      finishShell(120),
      notified,
      stop('312,447 embeddings of new listings are appended.'),
      pause(seconds(80)),
    ],
  ],
};

const holdout: Part = {
  id: 'holdout',
  resultTokens: [2000, 5000],
  project: recommender,
  branch: 'main',
  aiTitle: 'Choose a holdout set without leaks',
  opening: [
    start,
    prompt('Our holdout set leaks: some guests are in both sets. Make one that does not.'),
    work(4),
    think(3, 'Split by guest, or by time. Both close the leak; they measure different things.'),
    curtain(minutes(6)),
    ask(
      { after: 200 },
      {
        question: 'How should the holdout set be split?',
        header: 'Holdout',
        options: {
          'By guest': 'No guest is in both sets; as many weeks as now',
          'By time': 'The last two weeks, as in production',
        },
        answer: 'By time',
      },
    ),
    work(3),
    stop('The last two weeks are held out; no guest’s later bookings are in the training set.'),
    pause(seconds(120)),
  ],
};

/** What runs on the machine with the graphics cards. */
export const secondMachineCast: readonly Part[] = [warmup, embeddings, holdout];
