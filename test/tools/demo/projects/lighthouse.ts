import type { Project } from '../project';
import { bash, grep, read } from '../words/tools';

export const chapter = 'chapters/07-the-storm.md';

const storm = `# The storm

The lamp had been burning for an hour when the wind turned. Edda felt it in the
stairs before she heard it: a long, low shiver that went up the tower and did
not come down again.

"It is only the wind," said the keeper, and went on trimming the wick.

She counted the seconds between the light and the dark. There were eleven. There
had always been eleven.
`;

/** A book, where most of a day's work is prose. */
export const lighthouse: Project = {
  name: 'the-lighthouse',
  files: {
    'chapters/06-low-tide.md':
      '# Low tide\n\nAt low tide one could walk to the rocks, if one knew the way back.\n',
    [chapter]: storm,
    'notes/people.md':
      '# People\n\n- Edda, eleven, counts everything\n- The keeper, who has no name until chapter nine\n',
    'book.yaml': 'title: The Lighthouse\nlang: en-GB\n',
  },
  uncommitted: { 'notes/loose-ends.md': '# Loose ends\n\n- Who lit the lamp in chapter two?\n' },
  looking: [
    read('notes/people.md'),
    grep('eleven', chapter, 'notes/people.md'),
    read('chapters/06-low-tide.md'),
  ],
  routine: [
    read(chapter),
    bash('wc -w chapters/*.md', 'Count the words', { out: '  41210 total', seconds: 1 }),
  ],
};
