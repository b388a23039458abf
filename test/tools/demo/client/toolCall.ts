import type { FileEffect } from '../stage/projectFolders';

type Input = Readonly<Record<string, unknown>>;

/** One tool call: its input, its result, and its duration. */
export interface ToolCall {
  readonly name: string;
  readonly input: Input;
  /** Structured result in hooks and in the transcript. */
  readonly response: unknown;
  /** Result for the model. */
  readonly text: string;
  readonly seconds: number;
  /** `Exit code 1 …`: the tool ran and failed. */
  readonly failure?: string;
  /** Its effect on the files of its project, if that is a repository. */
  readonly does?: FileEffect;
}

export interface BashRun {
  readonly out?: string;
  readonly seconds?: number;
  /** The exit code, if it is not 0. */
  readonly fails?: number;
  /** Facts that the client derives from the output of git or gh. */
  readonly gitOperation?: Input;
}

export function bash(command: string, description: string, run: BashRun = {}): ToolCall {
  const out = run.out ?? '';
  const failure = run.fails === undefined ? undefined : `Exit code ${run.fails}\n${out}`;
  return {
    name: 'Bash',
    input: { command, description },
    response: {
      stdout: out,
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: out === '',
      ...(run.gitOperation !== undefined && { gitOperation: run.gitOperation }),
    },
    text: out === '' ? '(Bash completed with no output)' : out,
    seconds: run.seconds ?? 2,
    ...(failure !== undefined && { failure }),
  };
}

export function read(filePath: string, content: string): ToolCall {
  const lines = content.split('\n');
  return {
    name: 'Read',
    input: { file_path: filePath },
    response: {
      type: 'text',
      file: {
        filePath,
        content,
        numLines: lines.length,
        startLine: 1,
        totalLines: lines.length,
      },
    },
    text: lines.map((line, index) => `${index + 1}\t${line}`).join('\n'),
    seconds: 0.2,
  };
}

export function grep(pattern: string, ...filenames: readonly string[]): ToolCall {
  return {
    name: 'Grep',
    input: { pattern, output_mode: 'files_with_matches' },
    response: { mode: 'files_with_matches', filenames, numFiles: filenames.length },
    text: `Found ${filenames.length} files\n${filenames.join('\n')}`,
    seconds: 0.4,
  };
}

const upToDate = '(file state is current in your context — no need to Read it back)';

export function edit(
  filePath: string,
  original: string,
  oldString: string,
  newString: string,
): ToolCall {
  return {
    name: 'Edit',
    input: {
      file_path: filePath,
      old_string: oldString,
      new_string: newString,
      replace_all: false,
    },
    response: {
      filePath,
      oldString,
      newString,
      originalFile: original,
      structuredPatch: [hunk(original, oldString, newString)],
      userModified: false,
      replaceAll: false,
    },
    text: `The file ${filePath} has been updated successfully. ${upToDate}`,
    seconds: 0.3,
  };
}

export function write(filePath: string, content: string): ToolCall {
  return {
    name: 'Write',
    input: { file_path: filePath, content },
    response: {
      type: 'create',
      filePath,
      content,
      structuredPatch: [],
      originalFile: null,
      userModified: false,
    },
    text: `File created successfully at: ${filePath} ${upToDate}`,
    seconds: 0.3,
  };
}

const contextLines = 3;

/** The change as one hunk of whole lines; `original` contains `oldString`. */
function hunk(original: string, oldString: string, newString: string): Input {
  const before = linesOf(original);
  const after = linesOf(original.replace(oldString, () => newString));
  const first = original.slice(0, original.indexOf(oldString)).split('\n').length - 1;
  const removedCount = oldString.split('\n').length;
  const addedCount = newString.split('\n').length;
  const start = Math.max(0, first - contextLines);
  const lead = before.slice(start, first);
  const trail = before.slice(first + removedCount, first + removedCount + contextLines);
  return {
    oldStart: start + 1,
    oldLines: lead.length + removedCount + trail.length,
    newStart: start + 1,
    newLines: lead.length + addedCount + trail.length,
    lines: [
      ...lead.map((line) => ` ${line}`),
      ...before.slice(first, first + removedCount).map((line) => `-${line}`),
      ...after.slice(first, first + addedCount).map((line) => `+${line}`),
      ...trail.map((line) => ` ${line}`),
    ],
  };
}

/** A newline at the end of a file starts no further line. */
function linesOf(text: string): readonly string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
