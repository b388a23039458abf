const { commands } = require('vscode');

exports.activate = () => commands.executeCommand('missionControl.openBoard');
