import {
  editedFile,
  isEditTool,
  withEdit,
  withEdits,
  type EditMoment,
  type FileChanges,
} from '../../hub/domain/facts/changes';
import { isShellTool } from '../../../shared/text/shellTools';
import { isAbsolutePath } from '../../hub/domain/facts/absolutePath';
import type { OpenTool } from '../../hub/domain/facts/session';
import type { TranscriptEntry } from '../../hub/domain/facts/event';
import { changesOf, type TranscriptFold } from './fold';
import { headCall, headText, type HeadCall } from './headCall';
import { hasText, timeOfCall, timeOfResult, type RawLine } from './rawLine';

const file = /"(?:file_path|notebook_path)":"(?<path>(?:[^"\\]|\\.)*)"/u;

/** A call that may change files. */
interface OpenCall {
  /** Undefined of a shell's command. */
  readonly path: string | undefined;
  readonly at: number | undefined;
}

/** Follows what a transcript's tools changed where most of its lines are not parsed. */
export class EditTracker {
  private readonly open = new Map<string, OpenCall>();
  private told: FileChanges;

  constructor(before: TranscriptFold) {
    this.told = changesOf(before);
    const { openTools = [] } = before.facts ?? before.agent ?? {};
    for (const tool of openTools) this.calls(tool);
  }

  get changes(): FileChanges {
    return this.told;
  }

  /** Takes a line that was parsed. */
  take(line: TranscriptEntry, moment: EditMoment): void {
    if (line.kind === 'assistant') {
      for (const use of line.toolUses) this.calls({ ...use, at: moment.at });
    } else if (line.kind === 'toolResults') {
      for (const { toolUseId, isError, edited } of line.results) {
        const call = this.ended(toolUseId);
        if (call === undefined || isError) continue;
        if (call.path !== undefined) this.told = withEdit(this.told, call.path, moment);
        else if (edited !== undefined)
          this.told = withEdits(this.told, edited, { ...moment, since: call.at });
      }
    }
  }

  /** Takes an assistant's line by its beginning; false where that does not say enough. */
  takeHead(
    head: string,
    line: RawLine,
    call: HeadCall | 'several' | undefined = headCall(head),
  ): boolean {
    if (call === undefined) return true;
    if (call === 'several' || call.id === undefined) return false;
    const { id, name } = call;
    if (isShellTool(name)) {
      const at = timeOfCall(line);
      if (at === undefined) return false;
      this.open.set(id, { path: undefined, at });
    }
    if (!isEditTool(name)) return true;
    const path = headText(file.exec(head)?.groups?.['path'] ?? '\n');
    if (path === undefined) return false;
    if (path !== '') this.open.set(id, { path, at: undefined });
    return true;
  }

  /** Takes the line of that tool use's result by its bytes; false where it has to be parsed. */
  takeResult(toolUseId: string, line: RawLine, turn: number): boolean {
    const call = this.open.get(toolUseId);
    if (call === undefined) return true;
    const { path } = call;
    const isChange = path === undefined ? hasText(line, editDiff) : !hasText(line, isError);
    if (isChange) {
      const at = path === undefined || !isAbsolutePath(path) ? undefined : timeOfResult(line);
      if (path === undefined || at === undefined) return false;
      this.told = withEdit(this.told, path, { turn, at });
    }
    this.open.delete(toolUseId);
    return true;
  }

  private ended(toolUseId: string): OpenCall | undefined {
    const call = this.open.get(toolUseId);
    this.open.delete(toolUseId);
    return call;
  }

  private calls({ id, name, input, at }: Omit<OpenTool, 'at'> & Pick<OpenCall, 'at'>): void {
    const path = editedFile(name, input);
    if (path !== undefined || isShellTool(name)) this.open.set(id, { path, at });
  }
}

const isError = '"is_error":true';
const editDiff = '"bashEditDiff":{';
