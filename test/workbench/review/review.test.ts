import { inOneEditor, useEditor } from '../../support/editor/fixture';
import { ReviewScene } from '../../support/review/reviewScene';
import { changeManyFiles, largeReview, manyFiles } from './largeReview';
import { changeFewFiles, fewFiles, smallReview } from './smallReview';

let scene: ReviewScene;

inOneEditor(
  () =>
    useEditor(async () => {
      scene = await ReviewScene.open();
      // The window starts its own hub.
      await scene.hub.close();
      scene.commit({ ...manyFiles, ...fewFiles });
      await changeManyFiles(scene);
      await changeFewFiles(scene);
      return {
        folder: scene.folder,
        env: { CLAUDE_CONFIG_DIR: scene.home, HOME: scene.home },
        settings: { 'git.enabled': true },
        dispose: () => scene.close(),
      };
    }),
  (started) => {
    largeReview(started, () => scene);
    smallReview(started, () => scene);
  },
);
