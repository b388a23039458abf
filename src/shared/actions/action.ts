import type { LiveSession } from '../protocol/protocol';
import type { Condition, RowFact } from './facts';

/**
 * One action that a person can perform on a session. A surface whose field is absent does not offer
 * it.
 */
export interface SessionAction {
  /** Name on pages, in messages and in `data-action`. */
  readonly id: string;
  /** English title; a page that shows it marks it for translation. */
  readonly title: string;
  /** Name of the icon in lucide; `command.codicon` shows the same in the editor. */
  readonly icon?: string;
  readonly when: Condition;
  /** `control`: offered only in a window that has control over the project's sessions. */
  readonly needs?: 'control';
  /** Additional conditions for menus, which keep their first level short. */
  readonly menuWhen?: Condition<RowFact>;
  /**
   * True if the action needs nothing from the session’s machine, so that it is offered while the
   * machine is unreachable.
   */
  readonly whileAway?: true;
  /** Title that depends on the session. */
  readonly titleFor?: (session: LiveSession) => string;
  readonly command?: EditorCommand;
  readonly board?: BoardPlace;
  readonly phone?: PhonePlace;
  /**
   * Where a transcript offers it: a button of the session bar, or a key; `answer` also in a
   * subagent's transcript.
   */
  readonly reader?: 'button' | 'key' | 'answer';
  readonly tree?: TreePlace;
  readonly palette?: PalettePlace;
  /** Condition under which the hub performs it; defaults to `when`. */
  readonly hub?: Condition;
}

/** The editor's command for an action, without the prefix of its id. */
interface EditorCommand {
  readonly id: string;
  readonly title?: string;
  readonly codicon?: string;
  /** The command is grayed out unless the window has control, or its workspace is trusted. */
  readonly enablement?: 'control' | 'trust';
  /** True if pages request the command by its id. */
  readonly page?: true;
  /** Entries in title menus of editors and views, whose clauses depend on the active editor. */
  readonly menus?: readonly {
    readonly menu: 'editor/title' | 'view/title';
    readonly when: string;
    readonly group: string;
  }[];
}

/** Pages with an editor around them; `sessionMenu` defines the position in the menu. */
interface BoardPlace {
  /** Title in the keyboard help. */
  readonly keyTitle?: string;
  /**
   * `KeyboardEvent.key`, letters in lower case. Only actions that open or show something have a
   * key, so that text typed outside a field never affects a session.
   */
  readonly key?: string;
  /** The key that runs it together with Ctrl or Cmd. */
  readonly chord?: 'Enter' | 'Backspace';
  /** Answers a request; not in the menu, which would cover the request. */
  readonly decides?: true;
  /** Shown among the buttons below calls that auto mode blocked. */
  readonly onBlocked?: true;
  /** Offered without control as well; the page then explains what is missing. */
  readonly needs?: 'nothing';
}

interface PhonePlace {
  readonly title?: string;
  /** Two taps confirm an action that cannot be undone. */
  readonly confirm?: 'twoTaps';
  /** Sorted after all other actions. */
  readonly last?: true;
}

/** A row of the tree; `sessionMenu` defines the position in its menu. */
interface TreePlace {
  /** Sort order of the row's inline icons. */
  readonly inline?: string;
  /** Facts of rows that do not show the inline icon. */
  readonly inlineUnless?: readonly RowFact[];
  /** Condition for rows of the tree; defaults to `when` of the action. */
  readonly when?: Condition<RowFact>;
  /** True if rows of subagents offer it as well. */
  readonly onSubagents?: true;
}

interface PalettePlace {
  /**
   * `never`: hidden, but the id is kept for users' keybindings and prompts for a session. A clause:
   * listed while it is true.
   */
  readonly listed?: 'never' | { readonly when: string };
  /** Condition for the sessions to choose from; all sessions if absent. */
  readonly when?: Condition;
  /** Applies to the session of the active transcript or review, if any. */
  readonly inFront?: true;
}
