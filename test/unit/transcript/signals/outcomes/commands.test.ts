import assert from 'node:assert/strict';
import { knownPrograms } from '../../../../../src/extension/transcript/signals/outcomes/command/knownPrograms';
import { findRecognizedSteps } from '../../../../../src/extension/transcript/signals/outcomes/command/recognizedSteps';
import {
  mayHaveOutcome,
  findLastOutcome,
} from '../../../../../src/extension/transcript/signals/outcomes/lastOutcome';

/** Outcomes that the steps of a command can show, as `kind tool`. */
function outcomesOf(command: string): string {
  assert.ok(mayHaveOutcome(command));
  return findRecognizedSteps(command)
    .map(({ telling }) => `${telling.kind} ${telling.tool}`)
    .join(', ');
}

const telling: readonly (readonly [string, string])[] = [
  ['npm test', 'tests npm'],
  ['npm t', 'tests npm'],
  ['npm test --prefix web -- --run', 'tests npm'],
  ['npm --prefix web run test:unit', 'tests npm'],
  ['npm -w api run build', 'build npm'],
  ['CI=1 pnpm --filter web test', 'tests pnpm'],
  ['pnpm build', 'build pnpm'],
  ['pnpm vitest run src/a.test.ts', 'tests vitest'],
  ['pnpm exec eslint .', 'lint eslint'],
  ['yarn workspace web test', 'tests yarn'],
  ['yarn lint', 'lint yarn'],
  ['yarn tsc --noEmit', 'lint tsc'],
  ['bun run test', 'tests bun'],
  ['bun test', 'tests bun'],
  ['bunx vitest run', 'tests vitest'],
  ['cd web && npx --yes vitest@2 run 2>&1 | tail -20', 'tests vitest'],
  ['timeout 60 npx jest', 'tests jest'],
  ['time ./node_modules/.bin/mocha', 'tests mocha'],
  ['node --import tsx node_modules/mocha/lib/cli/cli.js "test/**"', 'tests mocha'],
  ['node --test', 'tests node:test'],
  ['node --experimental-vm-modules node_modules/jest/bin/jest.js', 'tests jest'],
  ['poetry run pytest -x', 'tests pytest'],
  ['uv run --with pytest pytest', 'tests pytest'],
  ['uv run python -m pytest', 'tests pytest'],
  ['coverage run -m pytest', 'tests pytest'],
  ['coverage run --branch --source=shop -m pytest', 'tests pytest'],
  ['uv run --frozen -m pytest', 'tests pytest'],
  ['python manage.py test', 'tests unittest'],
  ['source .venv/bin/activate && python -m unittest discover', 'tests unittest'],
  ['docker compose exec -T web pytest -q', 'tests pytest'],
  ['docker compose run --rm -e A=1 web npm test', 'tests npm'],
  ['docker run --rm -v "$PWD:/app" -w /app node:20 npm test', 'tests npm'],
  ['bash -lc "cd x && cargo test"', 'tests cargo'],
  ['cargo +nightly test -p sums', 'tests cargo'],
  ['cargo --locked nextest run', 'tests nextest'],
  ['go test ./...', 'tests go'],
  ['go vet ./... && go test ./... && go build ./...', 'lint go, tests go, build go'],
  ['make test', 'tests make'],
  ['make -C web -j 4 lint test', 'lint make, tests make'],
  ['make', 'build make'],
  ['./gradlew :app:testDebugUnitTest --info', 'tests gradle'],
  ['./gradlew clean build -x test', 'build gradle'],
  ['mvn -q clean verify', 'tests maven'],
  ['mvn package -DskipTests', 'build maven'],
  ['bundle exec rspec spec/a_spec.rb', 'tests rspec'],
  ['bin/rails test', 'tests minitest'],
  ['php vendor/bin/phpunit', 'tests phpunit'],
  ['if npm test; then echo yes; fi', 'tests npm'],
  ['(cd web && npm run build)', 'build npm'],
  ['npx turbo run test --filter=web', 'tests turbo'],
  ['nx test web', 'tests nx'],
  ['npx nx run-many -t lint', 'lint nx'],
  ["cat > a.ts <<'EOF'\nnpm run build\nEOF\nnpx vitest run", 'tests vitest'],
  ['npx tsc -p . --noEmit', 'lint tsc'],
  ['npx tsc -b', 'build tsc'],
  ['npx prettier --check .', 'lint prettier'],
  ['npx -p typescript tsc --noEmit', 'lint tsc'],
  ['npx @biomejs/biome@1.9 check .', 'lint biome'],
  ['docker buildx build --platform linux/amd64 .', 'build docker'],
  ['docker push dev/app', 'deploy docker'],
  ['kubectl -n web apply -f a.yaml', 'deploy kubectl'],
  ['terraform -chdir=x apply', 'deploy terraform'],
  ['npx wrangler pages deploy dist', 'deploy wrangler'],
  ['npm publish', 'deploy npm'],
  ['npm run deploy', 'deploy npm'],
  ['pandoc a.md -o a.pdf', 'export pandoc'],
  ['make pdf', 'export make'],
  ['ffmpeg -i a.wav -y a.mp3', 'export ffmpeg'],
  ["git commit -m \"$(cat <<'EOF'\nDon't (it's)\nEOF\n)\" && npm test", 'tests npm'],
  ['git add -A && npm test && git commit -m "npm run build"', 'tests npm'],
];

