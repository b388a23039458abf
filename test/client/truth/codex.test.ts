import { codexCastOf, describeTruth } from '../../truth/shortForm';

describeTruth([
  codexCastOf('Codex: a plain turn', { world: 'shared', hooks: false }),
  codexCastOf('Codex: a command is asked for and allowed', { world: 'own', hooks: true }),
  codexCastOf('Codex: a question in plan mode is answered', { world: 'own', hooks: false }),
  codexCastOf('Codex: Escape while a command runs, then a turn that works', {
    world: 'shared',
    hooks: false,
  }),
  codexCastOf('Codex: an API error ends the turn, the next one works', {
    world: 'own',
    hooks: true,
  }),
  codexCastOf('Codex: kill -9 while a command runs', { world: 'own', hooks: false }),
]);
