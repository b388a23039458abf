import { inOneEditor, useEditor } from '../../support/editor/fixture';
import type { Workbench } from '../../support/editor/window/workbench';
import { deadHost } from './deadHost';
import { hookCommands } from './hookCommands';
import { leaving } from './leaving';
import { walkthrough } from './walkthrough';
import { severalWindows } from './windows';

/**
 * From the first window of a person without sessions to the last one, after which the extension is
 * removed.
 */
inOneEditor(
  () => useEditor(),
  (started) => {
    let windows: readonly Workbench[] = [];
    walkthrough(started);
    hookCommands(started);
    deadHost(started);
    severalWindows(started, (left) => (windows = left));
    leaving(started, () => windows);
  },
);