const none: readonly string[] = [
  'grep -r vitest .',
  'rg "npm test" docs',
  'cat jest.config.js',
  'npm install mocha',
  'npm i -D vitest && npm ls vitest',
  'pnpm add -D jest',
  'echo "npm test"',
  "echo 'run npm test' >> README.md",
  'git commit -m "Run npm test && cargo test"',
  "git commit -F - <<'EOF'\nmake test\nnpm test\nEOF",
  'cat <<EOF > ci.sh\nnpm test\nEOF',
  'git commit -m "$(cat <<\'EOF\'\nDon\'t (it\'s) "quoted"\n\nnpm test\nEOF\n)"',
  'gh pr create --body "$(cat <<EOF\nSays :)"\n\nmake test\nEOF\n)" | tail',
  'ls test',
  'cd test',
  'which pytest',
  'man make',
  'make clean',
  'make -n test',
  'make install',
  'npx vitest --version',
  'npx vitest watch',
  'npm run test:watch',
  'npm run build -- --watch',
  'npx jest --watch',
  'npx playwright install',
  'npx playwright test --list',
  'pytest --collect-only',
  'cargo --version',
  'cargo test --no-run',
  'cargo run',
  'go run ./cmd/test',
  'npm run dev',
  'npm start',
  'npm view vitest versions',
  'terraform plan',
  'terraform apply --help',
  'kubectl apply -f a.yaml --dry-run=client',
  'npm publish --dry-run',
  'vercel ls',
  'vercel env pull',
  'wrangler dev',
  'fly logs',
  'docker ps',
  'docker logs test',
  'docker compose up -d',
  'docker exec web ls test',
  'git push origin main',
  'prettier --write .',
  'pandoc --version',
  'pandoc a.docx -t plain',
  'pandoc a.docx -o a.md',
  'ffmpeg -i a.mp4',
  'ffmpeg -i a.mp4 -vf fps=1 frame.png',
  'ffprobe -i a.mp4 b.mp4',
  'latexmk -C',
  'typst watch a.typ',
  'node build.js',
  'node test.js',
  'python test.py | head',
  '# npm test',
  'test -f package.json',
  '[ -d test ] && echo yes',
  'ssh host "npm test"',
  'sed -i s/mocha/vitest/ package.json',
  'find . -name "*.test.ts" | xargs wc -l',
  '',
];

describe('a command', () => {
  for (const [command, expected] of telling)
    it(`tells: ${command}`, () => assert.equal(outcomesOf(command), expected));

  for (const command of none)
    it(`tells nothing: ${command}`, () => {
      assert.ok(
        !findRecognizedSteps(command).some(({ telling: one }) => one.needsSummary !== true),
      );
      for (const succeeded of [true, false, undefined])
        assert.equal(findLastOutcome({ command, output: '', succeeded }), undefined);
    });

  it('may tell where its program is known', () => {
    const inner = new Set([
      'node:test',
      'django',
      'googletest',
      'nextest',
      'artisan',
      'python-build',
    ]);
    for (const [name, rules] of knownPrograms) {
      if (inner.has(name)) continue;
      for (const { kind, begins = '', needs = '' } of rules) {
        const command = `${name} ${begins} ${needs.split(' ')[0] ?? ''}`;
        const isExport = kind === 'export';
        assert.ok(isExport || mayHaveOutcome(command), command);
      }
    }
  });
});

interface Ended {
  readonly command: string;
  readonly output?: string;
  readonly succeeded?: boolean | undefined;
}

/** `ok` of the outcome, or `none`. */
function ok({ command, output = '', succeeded }: Ended): boolean | 'none' | undefined {
  const outcome = findLastOutcome({ command, output, succeeded });
  return outcome === undefined ? 'none' : outcome.ok;
}

