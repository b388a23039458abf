import type { Sample } from './sample';

/** Builds, lints and exports. */
export const checkSamples: readonly Sample[] = [
  {
    tool: 'tsc',
    version: 'npx tsc --version',
    files: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "files": ["good.ts"] }',
      'good.ts': 'export const one: number = 1;\n',
      'bad.ts': "export const one: number = 'one';\nexport const two: number = 'two';\n",
    },
    cases: [
      {
        name: 'passing',
        kind: 'lint',
        command: 'npx tsc --noEmit 2>&1 | head -20',
        ok: true,
        data: { tool: 'tsc', problems: 0 },
      },
      {
        name: 'failing',
        kind: 'lint',
        command: 'npx tsc --noEmit --ignoreConfig bad.ts',
        ok: false,
        data: { tool: 'tsc', problems: 2 },
      },
      {
        name: 'failing-tail',
        kind: 'lint',
        command: 'npx tsc --noEmit --ignoreConfig bad.ts 2>&1 | tail -1',
        ok: false,
        data: { tool: 'tsc' },
      },
      {
        name: 'failing-pretty',
        kind: 'lint',
        command: 'npx tsc --noEmit --pretty --ignoreConfig bad.ts',
        ok: false,
        data: { tool: 'tsc', problems: 2 },
      },
    ],
  },
  {
    tool: 'eslint',
    version: 'npx eslint --version',
    files: {
      'eslint.config.mjs':
        "export default [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'warn' } }];\n",
      'good.js': 'export const one = 1;\n',
      'warn.js': 'const one = 1;\n',
      'bad.js': 'const one = two + three;\n',
      'package.json': '{ "name": "sample", "scripts": { "lint": "eslint bad.js" } }',
    },
    cases: [
      {
        name: 'passing',
        kind: 'lint',
        command: 'npx eslint good.js | tail -20',
        ok: true,
        data: { tool: 'eslint', problems: 0 },
      },
      {
        name: 'warning',
        kind: 'lint',
        command: 'npx eslint warn.js | tail -20',
        ok: true,
        data: { tool: 'eslint', problems: 1 },
      },
      {
        name: 'failing',
        kind: 'lint',
        command: 'npm run lint 2>&1 | tail -20',
        ok: false,
        data: { tool: 'eslint', problems: 3 },
      },
      {
        name: 'failing-coloured',
        kind: 'lint',
        command: 'npx eslint --color bad.js',
        ok: false,
        data: { tool: 'eslint', problems: 3 },
      },
    ],
  },
  {
    tool: 'oxlint',
    version: 'npx oxlint --version',
    files: { 'good.js': 'export const one = 1;\n', 'bad.js': 'debugger;\nif (NaN === 1) {}\n' },
    cases: [
      {
        name: 'passing',
        kind: 'lint',
        command: 'npx oxlint good.js',
        ok: true,
        data: { tool: 'oxlint', problems: 0 },
      },
      {
        name: 'failing',
        kind: 'lint',
        command: 'npx oxlint -D correctness bad.js 2>&1 | tail -4',
        ok: false,
        data: { tool: 'oxlint', problems: 2 },
      },
    ],
  },
  {
    tool: 'biome',
    version: 'npx biome --version',
    files: { 'good.js': 'export const one = 1;\n', 'bad.js': 'debugger;\nif (NaN === 1) {}\n' },
    cases: [
      {
        name: 'passing',
        kind: 'lint',
        command: 'npx biome lint good.js',
        ok: true,
        data: { tool: 'biome', problems: 0 },
      },
      {
        name: 'failing',
        kind: 'lint',
        command: 'npx @biomejs/biome check bad.js 2>&1 | tail -15',
        ok: false,
        data: { tool: 'biome', problems: 3 },
      },
    ],
  },
  {
    tool: 'prettier',
    version: 'npx prettier --version',
    files: { 'good.js': 'export const one = 1;\n', 'bad.js': 'export   const one = 1\n' },
    cases: [
      {
        name: 'passing',
        kind: 'lint',
        command: 'npx prettier --check good.js',
        ok: true,
        data: { tool: 'prettier', problems: 0 },
      },
      {
        name: 'failing',
        kind: 'lint',
        command: 'npx prettier -c bad.js 2>&1 | tail -3',
        ok: false,
        data: { tool: 'prettier' },
      },
    ],
  },
  {
    tool: 'mypy',
    version: 'mypy --version',
    files: { 'good.py': 'one: int = 1\n', 'bad.py': "one: int = 'one'\ntwo: int = 'two'\n" },
    cases: [
      {
        name: 'passing',
        kind: 'lint',
        command: 'mypy good.py',
        ok: true,
        data: { tool: 'mypy', problems: 0 },
      },
      {
        name: 'failing',
        kind: 'lint',
        command: 'mypy bad.py | tail -1',
        ok: false,
        data: { tool: 'mypy', problems: 2 },
      },
    ],
  },
  {
    tool: 'vite',
    version: 'npx vite --version',
    files: {
      'index.html': '<script type="module" src="/main.js"></script>\n',
      'main.js': 'console.log(1);\n',
      'bad/index.html': '<script type="module" src="/main.js"></script>\n',
      'bad/main.js': "import './nothing.js';\n",
      'package.json': '{ "name": "sample", "scripts": { "build": "vite build bad" } }',
    },
    cases: [
      {
        name: 'passing',
        kind: 'build',
        command: 'npx vite build 2>&1 | tail -5',
        ok: true,
        data: { tool: 'vite' },
      },
      {
        name: 'failing',
        kind: 'build',
        command: 'npm run build 2>&1 | tail -20',
        data: { tool: 'npm' },
      },
      {
        name: 'failing-whole',
        kind: 'build',
        command: 'npm run build',
        ok: false,
        data: { tool: 'vite' },
      },
      {
        name: 'failing-grep',
        kind: 'build',
        command: 'npx vite build bad 2>&1 | grep -v " at " | head -20',
        ok: false,
        data: { tool: 'vite' },
      },
    ],
  },
  {
    tool: 'webpack',
    version: 'npm ls webpack',
    files: { 'good.js': 'console.log(1);\n', 'bad.js': "import './nothing.js';\n" },
    cases: [
      {
        name: 'passing',
        kind: 'build',
        command: 'npx webpack --mode production ./good.js | tail -3',
        ok: true,
        data: { tool: 'webpack' },
      },
      {
        name: 'failing',
        kind: 'build',
        command: 'npx webpack --mode production ./bad.js | tail -3',
        ok: false,
        data: { tool: 'webpack' },
      },
    ],
  },
  {
    tool: 'next',
    version: 'npx next --version',
    files: {
      'app/layout.js':
        'export default function Layout({ children }) { return <html><body>{children}</body></html>; }\n',
      'app/page.js': 'export default function Page() { return <p>1</p>; }\n',
      'bad/app/layout.js':
        'export default function Layout({ children }) { return <html><body>{children}</body></html>; }\n',
      'bad/app/page.js':
        "import './nothing.js';\nexport default function Page() { return <p>1</p>; }\n",
    },
    cases: [
      {
        name: 'passing',
        kind: 'build',
        command: 'NEXT_TELEMETRY_DISABLED=1 npx next build --webpack 2>&1 | tail -20',
        ok: true,
        data: { tool: 'next' },
      },
      {
        name: 'failing',
        kind: 'build',
        command: 'NEXT_TELEMETRY_DISABLED=1 npx next build --webpack bad 2>&1 | tail -20',
        ok: false,
        data: { tool: 'next' },
      },
    ],
  },
  {
    tool: 'make',
    version: 'make --version',
    files: {
      Makefile: 'all:\n\t@echo made\nbuild:\n\tfalse\n',
    },
    cases: [
      { name: 'passing', kind: 'build', command: 'make', ok: true, data: { tool: 'make' } },
      {
        name: 'failing',
        kind: 'build',
        command: 'make -j4 build 2>&1 | tail -3',
        ok: false,
        data: { tool: 'make' },
      },
    ],
  },
  {
    tool: 'pandoc',
    version: 'pandoc --version',
    files: { 'book.md': '# Chapter\n\nOnce.\n' },
    cases: [
      {
        name: 'passing',
        kind: 'export',
        command: 'pandoc book.md -o book.docx',
        ok: true,
        data: { tool: 'pandoc', file: 'book.docx' },
      },
      {
        name: 'failing',
        kind: 'export',
        command: 'pandoc nothing.md -o book.docx',
        ok: false,
        data: { tool: 'pandoc', file: 'book.docx' },
      },
    ],
  },
  {
    tool: 'latex',
    version: 'pdflatex --version',
    files: {
      'main.tex': '\\documentclass{article}\\begin{document}Once.\\end{document}\n',
      'bad.tex': '\\documentclass{article}\\begin{document}\\nothing\\end{document}\n',
    },
    cases: [
      {
        name: 'pdflatex',
        kind: 'export',
        command: 'pdflatex -interaction=nonstopmode main.tex | tail -5',
        ok: true,
        data: { tool: 'pdflatex', file: 'main.pdf' },
      },
      {
        name: 'latexmk',
        kind: 'export',
        command: 'latexmk -pdf -interaction=nonstopmode main.tex 2>&1 | tail -5',
        ok: true,
        data: { tool: 'latexmk', file: 'main.pdf' },
      },
      {
        name: 'latexmk-failing',
        kind: 'export',
        command: 'latexmk -pdf -interaction=nonstopmode bad.tex 2>&1 | tail -8',
        ok: false,
        data: { tool: 'latexmk', file: 'bad.pdf' },
      },
    ],
  },
  {
    tool: 'asciidoctor',
    version: 'asciidoctor --version',
    files: { 'book.adoc': '= Book\n\nOnce.\n' },
    cases: [
      {
        name: 'passing',
        kind: 'export',
        command: 'asciidoctor -o book.html book.adoc',
        ok: true,
        data: { tool: 'asciidoctor', file: 'book.html' },
      },
    ],
  },
  {
    tool: 'ffmpeg',
    version: 'ffmpeg -version',
    files: {},
    cases: [
      {
        name: 'passing',
        kind: 'export',
        command: 'ffmpeg -y -f lavfi -i sine=duration=1 tone.wav',
        ok: true,
        data: { tool: 'ffmpeg', file: 'tone.wav' },
      },
      {
        name: 'failing',
        kind: 'export',
        command: 'ffmpeg -y -i nothing.wav tone.mp3',
        ok: false,
        data: { tool: 'ffmpeg', file: 'tone.mp3' },
      },
    ],
  },
];
