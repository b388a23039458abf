import { entrypointKind } from '../../../shared/agents/entrypoints';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainLine } from '../../../shared/text/plainText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { OutsidePlace } from '../../../shared/protocol/windows';
import { joinParts } from '../../../shared/board/texts/partTexts';

/** Names for people of programs in which sessions run, by their process names. */
const known: readonly (readonly [process: RegExp, name: string | (() => string)])[] = [
  [/^tmux\b/i, 'tmux'],
  [/^screen$/i, 'screen'],
  [/^zellij/i, 'Zellij'],
  [/^sshd/i, () => t('an SSH connection')],
  [/^mosh-server/i, () => t('a Mosh connection')],
  [/^iterm/i, 'iTerm2'],
  [/^terminal$/i, 'Terminal'],
  [/^gnome-terminal/i, 'GNOME Terminal'],
  [/^(kgx|gnome-console)/i, 'GNOME Console'],
  [/^ptyxis/i, 'Ptyxis'],
  [/^konsole/i, 'Konsole'],
  [/^xfce4-terminal/i, 'Xfce Terminal'],
  [/^kitty/i, 'kitty'],
  [/^alacritty/i, 'Alacritty'],
  [/^wezterm/i, 'WezTerm'],
  [/^ghostty/i, 'Ghostty'],
  [/^warp/i, 'Warp'],
  [/^foot$/i, 'foot'],
  [/^xterm/i, 'xterm'],
  [/^windowsterminal/i, 'Windows Terminal'],
  [/^conhost/i, () => t('a console window')],
  [/^cursor\b/i, 'Cursor'],
  [/^windsurf\b/i, 'Windsurf'],
  [/^code\b/i, 'VS Code'],
  [/^(idea|pycharm|webstorm|goland|rider|clion|phpstorm|rubymine)/i, () => t('a JetBrains IDE')],
];

/**
 * The program that a person has to look for. `programs` are listed from the innermost outwards: for
 * tmux in a terminal the result is tmux.
 */
export function visibleProgram(programs: readonly string[]): string | undefined {
  for (const program of programs) {
    const [, name] = known.find(([process]) => process.test(program)) ?? [];
    if (name !== undefined) return typeof name === 'string' ? name : name();
  }
  return undefined;
}

/** Sentence about where a session runs outside all editor windows. */
export function outsideSentence(
  session: Pick<LiveSession, 'projectPath' | 'entrypoint'>,
  { pid, programs }: OutsidePlace,
  home: string,
): string {
  const program = visibleProgram(programs);
  const folder = plainLine(formatPath(session.projectPath, home), 200);
  const where = joinParts(
    [
      program === undefined ? outsideOf(session.entrypoint) : t('in {0}', program),
      t('process {0}', pid),
      folder === '' ? undefined : t('folder {0}', folder),
    ],
    ', ',
  );
  return t('This session runs outside the editor’s terminals: {0}.', where);
}

/** Text about the program that started the client, according to the client. */
function outsideOf(entrypoint: string | undefined): string | undefined {
  switch (entrypointKind(entrypoint)) {
    case 'editor':
      return t('in the Claude Code extension');
    case 'desktop':
      return t('in the Claude desktop app');
    case 'program':
      return t('started by a program');
    default:
      return undefined;
  }
}
