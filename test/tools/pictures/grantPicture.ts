import assert from 'node:assert/strict';
import { openPane } from '../../support/editor/window/whole';
import { waitUntilRead } from '../../support/page/read';
import { openBoard, pictureFile, printPath, withStudio } from './studio';

const size = { width: 1360, height: 850, scale: 1.5 };
/** The second of the demo at which the date picker's session asks for the first of its tests. */
const moment = 125;
const name = /^Make the date picker usable/;

/** Takes the picture of the form that allows commands for a while, for a request of the demo. */
export async function takeGrantPicture(): Promise<void> {
  await withStudio(size, { frozenAt: moment }, async ({ demo, workbench }) => {
    await demo.settled;
    const board = await openBoard(workbench);
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const pane = await openPane(board, name);
    await pane.getByRole('button', { name: 'Allow for a While…' }).click();
    await pane.getByRole('radio', { name: /begins with “npm run test:e2e”/u }).check();
    const allow = pane.getByRole('button', { name: 'Allow for 15 Minutes' });
    await waitUntilRead(allow);
    await workbench.page.mouse.move(0, 0);
    const box = await pane.boundingBox();
    assert.ok(box !== null, 'The pane is not drawn');
    const file = pictureFile('allow-for-a-while');
    await workbench.screenshot(file, box);
    printPath(file);
  });
}
