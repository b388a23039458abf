import type { Sample } from './sample';

/** Runners of Python, Rust, Go, C++ and the JVM. */
export const nativeSamples: readonly Sample[] = [
  {
    tool: 'pytest',
    version: 'python3 -m pytest --version',
    files: {
      'test_good.py':
        'import pytest\n\ndef test_adds():\n    assert 1 + 1 == 2\n\ndef test_more():\n    assert 2 + 2 == 4\n\n@pytest.mark.skip(reason="later")\ndef test_waits():\n    assert False\n',
      'test_bad.py':
        'import pytest\n\ndef test_adds():\n    assert 1 + 1 == 2\n\ndef test_subtracts():\n    assert 3 - 1 == 1\n\n@pytest.mark.xfail\ndef test_known():\n    assert False\n\n@pytest.fixture\ndef broken():\n    raise RuntimeError("no")\n\ndef test_uses(broken):\n    pass\n',
      'test_broken.py': 'def test_adds(:\n',
      Makefile: 'test:\n\tpython3 -m pytest -q test_bad.py\n',
    },
    cases: [
      {
        name: 'passing',
        command: 'pytest test_good.py',
        ok: true,
        data: { runner: 'pytest', passed: 2, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'pytest test_bad.py',
        ok: false,
        data: { runner: 'pytest', passed: 1, failed: 2 },
      },
      {
        name: 'failing-tail',
        command: 'python3 -m pytest test_bad.py 2>&1 | tail -20',
        ok: false,
        data: { runner: 'pytest', passed: 1, failed: 2 },
      },
      {
        name: 'passing-tail',
        command: 'cd . && python -m pytest -q test_good.py | tail -3',
        ok: true,
        data: { runner: 'pytest', passed: 2, skipped: 1 },
      },
      {
        name: 'failing-coloured',
        command: 'pytest --color=yes test_bad.py',
        ok: false,
        data: { runner: 'pytest', passed: 1, failed: 2 },
      },
      {
        name: 'make',
        command: 'make test',
        ok: false,
        data: { runner: 'pytest', passed: 1, failed: 2 },
      },
      {
        name: 'broken',
        command: 'pytest test_broken.py 2>&1 | tail -5',
        ok: false,
        data: { runner: 'pytest', failed: 1 },
      },
      { name: 'no-tests', command: 'pytest -k nothing test_good.py', data: undefined },
    ],
  },
  {
    tool: 'unittest',
    version: 'python3 --version',
    files: {
      'test_good.py':
        'import unittest\n\nclass Sums(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(1 + 1, 2)\n\n    def test_more(self):\n        self.assertEqual(2 + 2, 4)\n\n    @unittest.skip("later")\n    def test_waits(self):\n        pass\n',
      'test_bad.py':
        'import unittest\n\nclass Sums(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(1 + 1, 2)\n\n    def test_subtracts(self):\n        self.assertEqual(3 - 1, 1)\n\n    def test_errs(self):\n        raise RuntimeError("no")\n',
    },
    cases: [
      {
        name: 'passing',
        command: 'python3 -m unittest test_good',
        ok: true,
        data: { runner: 'unittest', passed: 2, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'python3 -m unittest test_bad',
        ok: false,
        data: { runner: 'unittest', passed: 1, failed: 2 },
      },
      {
        name: 'failing-tail',
        command: 'python3 -m unittest test_bad 2>&1 | tail -5',
        ok: false,
        data: { runner: 'unittest', passed: 1, failed: 2 },
      },
    ],
  },
  {
    tool: 'cargo',
    version: 'cargo --version',
    files: {
      'Cargo.toml': '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs':
        '/// ```\n/// assert_eq!(sums::add(1, 1), 2);\n/// ```\npub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() { assert_eq!(super::add(1, 1), 2); }\n    #[test]\n    #[ignore]\n    fn waits() { panic!(); }\n}\n',
      'tests/good.rs': '#[test]\nfn adds_more() { assert_eq!(sums::add(2, 2), 4); }\n',
      'tests/wrong.rs':
        '#[test]\n#[cfg(feature = "red")]\nfn subtracts() { assert_eq!(sums::add(3, -1), 1); }\n',
      'src/bin/broken.rs':
        '#[cfg(feature = "broken")]\nfn main() { let a: i32 = "1"; }\n#[cfg(not(feature = "broken"))]\nfn main() { let a = 1; }\n',
    },
    prepare: "printf '[features]\\nred = []\\nbroken = []\\n' >> Cargo.toml; cargo build --offline",
    cases: [
      {
        name: 'passing',
        command: 'cargo test',
        ok: true,
        data: { runner: 'cargo', passed: 3, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'cargo test --features red',
        ok: false,
        data: { runner: 'cargo', passed: 2, failed: 1, skipped: 1 },
      },
      {
        name: 'failing-tail',
        command: 'cargo test --features red 2>&1 | tail -20',
        ok: false,
        data: { runner: 'cargo', passed: 0, failed: 1 },
      },
      {
        name: 'failing-coloured',
        command: 'cargo test --color always --features red -- --color always',
        ok: false,
        data: { runner: 'cargo', passed: 2, failed: 1, skipped: 1 },
      },
      {
        name: 'grep',
        command: 'cargo test 2>&1 | grep "test result"',
        ok: true,
        data: { runner: 'cargo', passed: 3, skipped: 1 },
      },
      {
        name: 'broken',
        command: 'cargo test --features broken 2>&1 | tail -5',
        ok: false,
        data: { runner: 'cargo' },
      },
      {
        name: 'build',
        kind: 'build',
        command: 'cargo build 2>&1 | tail -3',
        ok: true,
        data: { tool: 'cargo' },
      },
      {
        name: 'build-broken',
        kind: 'build',
        command: 'cargo build --features broken 2>&1 | tail -3',
        ok: false,
        data: { tool: 'cargo' },
      },
      {
        name: 'clippy',
        kind: 'lint',
        command: 'cargo clippy --all-targets -- -D warnings',
        ok: false,
        data: { tool: 'clippy' },
      },
    ],
  },
  {
    tool: 'go',
    version: 'go version',
    files: {
      'go.mod': 'module example.test/sums\n\ngo 1.19\n',
      'good/good.go': 'package good\n\nfunc Add(a, b int) int { return a + b }\n',
      'good/good_test.go':
        'package good\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif Add(1, 1) != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n\nfunc TestWaits(t *testing.T) { t.Skip("later") }\n',
      'bad/bad_test.go':
        'package bad\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {}\n\nfunc TestSubtracts(t *testing.T) {\n\tt.Run("deep", func(t *testing.T) { t.Error("no") })\n}\n',
      'broken/broken_test.go':
        'package broken\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) { x }\n',
      'none/none.go': 'package none\n\nfunc None() {}\n',
    },
    cases: [
      {
        name: 'passing',
        command: 'go test ./good ./none',
        ok: true,
        data: { runner: 'go' },
      },
      {
        name: 'failing',
        command: 'go test ./good ./bad',
        ok: false,
        data: { runner: 'go', failed: 1 },
      },
      {
        name: 'failing-tail',
        command: 'go test ./good ./bad 2>&1 | tail -20',
        ok: false,
        data: { runner: 'go', failed: 1 },
      },
      {
        name: 'verbose',
        command: 'go test -v ./good ./bad',
        ok: false,
        data: { runner: 'go', passed: 2, failed: 1, skipped: 1 },
      },
      {
        name: 'verbose-passing',
        command: 'go test -v -count=1 ./good',
        ok: true,
        data: { runner: 'go', passed: 1, skipped: 1 },
      },
      {
        name: 'broken',
        command: 'go test ./broken ./good 2>&1 | tail',
        ok: false,
        data: { runner: 'go' },
      },
      {
        name: 'build',
        kind: 'build',
        command: 'go build ./good ./none',
        ok: true,
        data: { tool: 'go' },
      },
    ],
  },
  {
    tool: 'ctest',
    version: 'ctest --version',
    files: {
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.16)\nproject(sums CXX)\nfind_package(GTest REQUIRED)\nfind_package(Threads REQUIRED)\nenable_testing()\nadd_executable(sums sums.cpp)\ntarget_link_libraries(sums GTest::gtest GTest::gtest_main Threads::Threads)\nadd_test(NAME good COMMAND sums --gtest_filter=Sums.Adds)\nadd_test(NAME bad COMMAND sums)\n',
      'sums.cpp':
        '#include <gtest/gtest.h>\nTEST(Sums, Adds) { EXPECT_EQ(1 + 1, 2); }\nTEST(Sums, AddsMore) { EXPECT_EQ(2 + 2, 4); }\nTEST(Sums, Waits) { GTEST_SKIP(); }\nTEST(Sums, Subtracts) { EXPECT_EQ(3 - 1, 1); }\n',
    },
    prepare: 'cmake -S . -B build && cmake --build build',
    cases: [
      {
        name: 'passing',
        command: 'ctest --test-dir build -R good',
        ok: true,
        data: { runner: 'ctest', passed: 1 },
      },
      {
        name: 'failing',
        command: 'cd build && ctest --output-on-failure 2>&1 | tail -20',
        ok: false,
        data: { runner: 'ctest', passed: 1, failed: 1 },
      },
      {
        name: 'googletest',
        command: './build/sums --gtest_color=yes',
        ok: false,
        data: { runner: 'googletest', passed: 2, failed: 1, skipped: 1 },
      },
      {
        name: 'googletest-passing',
        command: './build/sums --gtest_filter=Sums.Adds* | tail -5',
        ok: true,
        data: { runner: 'googletest', passed: 2 },
      },
      {
        name: 'build',
        kind: 'build',
        command: 'cmake --build build',
        ok: true,
        data: { tool: 'cmake' },
      },
    ],
  },
];
