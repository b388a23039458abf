/**
 * Characters that look like a letter from a to z, by that letter. Source: `confusables.txt` of
 * Unicode 17 (UTS #39), each single character whose prototype is such a letter, without those that
 * NFKD decomposes. Unlike in UTS #39, `l` counts as `i`, and small capitals count as their letters.
 */
const lookalikes: Readonly<Record<string, string>> = {
  a: '\u0251\u0391\u03b1\u0410\u0430\u13aa\u15c5\u1d00\u2376\u237a\ua4ee\u{102a0}\u{16f40}',
  b: '\u0180\u0182\u0183\u0184\u0253\u0299\u0392\u0411\u0412\u042c\u0462\u0463\u048c\u048d\u13cf\u13f4\u1472\u1473\u15af\u15f7\u2c82\ua4d0\ua7b4\u{10282}\u{102a1}\u{10301}\u{16eb6}',
  c: '\u00a2\u023c\u03a3\u03c2\u0421\u0441\u04aa\u04ab\u1004\u105a\u13df\u1d04\u20a1\u2ca4\u2ca5\ua4da\uabaf\u{102a2}\u{10302}\u{10415}\u{1043d}\u{1051c}\u{118e9}\u{118f2}\u{1f16e}\u{1f74c}',
  d: '\u00d0\u0110\u0111\u0189\u018c\u0256\u0257\u0501\u13a0\u13e7\u146f\u15de\u15ea\u1d05\u20ab\ua4d2\ua4d3',
  e: '\u0246\u0247\u025b\u0395\u03b5\u0415\u0435\u0454\u04bd\u04bf\u13ac\u1d07\u212e\u22ff\u2d39\ua4f0\uab32\u{10286}\u{118a6}\u{118ae}',
  f: '\u0191\u0192\u03dc\u0584\u15b4\u1d6e\u1e9d\ua4dd\ua730\ua798\ua799\uab35\u{10287}\u{102a5}\u{10525}\u{118a2}\u{118c2}\u{1d213}',
  g: '\u018d\u01e4\u01e5\u0260\u0261\u0262\u050c\u0581\u13c0\u13f3\u1d83\ua4d6',
  h: '\u0126\u0127\u0266\u029c\u0397\u041d\u043d\u045b\u04a2\u04bb\u04c7\u04c9\u0570\u13bb\u13c2\u13f2\u157c\u2c67\u2c8e\ua4e7\ua695\u{102cf}',
  i: '\u0131\u0141\u0142\u0196\u0197\u019a\u01c0\u0268\u0269\u026a\u026b\u026d\u029f\u0399\u03b9\u0406\u0456\u04c0\u04cf\u0582\u05c0\u05d5\u05df\u0627\u0661\u0673\u06f1\u07ca\u13a5\u13de\u14aa\u16c1\u1d7b\u1d7c\u2223\u2373\u2378\u23fd\u2502\u2c92\u2c93\u2cd0\u2d4f\ua4e1\ua4f2\ua647\uab75\u{1028a}\u{10309}\u{10320}\u{1041b}\u{10526}\u{118a3}\u{118b2}\u{118c3}\u{11dda}\u{11de1}\u{16eaa}\u{16f16}\u{16f28}\u{1d22a}\u{1e8c7}',
  j: '\u0248\u0249\u037f\u03f3\u0408\u0458\u13ab\u148d\u1d0a\ua4d9\ua7b2',
  k: '\u0199\u039a\u041a\u043a\u049a\u049e\u13e6\u16d5\u1d0b\u20ad\u2c69\u2c94\ua4d7\ua740\u{10518}',
  m: '\u0271\u039c\u03fa\u041c\u043c\u04cd\u13b7\u15f0\u16d6\u1d0d\u1d6f\u20a5\u2c98\ua4df\u{102b0}\u{10311}\u{11700}\u{118e3}',
  n: '\u014b\u019d\u019e\u0273\u0274\u039d\u03b7\u043f\u0572\u0578\u057c\u1d70\u2c9a\ua4e0\u{1018e}\u{10513}',
  o: '\u00d8\u00f8\u019f\u0275\u0398\u039f\u03b8\u03bf\u03c3\u03ed\u041e\u043e\u0472\u0473\u04e8\u04e9\u0555\u0585\u05e1\u0647\u0665\u06be\u06c1\u06d5\u06f5\u06ff\u07c0\u0966\u09e6\u0a66\u0ae6\u0b20\u0b66\u0be6\u0c66\u0ce6\u0d20\u0d66\u0e50\u0ed0\u1010\u101d\u1040\u10d7\u10ff\u12d0\u13be\u13eb\u17e0\u1d0f\u1d11\u2296\u229d\u236c\u2c90\u2c91\u2c9e\u2c9f\u2d31\u2d41\u2d54\u3007\ua4f3\ua74a\ua74b\uab3d\uab3e\uab74\uab8e\uabbb\u{10292}\u{102ab}\u{10404}\u{1042c}\u{104c2}\u{104ea}\u{10516}\u{114d0}\u{118b5}\u{118c8}\u{118d7}\u{118e0}\u{11de0}\u{1d21a}\u{1f714}',
  p: '\u00fe\u01a5\u01bf\u03a1\u03c1\u03f8\u0420\u0440\u13e2\u146d\u1d18\u1d7d\u2374\u2ca2\u2ca3\u2cce\u2ccf\ua4d1\u{10295}',
  q: '\u02a0\u051b\u0563\u0566\u2d55',
  r: '\u01a6\u024d\u027c\u027d\u0280\u0433\u0493\u13a1\u13d2\u1587\u1d26\u1d72\u2c85\ua4e3\uab47\uab48\uab81\u{104b4}\u{16f35}\u{1d216}',
  s: '\u01bd\u0282\u0405\u0455\u054f\u0d1f\u13d5\u13da\u1d74\ua4e2\ua731\uabaa\u{10296}\u{10420}\u{10448}\u{118c1}\u{16f3a}',
  t: '\u0166\u0167\u01ad\u01ae\u023e\u03a4\u0422\u0442\u04ac\u13a2\u1d1b\u1d75\u20ae\u22a4\u2361\u27d9\u2ca6\ua4d4\u{10297}\u{102b1}\u{10315}\u{118bc}\u{16f0a}\u{1f768}',
  u: '\u0244\u028b\u03c5\u045f\u054d\u057d\u1200\u13cc\u144c\u1d1c\u1d7e\u222a\u22c3\ua4f4\ua79f\uab4e\uab52\uab9c\u{104ce}\u{104f6}\u{118b8}\u{118d8}\u{16f42}',
  v: '\u03bd\u0474\u0475\u05d8\u0667\u06f7\u13d9\u142f\u1d20\u2228\u22c1\u2d38\ua4e6\ua6df\uaba9\u{10197}\u{1051d}\u{11706}\u{118a0}\u{118c0}\u{16f08}\u{1d20d}\u{1f708}',
  w: '\u026f\u0448\u0461\u047d\u051c\u051d\u0561\u13b3\u13d4\u1d21\u20a9\u2cbd\ua4ea\ua761\uab83\u{114c5}\u{1170a}\u{1170e}\u{1170f}\u{118e6}\u{118ef}',
  x: '\u00d7\u03a7\u0425\u0445\u04b2\u1541\u157d\u166d\u166e\u16b7\u2573\u292b\u292c\u2a2f\u2a30\u2cac\u2d5d\ua4eb\ua7b3\u{10196}\u{10290}\u{102b4}\u{10317}\u{10322}\u{10527}\u{118ec}',
  y: '\u00a5\u01b4\u024e\u024f\u0263\u028f\u03a5\u03b3\u0423\u0443\u04ae\u04af\u04b0\u04b1\u10e7\u13a9\u13bd\u1d8c\u1eff\u2ca8\u2ca9\ua4ec\uab5a\u{102b2}\u{118a4}\u{118dc}\u{16f43}',
  z: '\u01b5\u01b6\u0224\u0225\u0290\u0396\u13c3\u1d22\u1d76\ua4dc\uab93\u{102f5}\u{118a9}\u{118c4}\u{118e5}',
};

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([letter, characters]) =>
    Array.from(characters, (one) => [one, letter] as const),
  ),
);

