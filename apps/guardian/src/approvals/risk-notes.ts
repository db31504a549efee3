import type { Approval, RiskNote } from '@interpose/guardian-api';

/** What is not seen, or changes the order in which a text is read. Emoji need some of it, line breaks and tabs are seen. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]--[\t\n]]/v;
const UNSEEN_OR_EMOJI =
  /\p{RGI_Emoji}|\r\n|([[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]--[\t\n]])/gv;
const PLACEHOLDER = /<[A-Z][A-Z_]+>/;
/** Letters of other alphabets, among them those that pass for Latin ones. Greek letters that stand for quantities do not. */
const FOREIGN =
  /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϲϳ]/v;
const LATIN = /\p{Script=Latin}/v;
/** A word, as words stand in names and addresses. */
const WORD = /[\p{L}\p{M}\p{N}_.@\-]+/gv;
const LONGEST_QUOTE = 80;
const MOST_NOTES = 100;

/** Returns notes on what deserves a second look: what is hidden, and what does not read as it runs. */
export function riskNotes({ args, tool, agent, question }: Approval): readonly RiskNote[] {
  const notes = new Map<string, RiskNote>();
  const add = (note: RiskNote): void => {
    const key = `${note.path?.split('.')[0]} ${note.text}`;
    if (notes.size < MOST_NOTES && !notes.has(key)) notes.set(key, note);
  };
  const names = { 'the name of the tool': tool, 'the name of the agent': agent, question };
  for (const [what, text] of Object.entries(names))
    for (const { level, text: said } of notesOn(text ?? ''))
      add({ level, text: `${said} It is in ${what === 'question' ? 'the question' : what}.` });
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (PLACEHOLDER.test(value)) add({ ...HIDDEN, path });
      for (const note of notesOn(value)) add({ ...note, path });
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const within = path === '' ? key : `${path}.${key}`;
      for (const note of notesOn(key)) add({ ...note, path: within });
      walk(inner, within);
    }
  };
  walk(args, '');
  return [...notes.values()];
}

const HIDDEN = {
  level: 'info',
  text: 'A value is hidden here; the real one runs unless you change it.',
} as const;

function notesOn(text: string): readonly RiskNote[] {
  const notes: RiskNote[] = [];
  if (hasUnseen(text))
    notes.push({
      level: 'danger',
      text: 'It holds characters that are not seen, or that change the order in which a text is read.',
    });
  const mixed = mixedWord(text);
  if (mixed !== undefined)
    notes.push({
      level: 'warn',
      text: `“${mixed}” mixes letters of several alphabets, which may look alike.`,
    });
  return notes;
}

function hasUnseen(text: string): boolean {
  if (!UNSEEN.test(text)) return false;
  for (const [, unseen] of text.matchAll(UNSEEN_OR_EMOJI)) if (unseen !== undefined) return true;
  return false;
}

/** Returns the first word that has Latin letters and such of other alphabets. */
function mixedWord(text: string): string | undefined {
  if (!isMixed(text)) return undefined;
  for (const [word] of text.matchAll(WORD)) if (isMixed(word)) return word.slice(0, LONGEST_QUOTE);
  return undefined;
}

function isMixed(text: string): boolean {
  return FOREIGN.test(text) && LATIN.test(text);
}
