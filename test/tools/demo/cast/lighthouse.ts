import type { Part } from '../play';
import { chapter, lighthouse } from '../projects/lighthouse';
import { minutes, seconds } from '../script';
import { curtain, start } from '../words/life';
import { work } from '../words/routine';
import { bash, edit } from '../words/tools';
import { prompt, stop } from '../words/turn';
import { pause } from '../words/woken';

const storm: Part = {
  id: 'storm',
  resultTokens: [1500, 4000],
  project: lighthouse,
  branch: 'main',
  aiTitle: 'Chapter seven: the storm',
  opening: [
    start,
    prompt('Draft the night of the storm from Edda’s side. She is afraid and will not say so.'),
    work(5),
    edit(
      chapter,
      'There were eleven. There\nhad always been eleven.',
      'There were eleven. There had\nalways been eleven. Tonight she lost count at nine.',
    ),
    stop('A first draft of the storm: she counts, and loses count. The keeper stays calm.'),
    pause(minutes(9)),
    prompt('The keeper is too calm. Let his hands give him away.'),
    work(2),
    edit(
      chapter,
      'and went on trimming the wick.',
      'and cut the wick too short, and cut it again.',
    ),
    stop('He cuts the wick too short now, twice, and says nothing about it.'),
    pause(minutes(6)),
    prompt('Good. Shorter sentences once the glass breaks, then make me an EPUB for the train.'),
    work(2),
    edit(
      chapter,
      'a long, low shiver that went up the tower and did\nnot come down again.',
      'a shiver. It went up the tower.\nIt did not come down.',
    ),
    bash(
      'pandoc book.yaml chapters/*.md -o build/the-lighthouse.epub',
      'Make the EPUB of all chapters',
      { seconds: 3 },
    ),
    stop(
      'The third draft is in build/the-lighthouse.epub. Does Edda hear the glass before she sees it?',
    ),
    curtain(minutes(18)),
    pause(seconds(85)),
  ],
  scenes: [
    [
      prompt('She hears it first. And the light goes out for one count of eleven.'),
      work(3),
      stop('It goes out for one count; she gets to eleven in the dark. Is that the last line?'),
      pause(seconds(90)),
    ],
  ],
};

export const lighthouseCast: readonly Part[] = [storm];
