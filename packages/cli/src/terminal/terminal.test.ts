import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import { printable as inLogs } from '@interpose/core/log';
import { describe, expect, test } from 'vitest';

import { printable } from './printable.ts';
import { table, wrap } from './table.ts';
import { Terminal } from './terminal.ts';

/** Returns what a terminal was written. */
async function writtenTo(isJson: boolean, act: (terminal: Terminal) => void): Promise<string> {
  const out = new PassThrough() as PassThrough & NodeJS.WriteStream;
  act(new Terminal(isJson, out, out));
  out.end();
  return text(out);
}

/** Clears the screen, sets the title, hides what follows, and turns its order around. */
const HOSTILE = 'refund\u001b[2J\u001b]0;t\u0007\u009b8m\u202e\u200b\u{e0041}\nholds';
const SEEN = String.raw`refund\u001b[2J\u001b]0;t\u0007\u009b8m\u202e\u200b\udb40\udc41`;

describe('a text that a terminal would obey is shown as it is written', () => {
  test('in a line, which it does not leave', async () => {
    const said = await writtenTo(false, (terminal) =>
      terminal.say(`${terminal.paint('bold', HOSTILE)} of ${HOSTILE}`),
    );
    expect(said).toBe(`${SEEN}\\nholds of ${SEEN}\\nholds\n`);
  });

  test('as the logs show it', () => {
    const every = Array.from({ length: 0xffff }, (_, unit) => String.fromCharCode(unit)).join('');
    expect(printable(HOSTILE + every)).toBe(inLogs(HOSTILE + every));
  });

  test('in a row of a table', async () => {
    const said = await writtenTo(false, (terminal) => terminal.block(table([[HOSTILE, 1]])));
    expect(said).toBe(`  ${SEEN}\\nholds  1\n`);
  });

  test('in a text of several lines, which all stay indented', async () => {
    const said = await writtenTo(false, (terminal) => terminal.block(wrap(HOSTILE, 80, '  ')));
    expect(said).toBe(`  ${SEEN}\n  holds\n`);
  });

  test('on standard error', async () => {
    const said = await writtenTo(false, (terminal) => terminal.warn(HOSTILE));
    expect(said).toBe(`${SEEN}\nholds\n`);
  });

  test('in JSON, which still holds the same text', async () => {
    const said = await writtenTo(true, (terminal) => terminal.json({ tool: HOSTILE }));
    expect(JSON.parse(said)).toEqual({ tool: HOSTILE });
    expect(said).not.toMatch(/[\u007f-\u009f\u202e\u200b\u{e0041}]/u);
    expect(await writtenTo(true, (terminal) => terminal.jsonLine(HOSTILE))).toBe(
      `"${SEEN}\\nholds"\n`,
    );
  });
});

test('colours of a command are kept', async () => {
  process.env['FORCE_COLOR'] = '1';
  try {
    const said = await writtenTo(false, (terminal) => terminal.say(terminal.paint('red', 'bad')));
    expect(said).toBe('\u001b[31mbad\u001b[39m\n');
  } finally {
    delete process.env['FORCE_COLOR'];
  }
});
