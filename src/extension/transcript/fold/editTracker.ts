import { editedFile, withEdit, type FileChanges } from '../../hub/domain/facts/changes';
import type { TranscriptEntry } from '../../hub/domain/facts/event';
import { changesOf, type TranscriptFold } from './fold';

const call = /"type":"tool_use","id":"(?<id>[^"]+)","name":"(?<name>[^"]+)","input"/u;
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
  take(line: TranscriptEntry): void {
    if (line.kind === 'assistant') {
      for (const { id, name, input } of line.toolUses) this.calls(id, editedFile(name, input));
    } else if (line.kind === 'toolResults') {
      for (const { toolUseId, isError } of line.results) this.ends(toolUseId, () => isError);
    }
  }

  /** Takes an assistant's line by its beginning; false where that does not say enough. */
  takeHead(head: string): boolean {
    if (!head.includes('"type":"tool_use"')) return true;
    if (head.indexOf('"type":"tool_use"') !== head.lastIndexOf('"type":"tool_use"')) return false;
    const { id, name = '' } = call.exec(head)?.groups ?? {};
    if (id === undefined || !editors.has(name)) return true;
    const path = file.exec(head)?.groups?.['path'];
    if (path === undefined || /[^ -~]/u.test(path)) return false; // A head has bytes, not characters.
    // Parsed, so that it does not hold on to the head it was cut from.
    this.calls(id, JSON.parse(`"${path}"`) as string);
    return true;
  }

  /** The result of a tool use has come. */
  ends(toolUseId: string, isError: () => boolean): void {
    const path = this.open.get(toolUseId);
    if (path === undefined) return;
    this.open.delete(toolUseId);
    if (!isError()) this.told = withEdit(this.told, path);
  }

  private calls(id: string, path: string | undefined): void {
    if (path !== undefined && path !== '') this.open.set(id, path);
  }
}
