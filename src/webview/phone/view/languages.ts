/**
 * The languages that a phone highlights: those of most transcripts. With all languages the download
 * would be twice as large.
 */
export { default as bash } from 'highlight.js/lib/languages/bash';
export { default as diff } from 'highlight.js/lib/languages/diff';
export { default as go } from 'highlight.js/lib/languages/go';
export { default as ini } from 'highlight.js/lib/languages/ini';
export { default as javascript } from 'highlight.js/lib/languages/javascript';
export { default as json } from 'highlight.js/lib/languages/json';
export { default as python } from 'highlight.js/lib/languages/python';
export { default as rust } from 'highlight.js/lib/languages/rust';
export { default as typescript } from 'highlight.js/lib/languages/typescript';
export { default as xml } from 'highlight.js/lib/languages/xml';
export { default as yaml } from 'highlight.js/lib/languages/yaml';
