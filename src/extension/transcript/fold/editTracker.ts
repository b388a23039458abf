import {
  editedFile,
  withEdit,
  type EditMoment,
  type FileChanges,
} from '../../hub/domain/facts/changes';
import type { TranscriptEntry } from '../../hub/domain/facts/event';
import { changesOf, type TranscriptFold } from './fold';
import { headCall, headText, type HeadCall } from './headCall';

const editors: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
const file = /"(?:file_path|notebook_path)":"(?<path>(?:[^"\\]|\\.)*)"/u;

/** Follows what a transcript's tools changed where most of its lines are not parsed. */
export class EditTracker {
  private readonly open = new Map<string, string>();
  private told: FileChanges;

  constructor(before: TranscriptFold) {
    this.told = changesOf(before);
    const { openTools = [] } = before.facts ?? before.agent ?? {};
    for (const { id, name, input } of openTools) this.calls(id, editedFile(name, input));
  }

  get changes(): FileChanges {
    return this.told;
  }

  /** Takes a line that was parsed. */
  take(line: TranscriptEntry, moment: EditMoment): void {
    if (line.kind === 'assistant') {
      for (const { id, name, input } of line.toolUses) this.calls(id, editedFile(name, input));
    } else if (line.kind === 'toolResults') {
      for (const { toolUseId, isError } of line.results)
        this.ends(toolUseId, () => isError, moment);
    }
  }

  /** Takes an assistant's line by its beginning; false where that does not say enough. */
  takeHead(head: string, call: HeadCall | 'several' | undefined = headCall(head)): boolean {
    if (call === undefined) return true;
    if (call === 'several') return false;
    const { id, name } = call;
    if (id === undefined || !editors.has(name)) return true;
    const path = headText(file.exec(head)?.groups?.['path'] ?? '\n');
    if (path === undefined) return false;
    this.calls(id, path);
    return true;
  }

  /** The result of a tool use has come; true where it was an edit that was made. */
  ends(toolUseId: string, isError: () => boolean, moment: EditMoment): boolean {
    const path = this.open.get(toolUseId);
    if (path === undefined) return false;
    this.open.delete(toolUseId);
    if (isError()) return false;
    this.told = withEdit(this.told, path, moment);
    return true;
  }

  /** The time of the last edit, where the line that told of it was not parsed. */
  lastWasAt(at: number | undefined): void {
    if (at !== undefined) this.told = { ...this.told, lastAt: at };
  }

  private calls(id: string, path: string | undefined): void {
    if (path !== undefined && path !== '') this.open.set(id, path);
  }
}
