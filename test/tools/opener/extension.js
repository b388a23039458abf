const { commands } = require('vscode');

exports.activate = async () => {
  await commands.executeCommand('workbench.view.extension.missionControl');
  await commands.executeCommand('missionControl.openBoard');
};
