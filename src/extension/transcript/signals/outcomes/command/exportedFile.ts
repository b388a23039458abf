import type { OutcomeStep } from './outcomeStep';

const mediaFormats = /\.(?:mp4|mov|mkv|webm|gif|avi|m4v|mp3|wav|flac|ogg|opus|m4a|aac|m4b)$/i;
/** A converter that writes such a format prepares text for reading or editing, which is not an export. */
const textFormats = /\.(?:md|markdown|txt|json|ya?ml|native)$/i;
const maxFileLength = 200;

/** The step of an export with its output file; undefined if the tool writes no document. */
export function readExport(tool: string, args: readonly string[]): OutcomeStep | undefined {
  const names = args.filter((word) => !word.startsWith('-'));
  switch (tool) {
    case 'pandoc':
    case 'asciidoctor':
    case 'asciidoctor-pdf':
      return conversionStep(tool, args);
    case 'typst':
      return names[0] === 'compile' || names[0] === 'c'
        ? makeExportStep(tool, names[2] ?? withEnding(names[1], 'pdf'))
        : undefined;
    case 'quarto':
      return names[0] === 'render' ? makeExportStep(tool, undefined) : undefined;
    case 'mdbook':
      return names[0] === 'build' ? makeExportStep(tool, undefined) : undefined;
    case 'ebook-convert':
      return names.length < 2 ? undefined : makeExportStep(tool, names[1]);
    case 'ffmpeg': {
      const file = args.at(-1) ?? '';
      return args.includes('-i') && mediaFormats.test(file) && args.at(-2) !== '-i'
        ? makeExportStep(tool, file)
        : undefined;
    }
    default: {
      // LaTeX programs, whose options have no separate value.
      if (args.some((word) => word === '-c' || word === '-C' || word === '-pvc')) return undefined;
      const source = names.at(-1);
      return makeExportStep(tool, source === undefined ? undefined : withEnding(source, 'pdf'));
    }
  }
}

function conversionStep(tool: string, args: readonly string[]): OutcomeStep | undefined {
  const at = args.findIndex(
    (word) => word === '-o' || word === '--output' || word === '--out-file',
  );
  const joined = args.find((word) => word.startsWith('--output=') || /^-o\S/.test(word));
  const file = at >= 0 ? args[at + 1] : joined?.replace(/^(?:--output=|-o)/, '');
  // Without an output file, pandoc prints to stdout.
  if (file === undefined) return tool === 'pandoc' ? undefined : makeExportStep(tool, undefined);
  return file === '-' || textFormats.test(file) ? undefined : makeExportStep(tool, file);
}

function withEnding(source: string | undefined, ending: string): string | undefined {
  const name = source?.split('/').at(-1);
  return name === undefined ? undefined : `${name.replace(/\.[a-z]{1,5}$/, '')}.${ending}`;
}

/**
 * The step of an export. The file is left out if its name contains a shell variable or pattern, or
 * is too long.
 */
function makeExportStep(tool: string, file: string | undefined): OutcomeStep {
  const isKnown = file !== undefined && file.length <= maxFileLength && !/[$*?`\n]/.test(file);
  return { kind: 'export', tool, ...(isKnown ? { file } : {}), isSilent: false };
}