describe('the exit of a command', () => {
  it('is that of the only step that can fail', () => {
    assert.equal(ok({ command: 'cd x && npm run build', succeeded: false }), false);
    assert.equal(ok({ command: 'cd x && npm run build && echo done', succeeded: false }), false);
    assert.equal(ok({ command: 'npm run build || exit 1', succeeded: false }), false);
    assert.equal(ok({ command: 'npm ci; npm run build', succeeded: false }), false);
    assert.equal(ok({ command: 'npm ci && npm run build', succeeded: true }), true);
  });

  it('is not taken for that of a step that may not have run', () => {
    assert.equal(ok({ command: 'npm ci && npm run build', succeeded: false }), 'none');
    assert.equal(ok({ command: 'npm run lint && npm run build', succeeded: false }), 'none');
    assert.equal(ok({ command: 'npm run build && node dist/a.js', succeeded: false }), undefined);
    assert.equal(ok({ command: 'set -e; npm ci; npm run build', succeeded: false }), undefined);
  });

  it('is hidden by what comes behind', () => {
    for (const behind of ['| tail -5', '|| true', '; true', '; ls', '|| echo no'])
      assert.equal(ok({ command: `npm run build ${behind}`, succeeded: true }), undefined, behind);
    assert.equal(ok({ command: 'if npm run build; then ls; fi', succeeded: true }), undefined);
    assert.equal(ok({ command: 'npm run build &', succeeded: true }), 'none');
    assert.equal(ok({ command: 'set -o pipefail; npm run build | tail', succeeded: true }), true);
  });

  it('is read where the command prints it', () => {
    const command = 'npm run build > log 2>&1; echo "exit: $?"';
    assert.equal(ok({ command, output: 'exit: 0\n', succeeded: true }), true);
    assert.equal(ok({ command, output: 'exit: 2\n', succeeded: true }), false);
    assert.equal(ok({ command: 'npm test | tail -1; echo $?', output: 'x\n0\n' }), undefined);
  });

  it('of what was never tried tells nothing', () => {
    for (const output of [
      'Exit code 127\nbash: line 1: vitest: command not found',
      'npm error Missing script: "test"',
      '[Request interrupted by user for tool use]',
      "The user doesn't want to proceed with this tool use. The tool use was rejected",
      'Command timed out after 2m 0.0s',
      'Exit code 137',
      'No test files found, exiting with code 1',
      '/usr/bin/python3: No module named pytest',
      "make: *** No rule to make target 'test'.  Stop.",
    ])
      assert.equal(ok({ command: 'npm test', output, succeeded: false }), 'none', output);
  });
});

describe('the summary of a test run', () => {
  it('counts more than the exit', () => {
    const output = '\n  12 passing (4ms)\n  1 failing\n';
    assert.equal(ok({ command: 'npm test || true', output, succeeded: true }), false);
  });

  it('is not trusted where a filter may have taken the failures away', () => {
    const output = '  12 passing (4ms)\n';
    assert.equal(ok({ command: 'npx mocha | grep passing', output }), undefined);
    assert.equal(ok({ command: 'npx mocha | grep -E "passing|failing"', output }), true);
    assert.equal(ok({ command: 'npx mocha | tail -4', output }), true);
    assert.equal(ok({ command: 'npx mocha > a.log; grep passing a.log', output }), undefined);
  });

  it('of another runner says nothing', () => {
    assert.equal(
      ok({ command: 'npx vitest run | tail', output: '3 examples, 1 failure' }),
      undefined,
    );
  });

  it('is that of the last run that tells', () => {
    const output = ' Tests  1 failed (1)\n';
    const command = 'npx vitest run && npx eslint .';
    assert.deepEqual(findLastOutcome({ command, output, succeeded: false }), {
      kind: 'tests',
      ok: false,
      data: { runner: 'vitest', failed: 1 },
    });
  });
});

describe('the address of a deployment', () => {
  const url = (address: string): unknown =>
    findLastOutcome({
      command: 'npx vercel --prod',
      output: `Production: ${address} [2s]`,
      succeeded: true,
    })?.data['url'];

  it('is the one that the tool calls so', () => {
    assert.equal(url('https://sums.vercel.app'), 'https://sums.vercel.app/');
  });

  it('is left out where it holds a password or is not encrypted', () => {
    assert.equal(url('https://dev:secret@sums.example.test'), undefined);
    assert.equal(url('http://sums.vercel.app'), undefined);
  });
});
