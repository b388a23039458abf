import { useEditor } from '../../support/editor/fixture';
import { oldestEditor } from '../../support/editor/install/install';

describe('the oldest editor that the manifest allows', function () {
  this.timeout(120_000);
  const started = useEditor(() => ({ release: oldestEditor, builtIns: 'all' }));

  it('shows the status bar item, the tree and the board', async () => {
    const { workbench } = started;
    await workbench.statusBar.entry('missionControl.needsYou').waitFor();
    await workbench.showContainer('Mission Control');
    await workbench.runInPalette('Mission Control: Open Board');
    const board = await workbench.webview('main');
    await board
      .getByText(/no .*sessions/i)
      .first()
      .waitFor();
  });
});
