import { bash, edit, grep, read, run } from '../words/tools';
import { outlinedProject } from './outline';
import { say, think } from '../words/turn';

const query = `use crate::index::{Index, Posting};
use crate::score::bm25;

pub struct Query<'a> {
    terms: Vec<&'a str>,
    limit: usize,
}

impl<'a> Query<'a> {
    pub fn run(&self, index: &Index) -> Vec<Posting> {
        let mut hits: Vec<Posting> = self
            .terms
            .iter()
            .flat_map(|term| index.postings(term))
            .collect();
        hits.sort_by(|a, b| bm25(b).total_cmp(&bm25(a)));
        hits.truncate(self.limit);
        hits
    }
}
`;

const fuzzy = `/// Terms of the dictionary within this many edits of the query term.
pub fn neighbours(term: &str, max_edits: u8) -> Vec<String> {
    let automaton = Levenshtein::new(term, max_edits);
    DICTIONARY.search(&automaton).into_stream().into_strs()
}
`;

export const searchService = outlinedProject({
  name: 'search-service',
  outline: {
    'src/segment.rs': 'live_documents',
    'src/merge.rs': 'merge_segments',
    'src/score.rs': 'recency',
    'src/suggest.rs': 'complete',
    'src/synonyms.rs': 'load_synonyms',
    'src/facets.rs': 'count_facets',
    'src/availability.rs': 'is_free',
    'src/cache.rs': 'warm_cache',
    'benches/query.rs': 'two_terms',
  },
  files: {
    'src/query.rs': query,
    'src/fuzzy.rs': fuzzy,
    'README.md':
      '# search-service\n\nFull-text search over listings: indexing, ranking, suggestions.\n',
  },
  routine: [
    [
      say('The query path is short; I read it whole.'),
      run(read('src/query.rs'), read('src/fuzzy.rs')),
    ],
    bash('cargo test --quiet', 'Run the tests', {
      seconds: 7,
      out: 'running 84 tests\n....................................................................................\ntest result: ok. 84 passed; 0 failed; 0 ignored; finished in 2.31s',
    }),
    [
      think(
        2,
        'Every hit is sorted although only the first twenty are shown. A bounded heap would do.',
      ),
      grep('sort_by', 'src/query.rs', 'src/suggest.rs'),
    ],
    edit(
      'src/query.rs',
      '        hits.sort_by(|a, b| bm25(b).total_cmp(&bm25(a)));\n        hits.truncate(self.limit);\n        hits',
      '        top_k(hits, self.limit, |hit| bm25(hit))',
    ),
    bash('cargo clippy --all-targets -- -D warnings', 'Lint', {
      seconds: 6,
      out: '    Checking search-service v0.18.2\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 5.70s',
    }),
    bash('cargo bench --bench query -- --quick', 'Compare query latency', {
      seconds: 12,
      out: 'query/two_terms     time:   [412.8 µs 418.1 µs 424.6 µs]\n                    change: [-31.902% -30.114% -28.417%] (p = 0.00 < 0.05)\n                    Performance has improved.',
    }),
    bash('git status --short', 'What is changed', {
      seconds: 1,
      out: ' M src/query.rs\n M src/score.rs\n?? src/top_k.rs',
    }),
  ],
});
