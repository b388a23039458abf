import type { Project } from '../project';
import { bash, edit, grep, read, run } from '../words/tools';
import { say } from '../words/turn';

const tokens = `{
  "color": {
    "text": { "default": "{gray.900}", "muted": "{gray.600}" },
    "border": { "default": "{gray.300}", "focus": "{blue.600}" },
    "surface": { "default": "{white}", "raised": "{gray.050}" }
  },
  "space": { "1": "4px", "2": "8px", "3": "12px", "4": "16px" }
}
`;

const button = `.button {
  color: var(--color-text-default);
  border: 1px solid var(--color-border-default);
  padding: var(--space-1) var(--space-3);
}

.button:focus-visible {
  outline: 2px solid var(--color-border-focus);
}
`;

export const designSystem: Project = {
  name: 'design-system',
  files: {
    'tokens/light.json': tokens,
    'src/button/button.css': button,
    'README.md': '# design-system\n\nTokens, components and their documentation.\n',
  },
  routine: [
    [say('The tokens first: everything hangs off them.'), run(read('tokens/light.json'))],
    run(read('src/button/button.css')),
    run(grep('color-text-muted', 'src/field/field.css', 'src/badge/badge.css')),
    run(
      bash('npm run build:tokens', 'Build the tokens', {
        seconds: 3,
        out: '✔ light  148 tokens\n✔ dark   148 tokens\n✔ high-contrast  148 tokens',
      }),
    ),
    run(edit('tokens/light.json', '"muted": "{gray.600}"', '"muted": "{gray.700}"')),
    run(
      bash('npm run test:contrast', 'Check contrast in every theme', {
        seconds: 4,
        out: '312 pairs checked, lowest 4.62:1 (muted text on raised surface)',
      }),
    ),
  ],
};
