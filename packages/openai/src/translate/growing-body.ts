import { frozenCopy } from '@interpose/core/adapter';
import { parseBody, type Body } from './native.ts';

/** The list that a conversation grows in, one per interface of the API. */
const LISTS = ['messages', 'input'];

interface ReadText {
  readonly text: string;
  readonly body: Body;
  /** How long the text is up to its last message, where that is known. */
  readonly end?: number;
}

/**
 * Reads the bodies that a run sends one after the other. Each repeats the conversation of the one before and adds to
 * it: of such a text only what is new is read, and what stood there before stays the same frozen objects.
 */
export class GrowingBody {
  #last: ReadText | undefined;

  /** The record that a text holds as JSON, or nothing. */
  read(text: string): Body | undefined {
    const grown = this.#last === undefined ? undefined : readGrown(this.#last, text);
    const body = grown?.body ?? parseBody(text);
    this.#last = grown ?? (body === undefined ? undefined : { text, body });
    return body;
  }

  /** Lets go of what was read, for a run that is over. */
  forget(): void {
    this.#last = undefined;
  }
}

/**
 * Only a text that says nothing but what its record says is read so: where keys stand twice or numbers are written in
 * another way, all of it is read.
 */
function readGrown(last: ReadText, text: string): ReadText | undefined {
  const name = LISTS.find((each) => Array.isArray(last.body[each]));
  if (name === undefined) return undefined;
  const end = last.end ?? endOfList(last, name);
  if (end === undefined || text[end] !== ',' || !text.startsWith(last.text.slice(0, end)))
    return undefined;
  const rest = parseBody(`{"${name}":[${text.slice(end + 1)}`);
  const added: unknown = rest?.[name];
  if (!isList(added) || added.length === 0) return undefined;
  const after = textAfter(rest!, name);
  if (`,${JSON.stringify(added).slice(1, -1)}${after}` !== text.slice(end)) return undefined;
  const known = last.body[name] as readonly unknown[];
  const list = (last.end === undefined ? frozenCopy(known) : known).concat(frozenCopy(added));
  const before = Object.entries(last.body).slice(0, Object.keys(last.body).indexOf(name));
  return {
    text,
    body: { ...Object.fromEntries(before), ...rest, [name]: list },
    end: text.length - after.length,
  };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Where the last message ends in the text. */
function endOfList({ text, body }: ReadText, name: string): number | undefined {
  return JSON.stringify(body) === text ? text.length - textAfter(body, name).length : undefined;
}

/** What stands behind the list. */
function textAfter(body: Body, name: string): string {
  const entries = Object.entries(body);
  const after = entries.slice(entries.findIndex(([each]) => each === name) + 1);
  const text = JSON.stringify(Object.fromEntries(after)).slice(1);
  return `]${after.length === 0 ? '' : ','}${text}`;
}
