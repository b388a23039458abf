/**
 * Questions of an agent: a single choice with previews, a multiple choice, and one with bare
 * options.
 */
export const threeQuestions = [
  {
    question: 'Which colour should the button have?',
    header: 'Colour',
    options: [
      { label: 'Red', description: 'A red button', preview: '[ red ]\n   ^^^' },
      { label: 'Blue', description: 'A blue button', preview: '[ blue ]' },
    ],
    multiSelect: false,
  },
  {
    question: 'Which features do you want?',
    header: 'Features',
    options: [
      { label: 'Search', description: 'Full text search' },
      { label: 'Export', description: 'CSV export' },
      { label: 'Login', description: 'User accounts' },
    ],
    multiSelect: true,
  },
  {
    question: 'What shall it be called?',
    header: 'Name',
    options: [{ label: 'Board' }, { label: 'Desk' }],
    multiSelect: false,
  },
] as const;
