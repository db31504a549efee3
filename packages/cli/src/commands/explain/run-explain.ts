import { codes, type CodeNote } from '@interpose/core/codes';

import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import { wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { noteOf } from './note-of.ts';

/** Explains a code, all of them, or a decision of a recording. */
export async function runExplain(given: Given, terminal: Terminal): Promise<ExitCode> {
  const [subject] = given.words;
  if (given.flag('last')) {
    if (subject !== undefined)
      throw usageError(`--last and ${subject} name two decisions`, 'leave one of them out');
    const { explainDecision } = await import('./explain-decision.ts');
    return explainDecision(given, terminal, undefined);
  }
  if (subject === undefined) {
    given.takeOnly('the list of codes');
    return listCodes(terminal);
  }
  const note = noteOf(subject);
  if (note !== undefined) {
    given.takeOnly(`the code ${subject}`);
    return explainCode(subject, note, terminal);
  }
  // The id of a decision ends in a number.
  if (!/\d/.test(subject)) throw unknownCode(subject);
  const { explainDecision } = await import('./explain-decision.ts');
  return explainDecision(given, terminal, subject);
}

function listCodes(terminal: Terminal): ExitCode {
  terminal.json(codes);
  for (const [code, { cause, from }] of Object.entries(codes)) {
    terminal.say(`${terminal.paint('cyan', code)}  ${terminal.paint('dim', from)}`);
    terminal.block(wrap(cause, terminal.columns, '  '));
  }
  return 0;
}

function explainCode(code: string, note: CodeNote, terminal: Terminal): ExitCode {
  terminal.json({ code, ...note });
  terminal.say(`${terminal.paint('cyan', code)}  said by ${note.from}`);
  terminal.say();
  terminal.block(wrap(note.cause, terminal.columns));
  terminal.block(wrap(note.remedy, terminal.columns));
  return 0;
}

/** Returns an error that suggests similar codes, the most similar first. */
function unknownCode(subject: string): Error {
  const words = subject.split('_');
  const near = Object.keys(codes)
    .map((code) => ({ code, shared: words.filter((word) => code.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, 3)
    .map(({ code }) => code);
  const hint = near.length === 0 ? '' : `; the nearest are ${near.join(', ')}`;
  return usageError(
    `Interpose has no code ${subject}${hint}`,
    'look for it in your own policies, or run interpose explain for the list',
  );
}
