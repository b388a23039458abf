import { bash, edit, grep, read, run } from '../words/tools';
import { think } from '../words/turn';
import { outlinedProject } from './outline';

const train = `def train(config: Config) -> None:
    model = TwoTower(config.dimensions)
    for step, batch in enumerate(batches(config.batch_size)):
        loss = sampled_softmax(model(batch))
        loss.backward()
        model.step()
        if step % config.save_every == 0:
            save(model, config.checkpoints)
`;

/** A model that is trained where the graphics cards are. */
export const recommender = outlinedProject({
  name: 'recommender',
  outline: {
    'recommender/candidates.py': 'nearest_listings',
    'recommender/features.py': 'session_features',
    'recommender/loss.py': 'sampled_softmax',
    'recommender/evaluate.py': 'recall_at_20',
  },
  files: {
    'recommender/train.py': train,
    'configs/full.yaml': 'dimensions: 256\nbatch_size: 8192\nsave_every: 500\n',
    'README.md': '# recommender\n\nTwo-tower model for listings, trained every week.\n',
  },
  routine: [
    run(read('recommender/train.py'), read('configs/full.yaml')),
    [
      think(2, 'The loss is flat from step 4,000 on: the learning rate never warms up.'),
      grep('learning_rate', 'recommender/train.py', 'configs/full.yaml'),
    ],
    bash('pytest -q tests', 'Run the tests', {
      seconds: 5,
      out: '..........................\n26 passed in 4.02s',
    }),
    edit('configs/full.yaml', 'save_every: 500', 'save_every: 500\nwarmup_steps: 2000'),
    bash('nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv', 'Look at the cards', {
      seconds: 1,
      out: 'utilization.gpu [%], memory.used [MiB]\n97 %, 71204 MiB\n96 %, 71188 MiB',
    }),
  ],
});
