import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionId } from '../../../src/extension/manifest';

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
}

describe('the extension', () => {
  const extension = vscode.extensions.getExtension(extensionId);
  const contributes = extension?.packageJSON.contributes as Contributions;

  it('is found under its id', () => {
    assert.ok(extension, `${extensionId} is not among the extensions`);
  });

  it('activates', async () => {
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });

  it('registers every command that its manifest offers', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it('registers no command of its own that its manifest does not offer', async () => {
    const offered = new Set(contributes.commands.map(({ command }) => command));
    const own = (await vscode.commands.getCommands(true)).filter((command) =>
      /^missionControl\.\w+$/.test(command),
    );
    assert.deepEqual(
      own.filter((command) => !offered.has(command) && !isOfAView(command)),
      [],
    );
  });

  it('contributes a container to the activity bar, and every view in it opens', async () => {
    for (const { id } of contributes.viewsContainers.activitybar) {
      await vscode.commands.executeCommand(`workbench.view.extension.${id}`);
    }
    for (const { id } of Object.values(contributes.views).flat()) {
      await vscode.commands.executeCommand(`${id}.focus`);
    }
  });

  /** True for commands that the editor itself registers, whose ids begin with that of a view. */
  function isOfAView(command: string): boolean {
    return Object.values(contributes.views)
      .flat()
      .some(({ id }) => command.startsWith(id));
  }
});
