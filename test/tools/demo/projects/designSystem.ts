import { bash, edit, grep, read } from '../words/tools';
import { outlinedProject } from './outline';
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

export const designSystem = outlinedProject({
  name: 'design-system',
  outline: {
    'src/badge/badge.css': 'badge',
    'src/field/field.css': 'field',
    'src/dialog/dialog.css': 'dialog',
    'src/tabs/tabs.css': 'tabs',
    'src/empty-state/emptyState.css': 'empty-state',
    'src/tooltip/tooltip.css': 'tooltip',
    'src/icons/sprite.ts': 'buildSprite',
    'src/theme/followSystem.ts': 'followSystem',
  },
  files: {
    'tokens/light.json': tokens,
    'src/button/button.css': button,
    'README.md': '# design-system\n\nTokens, components and their documentation.\n',
  },
  uncommitted: { 'docs/icons.md': '# Icons\n\nOne sprite, or single files?\n' },
  routine: [
    [say('The tokens first: everything hangs off them.'), read('tokens/light.json')],
    read('src/button/button.css'),
    grep('color-text-muted', 'src/field/field.css', 'src/badge/badge.css'),
    bash('npm run build:tokens', 'Build the tokens', {
      seconds: 3,
      out: '✔ light  148 tokens\n✔ dark   148 tokens\n✔ high-contrast  148 tokens',
    }),
    edit('tokens/light.json', '"muted": "{gray.600}"', '"muted": "{gray.700}"'),
    bash('npm run test:contrast', 'Check contrast in every theme', {
      seconds: 4,
      out: '312 pairs checked, lowest 4.62:1 (muted text on raised surface)',
    }),
  ],
});
