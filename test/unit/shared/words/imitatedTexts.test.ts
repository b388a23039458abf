import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { shownTags } from '../../../../src/shared/board/sessionNames';
import { skeleton } from '../../../../src/shared/text/lookalikes';
import { imitatesBoardText } from '../../../../src/shared/words/imitatedTexts';
import { allTranslations, language, setLanguage } from '../../../../src/shared/words/l10n';

const bundle = path.resolve(__dirname, '../../../../media/l10n/bundle.l10n.de.json');

describe('A foreign text passes for words of the board', () => {
  const [before, words] = [language(), allTranslations()];
  afterEach(() => setLanguage(before, words));

  const imitations: readonly (readonly [string, string])[] = [
    ['the words', 'Needs permission: Bash'],
    ['Cyrillic letters', 'Nееds реrmіѕѕіоn: Bash'],
    ['Greek letters', 'Νeeds permissiοn'],
    ['Cyrillic capitals', 'NЕЕDЅ РЕRМІЅЅІОN'],
    ['Cherokee letters', 'ᎪᏞᏞᎾᎳ'],
    ['full width', 'Ｎｅｅｄｓ ｐｅｒｍｉｓｓｉｏｎ'],
    ['mathematical letters', '𝐍𝐞𝐞𝐝𝐬 𝓅𝑒𝓇𝓂𝒾𝓈𝓈𝒾𝑜𝓃'],
    ['Greek mathematical letters', '𝚴eeds permissi𝛐n'],
    ['letters in circles', 'Ⓝⓔⓔⓓⓢ permission'],
    ['letters in boxes', '🅽🅴🅴🅳🆂 permission'],
    ['letters of flags', '🇳🇪🇪🇩🇸 permission'],
    ['small capitals', 'ɴᴇᴇᴅꜱ ᴘᴇʀᴍɪꜱꜱɪᴏɴ'],
    ['accents', 'Ñéēds pèrmíssïon'],
    ['stacked marks', 'N\u0335e\u0301\u0316eds permission'],
    ['crossed letters', 'Nɇɇđs pɇrmɨssɨøn'],
    ['invisible characters', 'Ne\u200Beds\u2060 per\u00ADmis\u034Fsion'],
    ['a Hangul filler', 'Ne\u3164eds permission'],
    ['blanks between letters', 'N e e d s  p e r m i s s i o n'],
    ['dots between letters', 'N.e.e.d.s permission'],
    ['no blank', 'Needspermission'],
    ['digits', 'A d1alog 1s 0pen'],
    ['l in place of I', 'A tooI asks for lnput'],
    ['two letters in place of one', 'Neecls perrnission'],
    ['symbols around it', '⚠️ × Needs permission'],
    ['a symbol in place of a letter', 'Needs permissi∘n'.replace('∘', 'ዐ')],
    ['a letter that no table knows', 'Needs permissi\u{10980}n'],
    ['letters of two other alphabets', 'Аӏӏоա'],
    ['words of a question', 'Аsked уou а questіon'],
    ['a button', '[ Аllоw ]'],
    ['a button with a symbol', 'Allow ×'],
    ['another button', 'D℮ny'],
  ];
  for (const [title, text] of imitations)
    it(`by ${title}`, () => assert.ok(imitatesBoardText(text), skeleton(text)));

  it('in the language of the user, too', () => {
    setLanguage('de', JSON.parse(fs.readFileSync(bundle, 'utf8')) as Record<string, string>);
    const [needs, allow] = [allTranslations()['Needs permission'], allTranslations()['Allow']];
    assert.ok(needs !== undefined && allow !== undefined);
    for (const own of [needs, allow]) {
      assert.ok(imitatesBoardText(own));
      assert.ok(
        imitatesBoardText(own.replaceAll('e', 'е').replaceAll('a', 'а').replaceAll('u', 'υ')),
      );
    }
    assert.ok(imitatesBoardText('Nееds permission'));
  });

  it('in ASCII as in any other letters', () => {
    const letters = fc.constantFrom(...Array.from('cliIL1|0orvnRN wO.-_'));
    const ascii = fc.string({ unit: fc.oneof(letters, fc.string({ minLength: 1, maxLength: 1 })) });
    fc.assert(
      fc.property(ascii, fc.boolean(), (text, withoutSymbols) => {
        // An invisible character makes it a text that is not ASCII.
        const other = skeleton(`${text}\u200B`, withoutSymbols);
        assert.equal(skeleton(text, withoutSymbols), other);
      }),
      { numRuns: 1_000 },
    );
  });

  const honest = [
    'Deployed to production',
    'Needs review',
    'Allowed hosts',
    'Plan B',
    'Needed: permission slip',
    'Denys',
    'Δt measured',
    'µService needs more',
    'Нужно разрешение',
    'Erlaubnisschein',
    '権限が必要です',
    'مطلوب إذن',
    'פורסם',
    'אושר',
    'тест',
    'τέλος',
    'नया',
    'Χρειάζεται άδεια',
    '∞',
    '',
    '🚀 Live',
    'Draft 3 of novel',
  ];
  for (const text of honest)
    it(`not where it is “${text}”`, () => assert.ok(!imitatesBoardText(text), skeleton(text)));

  it('as a tag of another machine’s session alone: a person’s own tags are theirs', () => {
    const tags = [
      { word: 'Аllоw', color: 'red' },
      { word: 'urgent', color: 'blue' },
    ] as const;
    const machine = { id: 'm', name: 'box' };
    const words = (session: Parameters<typeof shownTags>[0]) =>
      shownTags(session).map(({ word }) => word);
    assert.deepEqual(words({ tags: [...tags], machine }), ['urgent']);
    assert.deepEqual(words({ tags: [...tags] }), ['Аllоw', 'urgent']);
  });
});
