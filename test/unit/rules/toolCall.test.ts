import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  boundedCommand,
  boundedInput,
  boundedOutput,
} from '../../../src/extension/hub/rules/toolCall';

describe('A call as rules see it', () => {
  it('has the start of a long command and input, and both ends of the output', () => {
    const command = `fly deploy ${'x'.repeat(50_000)}`;
    assert.equal(boundedCommand({ command }), command.slice(0, 4_096));
    assert.equal(boundedInput({ command }), JSON.stringify({ command }).slice(0, 16_384));
    const output = boundedOutput(`begin ${'y'.repeat(50_000)} end`);
    assert.ok(output.length < 21_000 && /^begin .* end$/su.test(output));
    for (const none of [undefined, null, 7, {}, { command: 7 }])
      assert.equal(boundedCommand(none), '');
  });

  it('has line feeds as line ends, even if a Windows program or a progress bar wrote others', () => {
    assert.equal(boundedOutput('10%\r20%\rdone\r\nbye\r\n'), '10%\n20%\ndone\nbye\n');
    assert.equal(boundedCommand({ command: 'cd a\r\nls' }), 'cd a\nls');
  });

  it('does not keep a complete long input in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = used();
    const calls = Array.from({ length: 40 }, (_, index) => {
      const command = Buffer.alloc(1_000_000, 65 + (index % 26)).toString('latin1');
      return [boundedCommand({ command }), boundedInput({ command })];
    });
    const grown = used() - before;
    assert.ok(grown < 10_000_000, `${grown} bytes for ${calls.length} calls`);
  });
});
