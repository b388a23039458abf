import type { LiveSession } from '../protocol/protocol';
import type { Condition, RowFact } from './facts';

/**
 * One action that a person can perform on a session. The fields `board`, `phone`, `reader`, `tree`
 * and `palette` each describe one surface; a surface whose field is absent does not offer the
 * action.
 */
export interface SessionAction {
  /** Identifier on pages, in messages and in the attribute `data-action`. */
  readonly id: string;
  /** English title, marked by `message` for translation if a page shows it. */
  readonly title: string;
  /** Name of the Lucide icon for pages; `command.codicon` shows the same in the editor. */
  readonly icon?: string;
  readonly when: Condition;
  /** `control`: offered only in a window that has control over the project's sessions. */
  readonly needs?: 'control';
  /**
   * Additional conditions under which menus offer the action; they keep the first level of the menu
   * short.
   */
  readonly menuWhen?: Condition<RowFact>;
  /**
   * True if the action needs nothing from the session’s machine, so that it is offered while the
   * machine is unreachable.
   */
  readonly whileAway?: true;
  /** Title that depends on the session. */
  readonly titleFor?: (session: LiveSession) => string;
  readonly command?: EditorCommand;
  readonly board?: BoardOffering;
  readonly phone?: PhoneOffering;
  /**
   * How the page of a transcript offers it: `button` in the session bar, `key` by a key alone,
   * `answer` by a key that works in a subagent's transcript as well.
   */
  readonly reader?: 'button' | 'key' | 'answer';
  readonly tree?: TreeOffering;
  readonly palette?: PaletteOffering;
  /** Condition under which the hub performs it; defaults to `when`. */
  readonly hub?: Condition;
}

/** The VS Code command of an action; `id` omits the prefix that all our commands share. */
interface EditorCommand {
  readonly id: string;
  readonly title?: string;
  readonly codicon?: string;
  /** Grayed out unless the window has control (`control`) or its workspace is trusted (`trust`). */
  readonly enablement?: 'control' | 'trust';
  /** True if pages may request the command by its id. */
  readonly page?: true;
  /** Entries in title menus of editors and views, whose clauses depend on the active editor. */
  readonly menus?: readonly {
    readonly menu: 'editor/title' | 'view/title';
    readonly when: string;
    readonly group: string;
  }[];
}

/** How pages inside an editor offer an action; `sessionMenu` defines its position in their menu. */
interface BoardOffering {
  /** Title in the keyboard help. */
  readonly keyTitle?: string;
  /**
   * `KeyboardEvent.key`, letters in lower case. Only actions that open or show something have a
   * key, so that text typed outside a field never affects a session.
   */
  readonly key?: string;
  /** The key that runs it together with Ctrl or Cmd. */
  readonly chord?: 'Enter' | 'Backspace';
  /**
   * True if the action answers a request. Such actions are not in the menu, because the open menu
   * would cover the request.
   */
  readonly decides?: true;
  /** True if it is a button below the calls that auto mode blocked. */
  readonly onBlocked?: true;
  /**
   * `nothing`: offered even in a window without control; the page then explains what is missing.
   */
  readonly needs?: 'nothing';
}

interface PhoneOffering {
  readonly title?: string;
  /** Set for an action that cannot be undone, so that two taps have to confirm it. */
  readonly confirm?: 'twoTaps';
  /** True if it is sorted after all other actions. */
  readonly last?: true;
}

/** How rows of the tree offer an action; `sessionMenu` defines its position in their menu. */
interface TreeOffering {
  /** Sort order among the row's inline icons; absent if the action has no inline icon. */
  readonly inline?: string;
  /** Rows for which one of these facts is true do not show the inline icon. */
  readonly inlineUnless?: readonly RowFact[];
  /** Condition for rows of the tree; defaults to `when` of the action. */
  readonly when?: Condition<RowFact>;
  /** True if rows of subagents offer it as well. */
  readonly onSubagents?: true;
}

interface PaletteOffering {
  /**
   * `never`: hidden from the Command Palette; the command still works for keybindings and then
   * prompts for a session. A `when` clause: listed while it is true.
   */
  readonly listed?: 'never' | { readonly when: string };
  /** Condition for the sessions to choose from; all sessions if absent. */
  readonly when?: Condition;
  /**
   * True if the command applies to the session of the active transcript or review, if there is one.
   */
  readonly inFront?: true;
}
