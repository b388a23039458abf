import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import { projectRoot } from '../../support/editor/paths';
import { sourceTexts } from '../../support/l10n/sourceTexts';
import { projectTexts } from '../../support/l10n/texts';

const bundleSchema = z.record(z.string(), z.string());

function bundle(file: string): Readonly<Record<string, string>> {
  return bundleSchema.parse(JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')));
}

/** Texts for machines or the log, and names: they are not translated. */
const untranslated: readonly RegExp[] = [
  // The client's own texts; views translate what a person sees of them.
  /^src\/(?:extension|shared)\/agents\/(?:(?:claude|codex)\/|hookFields\.ts: (?:hook|field) )/,
  /^src\/extension\/api\/(?:labelCheck|labelCollections)\.ts: /, // For authors of extensions.
  /^src\/shared\/text\/promptLimits\.ts: Continue/, // For the agent.
  /^src\/extension\/link\/(?:callHub|streamClient|hubLink|hubMove|hubProcess|hubWorker)\.ts: (?:[a-z]|Bearer |The hub (?:at|ended|is stopped|moves)|A hub (?:of|that))/,
  /^src\/extension\/transcript\/signals\/[\w/]+\.ts: /, // Output of programs, and their names.
  /^src\/extension\/transcript\/signals\/[\w/]+\.ts: /, // Words of other programs.
  /^src\/extension\/commandLine\/mcp\//, // For agents.
  // Scripts.
  /^src\/extension\/commandLine\/launcher\/launcherText\.ts: (?!Mission Control is no longer)/,
  /^src\/extension\/util\/(?:lifetime|files\/safeFile)\.ts: /,
  /^src\/extension\/util\/files\/privateFolder\.ts: \{0\} is not a file/,
  /^src\/extension\/views\/attention\/sound\.ts: /,
  /^src\/extension\/views\/machines\/\w+\.ts: (?:ssh \{0\}|docker exec -i dev)$/, // Commands.
  /^src\/extension\/views\/board\/pageHtml\.ts: <!DOCTYPE/,
  /^src\/extension\/views\/marks\/spot\.ts: </, // A picture.
  /^src\/shared\/agents\/agentLabels\.ts: (?:Claude Code|Codex)$/, // A name.
  /^src\/shared\/request\/pathRisk\.ts: program files$/, // A folder.
  /^src\/shared\/text\/followUpQuotes\.ts: /, // Part of prompts.
  // For the agent.
  /^src\/shared\/text\/(?:lineComments|planMessage|reviewMessage|quotations)\.ts: /,
  // The client's own texts.
  /^src\/extension\/reader\/(?:items\/resultItem|seek)\.ts: (?:Edit|Read|Agent|The user doesn't want to |"is_error)/,
  /^src\/extension\/views\/pulls\/askGitHub\.ts: (?:query\(|Bearer )/, // For GitHub.
  /^src\/extension\/transcript\/signals\//, // Names of programs, and their output.
  /^src\/extension\/views\/terminal\/whereItRuns\.ts: (?:[A-Z]\w+|GNOME \w+|Xfce Terminal|Windows Terminal|VS Code)$/,
  /^src\/shared\/(?:presentation|board\/displayLooks)\.ts: [A-Z][a-z]+$/, // Icons.
  // Texts of the manifest and manual, and icons; titles on pages are marked.
  /^src\/shared\/actions\/rows\/\w+\.ts: /,
  /^src\/webview\/components\/bar\/KeyHelp\.tsx: (?:Enter|Home|End|Escape)$/,
  // Names of keys, as printed on keyboards.
  /^src\/webview\/keys\/shortcut\.ts: (?:Enter|Backspace|Ctrl|Cmd)$/,
  /^src\/webview\/phone\/pairing\/deviceName\.ts: [\w ]+$/, // Names of systems and browsers.
  /^src\/webview\/reader\/keys\.ts: (?:Enter|Home|End)$/,
  /^src\/webview\/reader\/[\w/]+\.tsx?: (?:\{0\} all|picture \{0\}|day \{0\})$/, // Names of parts.
  /^src\/webview\/(?:keys\/motion|layout\/useNarrow|day\/dayPicture)\.ts: (?:cubic-|translate|\(width|\{0\} \{1\}px)/,
];

function placeholders(text: string): readonly string[] {
  return [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
}

describe('the texts of the interface', () => {
  const { used, early, loose } = projectTexts();
  const german = bundle('media/l10n/bundle.l10n.de.json');

  it('are all there in German, and no other', () => {
    const texts = new Set(used.map(({ text }) => text));
    const missing = used.filter(({ text }) => german[text] === undefined);
    assert.deepEqual(
      missing.map(({ file, line, text }) => `${file}:${line}: ${text}`),
      [],
      'media/l10n/bundle.l10n.de.json lacks them',
    );
    const unused = Object.keys(german).filter((text) => !texts.has(text));
    assert.deepEqual(unused, [], 'nobody says this any more');
  });

  it('have the same places for values in both languages', () => {
    for (const [english, translated] of Object.entries(german)) {
      assert.deepEqual(placeholders(translated), placeholders(english), english);
    }
  });

  it('name no hub, which is a part of Mission Control that nobody has to know', () => {
    const all = [...used.map(({ text }) => text), ...Object.values(german)];
    assert.deepEqual(
      all.filter((text) => /\bhubs?\b/i.test(text)),
      [],
    );
  });

  it('end in an ellipsis after no space in both languages, as commands of the editor do', () => {
    const commands = [...Object.entries(german), ...Object.entries(bundle('package.nls.de.json'))];
    const spaced = commands.filter(([name, text]) => text.endsWith(' …') && !name.startsWith('…'));
    assert.deepEqual(spaced, []);
  });

  it('name a command in German as its title does', () => {
    const [titles, germanTitles] = [bundle('package.nls.json'), bundle('package.nls.de.json')];
    const words = (text: string) => text.toLowerCase().match(/[\p{L}/]+/gu) ?? [];
    const commands = Object.entries(titles).filter(
      ([key, title]) => key.startsWith('command.') && title.includes(' '),
    );
    const others = Object.keys(titles).filter((key) => !key.startsWith('command.'));
    const texts = [
      ...Object.entries(german),
      ...others.map((key) => [titles[key] ?? '', germanTitles[key] ?? ''] as const),
    ];
    const wrong = commands.flatMap(([key, title]) => {
      const needed = words(germanTitles[key] ?? '');
      return texts.flatMap(([english, translated]) => {
        if (!english.includes(title.replace('…', ''))) return [];
        const lowered = translated.toLowerCase();
        return needed.every((word) => lowered.includes(word)) ? [] : [`${title}: ${translated}`];
      });
    });
    assert.deepEqual(wrong, []);
  });

  it('are given a value for each place', () => {
    for (const { file, line, text, values } of used) {
      if (values === undefined) continue;
      const highest = Math.max(-1, ...placeholders(text).map((place) => Number(place[1])));
      assert.ok(highest < values, `${file}:${line}: ${text}`);
    }
  });

  it('are not asked for while a module loads: their language is not known yet', () => {
    assert.deepEqual(
      early.map(({ file, line, call }) => `${file}:${line}: ${call}`),
      [],
    );
  });

  it('go through t, as CONTRIBUTING says', () => {
    const found = loose
      .map((one) => ({ ...one, key: `${one.file}: ${one.text}` }))
      .filter(({ key }) => !untranslated.some((pattern) => pattern.test(key)));
    assert.deepEqual(
      found.map(({ file, line, text }) => `${file}:${line}: ${text}`),
      [],
    );
    const unneeded = untranslated.filter(
      (pattern) => !loose.some(({ file, text }) => pattern.test(`${file}: ${text}`)),
    );
    assert.deepEqual(unneeded, []);
  });
});

describe('a text of a source', () => {
  const looseIn = (source: string) => sourceTexts('a.tsx', source).loose.map(({ text }) => text);

  it('is found wherever a person would read it', () => {
    assert.deepEqual(looseIn('const a = <p title="Show All">Two words</p>;'), [
      'Show All',
      'Two words',
    ]);
    assert.deepEqual(looseIn('say(`${n} sessions left`)'), ['{0} sessions left']);
    assert.deepEqual(looseIn("register(id, () => show('No results found'))"), ['No results found']);
  });

  it('is asked for too early outside of all functions', () => {
    const source = `
      const a = { name: t('One') };
      class B {
        static readonly all = counted(n, 'one more', '{0} more');
        readonly own = t('Two');
        static { t(two); }
      }
      const clock = new Intl.DateTimeFormat(language());
      const c = { name: () => t('Three'), get title() { return t('Four'); } };
      function d(name = t('Five')) { return <p title={t('Six')}>{name}</p>; }`;
    assert.deepEqual(
      sourceTexts('a.tsx', source).early.map(({ call, line }) => `${line}: ${call}`),
      ["2: t('One')", "4: counted(n, 'one more', '{0} more')", '6: t(two)', '8: language()'],
    );
  });

  it('is none where it goes through t, names an element or is for the log', () => {
    const source = `
      import { a } from 'A file';
      t('Show All');
      counted(n, 'one more', '{0} more');
      log.warn('It went wrong');
      const b = <p className="two words">{t('Two words')}</p>;
      if (state === 'Not this') throw new Error('A bug of ours');`;
    assert.deepEqual(looseIn(source), []);
    const { used } = sourceTexts('a.tsx', source);
    assert.deepEqual(
      used.map(({ text, values }) => [text, values]),
      [
        ['Show All', 0],
        ['one more', 1],
        ['{0} more', 1],
        ['Two words', 0],
      ],
    );
  });
});
