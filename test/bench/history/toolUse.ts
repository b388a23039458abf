import { byRule, type Block, type ToolResult } from '../../support/transcript/clientLines';
import type { Random } from '../../support/random';
import { happens, pickWeighted, powerLaw } from './chance';
import type { Corpus } from './corpus';

export interface ToolUse {
  readonly block: Extract<Block, { readonly type: 'tool_use' }>;
  readonly result: ToolResult;
}

export interface ToolUseOptions {
  readonly random: Random;
  readonly corpus: Corpus;
  readonly cwd: string;
  readonly resultScale: number;
  /** Maximum length of a result, in characters. */
  readonly longest: number;
}

type ToolName = 'Bash' | 'Read' | 'Edit' | 'Grep' | 'picture' | 'mcp';

/** Creates a tool call and its result in the client's format. */
export function toolUse(options: ToolUseOptions): ToolUse {
  const name = pickWeighted<ToolName>(options.random, [
    ['Bash', 40],
    ['Read', 32],
    ['Edit', 16],
    ['Grep', 10],
    ['picture', 0.5],
    ['mcp', 1.5],
  ]);
  return makers[name](options);
}

const makers: Readonly<Record<ToolName, (options: ToolUseOptions) => ToolUse>> = {
  Bash: (options) => {
    const { random, corpus } = options;
    const stdout = output(options);
    const isError = happens(random, 0.05);
    return call(random, 'Bash', {
      input: {
        command: `npm run ${corpus.sentence(random)}`,
        description: corpus.sentence(random),
      },
      content: isError ? `Exit code 1\n${stdout}` : stdout,
      isError,
      details: isError
        ? `Error: Exit code 1\n${stdout}`
        : { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
    });
  },
  Read: (options) => {
    const { random } = options;
    const file = fileOf(options);
    const content = output(options);
    return call(random, 'Read', {
      input: { file_path: file },
      content,
      details: {
        type: 'text',
        file: { filePath: file, content, numLines: 120, startLine: 1, totalLines: 120 },
      },
    });
  },
  Edit: (options) => {
    const { random, corpus } = options;
    const file = fileOf(options);
    const oldText = corpus.text(random, random.between(30, 600));
    const newText = corpus.text(random, random.between(30, 900));
    const originalFile = output(options);
    return call(random, 'Edit', {
      input: { file_path: file, old_string: oldText, new_string: newText, replace_all: false },
      content: `The file ${file} has been updated successfully.`,
      details: {
        filePath: file,
        oldString: oldText,
        newString: newText,
        originalFile,
        structuredPatch: [
          { oldStart: 7, oldLines: 3, newStart: 7, newLines: 4, lines: newText.split('\n') },
        ],
        userModified: false,
        replaceAll: false,
      },
    });
  },
  Grep: (options) => {
    const { random, corpus } = options;
    const content = `${output(options)}\n${corpus.decoy(random)}`;
    return call(random, 'Grep', {
      input: { pattern: 'usage', output_mode: 'content', path: options.cwd },
      content,
      details: { mode: 'content', numFiles: 4, filenames: [], content, numLines: 40 },
    });
  },
  picture: (options) => {
    const { random, corpus } = options;
    const size = powerLaw(random, 60_000, 3_500_000, 0.7) * options.resultScale;
    const data = corpus.base64(random, Math.floor(Math.min(size, options.longest)));
    return call(random, 'Read', {
      input: { file_path: `${options.cwd}/screenshot.png` },
      content: [{ type: 'image', source: { type: 'base64', data, media_type: 'image/png' } }],
      details: {
        type: 'image',
        file: { base64: data, type: 'image/png', originalSize: data.length },
      },
    });
  },
  mcp: ({ random }) =>
    call(random, 'mcp__ledger__record', {
      // This input has the fields of a message, as objects instead of as text.
      input: {
        type: 'assistant',
        timestamp: '2020-02-02T00:00:00.000Z',
        message: {
          id: 'msg_01notAMessage',
          model: 'claude-opus-4-1',
          usage: { input_tokens: 5_000_000, output_tokens: 700_000 },
        },
        usage: { input_tokens: 1, output_tokens: 2 },
      },
      content: [{ type: 'text', text: 'Recorded.' }],
      details: [{ type: 'text', text: 'Recorded.' }],
    }),
};

function output(options: ToolUseOptions): string {
  const { random, corpus } = options;
  const size = powerLaw(random, 120, 400_000, 0.75) * options.resultScale;
  const text = corpus.text(random, Math.floor(Math.min(size, options.longest)));
  return happens(random, 0.01) ? `${text}\n${corpus.decoy(random)}\n` : text;
}

function fileOf({ random, corpus, cwd }: ToolUseOptions): string {
  return `${cwd}/src/${corpus.sentence(random).replaceAll(' ', '/')}.ts`;
}

interface Call {
  readonly input: Readonly<Record<string, unknown>>;
  readonly content: unknown;
  readonly isError?: boolean;
  readonly details: unknown;
}

function call(random: Random, name: string, { input, content, isError, details }: Call): ToolUse {
  const id = random.serviceId('toolu');
  return {
    block: { type: 'tool_use', id, name, input },
    result: {
      toolUseId: id,
      content,
      ...(isError !== undefined && { isError }),
      toolUseResult: details,
      verdict: byRule,
    },
  };
}
