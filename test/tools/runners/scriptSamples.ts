import type { Sample } from './sample';

/** Runners of the JVM, PHP, Ruby, shells, Perl, Lua and Elixir. */
export const scriptSamples: readonly Sample[] = [
  {
    tool: 'maven',
    version: 'mvn --version',
    files: {
      'pom.xml':
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>test.example</groupId><artifactId>sums</artifactId><version>1</version><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties><dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.13.4</version><scope>test</scope></dependency></dependencies><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin><plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin><plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin></plugins></build></project>\n',
      'src/test/java/GoodTest.java':
        'import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.*;\nclass GoodTest {\n  @Test void adds() { assertEquals(2, 1 + 1); }\n  @Test void addsMore() { assertEquals(4, 2 + 2); }\n  @Test @Disabled void waits() { fail(); }\n}\n',
      'src/test/java/BadTest.java':
        'import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.*;\nclass BadTest {\n  @Test void subtracts() { assertEquals(1, 3 - 1); }\n  @Test void errs() { throw new IllegalStateException("no"); }\n}\n',
    },
    cases: [
      {
        name: 'passing',
        command: 'mvn -o test -Dtest=GoodTest',
        ok: true,
        data: { runner: 'maven', passed: 2, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'mvn -o -Dstyle.color=always test',
        ok: false,
        data: { runner: 'maven', passed: 2, failed: 2, skipped: 1 },
      },
      {
        name: 'failing-tail',
        command: 'mvn -o test 2>&1 | tail -40',
        ok: false,
        data: { runner: 'maven', passed: 2, failed: 2, skipped: 1 },
      },
    ],
  },
  {
    tool: 'gradle',
    version: 'gradle --version | grep Gradle',
    files: {
      'build.gradle':
        "apply plugin: 'java'\ndependencies { testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar') }\n",
      'src/test/java/GoodTest.java':
        'import static org.junit.Assert.*;\nimport org.junit.*;\npublic class GoodTest {\n  @Test public void adds() { assertEquals(2, 1 + 1); }\n  @Test @Ignore public void waits() { fail(); }\n}\n',
      'src/test/java/BadTest.java':
        'import static org.junit.Assert.*;\nimport org.junit.*;\npublic class BadTest {\n  @Test public void subtracts() { assertEquals(1, 3 - 1); }\n}\n',
    },
    cases: [
      {
        name: 'passing',
        command: 'gradle --no-daemon --offline test --tests GoodTest',
        ok: true,
        data: { runner: 'gradle' },
      },
      {
        name: 'failing',
        command: 'gradle --no-daemon --offline test',
        ok: false,
        data: { runner: 'gradle', passed: 1, failed: 1, skipped: 1 },
      },
      {
        name: 'failing-tail',
        command: 'gradle --no-daemon --offline test 2>&1 | tail -25',
        ok: false,
        data: { runner: 'gradle', passed: 1, failed: 1, skipped: 1 },
      },
      {
        name: 'build',
        kind: 'build',
        command: 'gradle --no-daemon --offline assemble | tail -5',
        ok: true,
        data: { tool: 'gradle' },
      },
    ],
  },
  {
    tool: 'phpunit',
    version: 'phpunit --version',
    files: {
      'GoodTest.php':
        '<?php\nclass GoodTest extends PHPUnit\\Framework\\TestCase {\n  function testAdds() { $this->assertSame(2, 1 + 1); }\n  function testMore() { $this->assertSame(4, 2 + 2); }\n}\n',
      'BadTest.php':
        '<?php\nclass BadTest extends PHPUnit\\Framework\\TestCase {\n  function testAdds() { $this->assertSame(2, 1 + 1); }\n  function testSubtracts() { $this->assertSame(1, 3 - 1); }\n  function testErrs() { throw new Exception("no"); }\n  function testWaits() { $this->markTestSkipped(); }\n}\n',
      'SkippingTest.php':
        '<?php\nclass SkippingTest extends PHPUnit\\Framework\\TestCase {\n  function testAdds() { $this->assertSame(2, 1 + 1); }\n  function testWaits() { $this->markTestSkipped(); }\n}\n',
    },
    cases: [
      {
        name: 'passing',
        command: 'phpunit GoodTest.php',
        ok: true,
        data: { runner: 'phpunit', passed: 2 },
      },
      {
        name: 'skipping',
        command: 'phpunit SkippingTest.php | tail -4',
        ok: true,
        data: { runner: 'phpunit', passed: 1, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'phpunit BadTest.php 2>&1 | tail -20',
        ok: false,
        data: { runner: 'phpunit', passed: 1, failed: 2, skipped: 1 },
      },
      {
        name: 'failing-coloured',
        command: 'phpunit --colors=always BadTest.php',
        ok: false,
        data: { runner: 'phpunit', passed: 1, failed: 2, skipped: 1 },
      },
    ],
  },
  {
    tool: 'rspec',
    version: 'rspec --version',
    files: {
      'good_spec.rb':
        "RSpec.describe 'sums' do\n  it('adds') { expect(1 + 1).to eq(2) }\n  it('adds more') { expect(2 + 2).to eq(4) }\n  xit('waits') { expect(1).to eq(2) }\nend\n",
      'bad_spec.rb':
        "RSpec.describe 'sums' do\n  it('adds') { expect(1 + 1).to eq(2) }\n  it('subtracts') { expect(3 - 1).to eq(1) }\nend\n",
      'broken_spec.rb': "RSpec.describe 'sums' do\n  nothing\nend\n",
    },
    cases: [
      {
        name: 'passing',
        command: 'rspec good_spec.rb',
        ok: true,
        data: { runner: 'rspec', passed: 2, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'rspec bad_spec.rb 2>&1 | tail -20',
        ok: false,
        data: { runner: 'rspec', passed: 1, failed: 1 },
      },
      {
        name: 'failing-coloured',
        command: 'rspec --force-color bad_spec.rb',
        ok: false,
        data: { runner: 'rspec', passed: 1, failed: 1 },
      },
      {
        name: 'broken',
        command: 'rspec broken_spec.rb | tail -5',
        ok: false,
        data: { runner: 'rspec', passed: 0, failed: 1 },
      },
    ],
  },
  {
    tool: 'minitest',
    version: 'ruby -e "require \'minitest\'; puts Minitest::VERSION"',
    files: {
      'good_test.rb':
        "require 'minitest/autorun'\nclass Good < Minitest::Test\n  def test_adds = assert_equal(2, 1 + 1)\n  def test_more = assert_equal(4, 2 + 2)\n  def test_waits = skip\nend\n",
      'bad_test.rb':
        "require 'minitest/autorun'\nclass Bad < Minitest::Test\n  def test_adds = assert_equal(2, 1 + 1)\n  def test_subtracts = assert_equal(1, 3 - 1)\n  def test_errs = raise('no')\nend\n",
      Rakefile: "task(:test) { ruby 'bad_test.rb' }\n",
    },
    cases: [
      {
        name: 'passing',
        command: 'ruby -Itest good_test.rb',
        ok: true,
        data: { runner: 'minitest', passed: 2, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'ruby bad_test.rb 2>&1 | tail -20',
        ok: false,
        data: { runner: 'minitest', passed: 1, failed: 2 },
      },
      {
        name: 'rake',
        command: 'rake test',
        ok: false,
        data: { runner: 'minitest', passed: 1, failed: 2 },
      },
    ],
  },
  {
    tool: 'bats',
    version: 'bats --version',
    files: {
      'good.bats': '@test "adds" { [ 2 -eq 2 ]; }\n@test "waits" { skip; }\n',
      'bad.bats': '@test "adds" { [ 2 -eq 2 ]; }\n@test "subtracts" { [ 1 -eq 2 ]; }\n',
    },
    cases: [
      {
        name: 'passing',
        command: 'bats good.bats',
        ok: true,
        data: { runner: 'bats', passed: 1, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'bats bad.bats 2>&1 | tail -20',
        ok: false,
        data: { runner: 'bats', passed: 1, failed: 1 },
      },
      {
        name: 'failing-pretty',
        command: 'bats --pretty bad.bats',
        ok: false,
        data: { runner: 'bats', passed: 1, failed: 1 },
      },
    ],
  },
  {
    tool: 'prove',
    version: 'prove --version',
    files: {
      't/good.t':
        "use Test::More tests => 3;\nok(1 + 1 == 2, 'adds');\nok(2 + 2 == 4, 'adds more');\nSKIP: { skip 'later', 1; }\n",
      't/bad.t':
        "use Test::More tests => 2;\nok(1 + 1 == 2, 'adds');\nis(3 - 1, 1, 'subtracts');\n",
    },
    cases: [
      {
        name: 'passing',
        command: 'prove t/good.t',
        ok: true,
        data: { runner: 'prove', passed: 3 },
      },
      {
        name: 'failing',
        command: 'prove -r t 2>&1 | tail -20',
        ok: false,
        data: { runner: 'prove', passed: 4, failed: 1 },
      },
      {
        name: 'tap',
        command: 'perl t/bad.t',
        data: undefined,
      },
    ],
  },
  {
    tool: 'busted',
    version: 'busted --version',
    files: {
      'good_spec.lua':
        "describe('sums', function()\n  it('adds', function() assert.are.equal(2, 1 + 1) end)\n  it('adds more', function() assert.are.equal(4, 2 + 2) end)\n  pending('waits')\nend)\n",
      'bad_spec.lua':
        "describe('sums', function()\n  it('adds', function() assert.are.equal(2, 1 + 1) end)\n  it('subtracts', function() assert.are.equal(1, 3 - 1) end)\n  it('errs', function() error('no') end)\nend)\n",
    },
    cases: [
      {
        name: 'passing',
        command: 'busted good_spec.lua',
        ok: true,
        data: { runner: 'busted', passed: 2, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'busted -o plainTerminal bad_spec.lua 2>&1 | head -40',
        ok: false,
        data: { runner: 'busted', passed: 1, failed: 2 },
      },
    ],
  },
  {
    tool: 'mix',
    version: 'mix --version | tail -1',
    files: {
      'mix.exs':
        'defmodule Sums.MixProject do\n  use Mix.Project\n  def project, do: [app: :sums, version: "0.1.0"]\nend\n',
      'test/test_helper.exs': 'ExUnit.start()\n',
      'test/good_test.exs':
        'defmodule GoodTest do\n  use ExUnit.Case\n  test "adds", do: assert(1 + 1 == 2)\n  test "adds more", do: assert(2 + 2 == 4)\n  @tag :skip\n  test "waits", do: assert(false)\nend\n',
      'test/bad_test.exs':
        'defmodule BadTest do\n  use ExUnit.Case\n  test "adds", do: assert(1 + 1 == 2)\n  test "subtracts", do: assert(3 - 1 == 1)\nend\n',
    },
    cases: [
      {
        name: 'passing',
        command: 'mix test test/good_test.exs',
        ok: true,
        data: { runner: 'mix', passed: 2, skipped: 1 },
      },
      {
        name: 'failing',
        command: 'mix test 2>&1 | tail -20',
        ok: false,
        data: { runner: 'mix', passed: 3, failed: 1, skipped: 1 },
      },
      {
        name: 'failing-coloured',
        command: 'mix test --color test/bad_test.exs',
        ok: false,
        data: { runner: 'mix', passed: 1, failed: 1 },
      },
    ],
  },
];
