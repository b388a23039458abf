import type { LiveSession } from '../protocol/protocol';
import type { Condition, RowFact } from './facts';

/** One thing that a person can do with a session. A surface without a field does not offer it. */
export interface SessionAction {
  /** Name on pages, in messages and in `data-action`. */
  readonly id: string;
  /** Marked for translation where a page shows it. */
  readonly title: string;
  /** Name of the icon in lucide; `command.codicon` shows the same in the editor. */
  readonly icon?: string;
  readonly when: Condition;
  /** Control: only a window that acts on sessions of the project offers it. */
  readonly needs?: 'control';
  /** Conditions of menus alone, whose first level has to stay short. */
  readonly menuWhen?: Condition<RowFact>;
  /** Needs nothing of the session’s machine, so that it may be away. */
  readonly whileAway?: true;
  /** Title that depends on the session. */
  readonly titleFor?: (session: LiveSession) => string;
  readonly command?: EditorCommand;
  readonly board?: BoardPlace;
  readonly phone?: PhonePlace;
  /** In a transcript: a button of the bar, or a key; `answer` also in that of a subagent. */
  readonly reader?: 'button' | 'key' | 'answer';
  readonly tree?: TreePlace;
  readonly palette?: PalettePlace;
  /** Condition under which the hub carries it out. */
  readonly hub?: Condition;
}

/** The editor's command for an action, without the prefix of its id. */
interface EditorCommand {
  readonly id: string;
  readonly title?: string;
  readonly codicon?: string;
  /** Grayed out in the editor otherwise. */
  readonly enablement?: 'control' | 'trust';
  /** True where pages ask for it by its id. */
  readonly page?: true;
  /** Places in titles of editors and views, which depend on what is in front. */
  readonly menus?: readonly {
    readonly menu: 'editor/title' | 'view/title';
    readonly when: string;
    readonly group: string;
  }[];
}

/** Pages with an editor around them; `sessionMenu` says where the menu has it. */
interface BoardPlace {
  /** Title in the list of keys. */
  readonly keyTitle?: string;
  /**
   * As `KeyboardEvent.key`, letters in lower case. Only what opens or shows something has a key: what is
   * typed past a field must do nothing to a session, whatever it is.
   */
  readonly key?: string;
  /** The key that runs it together with Ctrl or Cmd. */
  readonly chord?: 'Enter' | 'Backspace';
  /** Answers a request: not in the menu, which would hide the request. */
  readonly decides?: true;
  /** Among the buttons beneath what auto mode blocked. */
  readonly onBlocked?: true;
  /** The page offers it without control, and says what is missing. */
  readonly needs?: 'nothing';
}

interface PhonePlace {
  readonly title?: string;
  /** Two taps confirm what cannot be undone. */
  readonly confirm?: 'twoTaps';
  /** After all others. */
  readonly last?: true;
}

/** A row of the tree; `sessionMenu` says where its menu has it. */
interface TreePlace {
  /** Order among the icons of the row. */
  readonly inline?: string;
  /** Rows without the icon. */
  readonly inlineUnless?: readonly RowFact[];
  /** Condition of rows in the tree; that of pages where it is absent. */
  readonly when?: Condition<RowFact>;
  /** Rows of subagents have it, too. */
  readonly onSubagents?: true;
}

interface PalettePlace {
  /**
   * `never`: keeps its id for keys that people bound to it, and asks which session is meant. A clause:
   * listed while that is true.
   */
  readonly listed?: 'never' | { readonly when: string };
  /** Sessions to choose from; all of them without it. */
  readonly when?: Condition;
  /** Means the session of the transcript or review in front, if any. */
  readonly inFront?: true;
}