/**
 * Code points of the first letters of the boxed and flag alphabets, which NFKD does not decompose.
 */
const boxed = [0x1f150, 0x1f170, 0x1f1e6];

/**
 * Placeholder for a letter of another alphabet in a word that otherwise uses a to z; it matches any
 * letter.
 */
const anyLetter = '\uFFFC';
/**
 * Placeholder for a letter that resembles none from a to z, in a word of a single other alphabet,
 * which is ordinary text and no imitation. It matches no letter.
 */
const noLetter = '\u02AC';

/** Alphabets in which some letters look like a to z and many do not. */
const alphabets = [
  /^\p{Script=Hebrew}+$/u,
  /^\p{Script=Arabic}+$/u,
  /^\p{Script=Cyrillic}+$/u,
  /^\p{Script=Greek}+$/u,
  /^\p{Script=Armenian}+$/u,
  /^\p{Script=Georgian}+$/u,
  /^\p{Script=Devanagari}+$/u,
  /^\p{Script=Bengali}+$/u,
  /^\p{Script=Tamil}+$/u,
  /^\p{Script=Telugu}+$/u,
  /^\p{Script=Thai}+$/u,
  /^\p{Script=Ethiopic}+$/u,
];

/**
 * Comparison key of a text by its appearance: only digits and letters from a to z, without accents,
 * case, blanks, punctuation and invisible characters. Texts that look alike have equal keys, or
 * keys for which `looksLike` is true. Symbols that look like letters are mapped to them, or dropped
 * if `withoutSymbols` is set.
 */
