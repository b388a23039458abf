import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { inkFor, noInk } from '../../../src/extension/commandLine/ink';
import {
  appendingOutput,
  screenOutput,
  type Terminal,
} from '../../../src/extension/commandLine/output';

/** A terminal that keeps what is written. */
class FakeTerminal extends EventEmitter {
  readonly isTTY = true;
  readonly columns = 80;
  rows = 4;
  written: string[] = [];

  write(text: string): boolean {
    this.written.push(text);
    return true;
  }
}

describe('The output of --watch', () => {
  it('is a screen of its own, which is left as it was', () => {
    const terminal = new FakeTerminal();
    const output = screenOutput(terminal as unknown as Terminal);
    output.print('one\ntwo');
    output.close();
    const text = terminal.written.join('');
    assert.ok(text.startsWith('\u001B[?1049h\u001B[?25l\u001B[?7l'));
    assert.ok(text.endsWith('\u001B[?7h\u001B[?25h\u001B[?1049l'));
    assert.match(text, /one.*\r\n.*two/u);
    assert.equal(terminal.listenerCount('resize'), 0);
  });

  it('is drawn only when something has changed, and again at another size', () => {
    const terminal = new FakeTerminal();
    const output = screenOutput(terminal as unknown as Terminal);
    terminal.written = [];
    output.print('one');
    output.print('one');
    assert.equal(terminal.written.length, 1);
    terminal.emit('resize');
    assert.equal(terminal.written.length, 2);
    output.print('two');
    assert.equal(terminal.written.length, 3);
  });

  it('has no more lines than the screen', () => {
    const terminal = new FakeTerminal();
    const output = screenOutput(terminal as unknown as Terminal);
    terminal.written = [];
    output.print('1\n2\n3\n4\n5');
    const [drawn = ''] = terminal.written;
    assert.match(drawn, /1.*2.*3/su);
    assert.doesNotMatch(drawn, /4|5/u);
  });

  it('is printed below in a pipe, where it has changed', () => {
    const terminal = new FakeTerminal();
    const output = appendingOutput(terminal);
    for (const text of ['one', 'one', 'two', 'one']) output.print(text);
    assert.deepEqual(terminal.written, ['one\n', 'two\n', 'one\n']);
  });

  it('is printed again after a minute, which tells whether the reader is gone', () => {
    const terminal = new FakeTerminal();
    let now = 0;
    const output = appendingOutput(terminal, () => now);
    output.print('one');
    for (now of [20_000, 59_999]) output.print('one');
    assert.equal(terminal.written.length, 1);
    now = 60_000;
    output.print('one');
    assert.equal(terminal.written.length, 2);
  });
});

describe('The colours of the output', () => {
  it('are for terminals alone, and can be turned off', () => {
    assert.equal(inkFor(false, {}), noInk);
    assert.equal(inkFor(true, { NO_COLOR: '1' }), noInk);
    assert.equal(inkFor(true, { TERM: 'dumb' }), noInk);
    const ink = inkFor(true, { TERM: 'xterm-256color', NO_COLOR: '' });
    assert.equal(ink.toned('red', 'asks'), '\u001B[31masks\u001B[39m');
  });
});
