import * as vscode from 'vscode';
import { speak } from '../shared/words/l10n';

/** The first import of the extension: what other modules say as they load is in the user's language, too. */
if (vscode.l10n.bundle) speak(vscode.env.language, vscode.l10n.bundle);