export function skeleton(text: string, withoutSymbols = false): string {
  return joinLookalikePairs(
    /^[\t\n\r -~]*$/.test(text)
      ? lettersOfAscii(text, withoutSymbols)
      : lettersOf(text, withoutSymbols),
  );
}

/** Same result as `lettersOf`, far faster: boards compare each label whenever they are drawn. */
function lettersOfAscii(text: string, withoutSymbols: boolean): string {
  return text
    .toLowerCase()
    .replace(withoutSymbols ? /[l1]/g : /[l1|]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[^a-z\d]+/g, '');
}

function lettersOf(text: string, withoutSymbols: boolean): string {
  const plain = text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  const words = plain.replace(/\p{L}+/gu, (word) =>
    alphabets.some((alphabet) => alphabet.test(word)) ? replaceUnlikeLetters(word) : word,
  );
  return Array.from(withoutSymbols ? words.replace(symbols, ' ') : words, letterOf)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .map(withWildcards)
    .join('');
}

function joinLookalikePairs(letters: string): string {
  return letters.replace(/rn/gu, 'm').replace(/vv/gu, 'w').replace(/cl|ci/gu, 'd');
}

/** Symbols that separate words; boxed letters are excluded, because they are read as letters. */
const symbols = /(?![\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}])[^\p{L}\p{N}]/gu;

/** True if a skeleton starts with another one, or equals it if `isWhole` is set. */
export function looksLike(given: string, known: string, isWhole: boolean): boolean {
  if (known === '' || given.length < known.length) return false;
  if (isWhole && given.length > known.length) return false;
  for (let at = 0; at < known.length; at += 1) {
    const one = given[at];
    if (one !== known[at] && one !== anyLetter) return false;
  }
  return true;
}

function letterOf(one: string): string {
  const code = one.codePointAt(0) ?? 0;
  const first = boxed.find((start) => code >= start && code < start + 26);
  if (first !== undefined) return String.fromCharCode(0x61 + code - first);
  const letter = letters.get(one) ?? letters.get(one.toUpperCase()) ?? one.toLowerCase();
  return /^[l1|]$/u.test(letter) ? 'i' : letter === '0' ? 'o' : letter;
}

function replaceUnlikeLetters(word: string): string {
  return Array.from(word, (one) => (/^[a-z]$/u.test(letterOf(one)) ? one : noLetter)).join('');
}

/**
 * Replaces the foreign letters of a word that mixes alphabets by a wildcard, because such a word is
 * made to imitate a different one.
 */
function withWildcards(word: string): string {
  return /[a-z]/u.test(word) ? word.replace(/[^a-z\d\u02AC]/gu, anyLetter) : word;
}
