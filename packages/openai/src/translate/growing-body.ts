import { frozenCopy } from '@interpose/core/adapter';
import { parseBody, type Body } from './native.ts';

/** The list that a conversation grows in, one per interface of the API. */
const LISTS = ['messages', 'input'];

interface ReadText {
  readonly text: string;
  readonly body: Body;
  /** The length of the text up to the end of its last message, if it is known. */
  readonly end?: number;
}

/**
 * Reads the bodies that a run sends one after the other. Each repeats the conversation of the one before and adds to
 * it: only the new messages are read from its text, and the earlier ones stay the same frozen objects.
 */
export class GrowingBody {
  #last: ReadText | undefined;

  /** Returns the object in a JSON text; undefined if there is none. */
  read(text: string): Body | undefined {
    const grown = this.#last === undefined ? undefined : readGrown(this.#last, text);
    const body = grown?.body ?? parseBody(text);
    this.#last = grown ?? (body === undefined ? undefined : { text, body });
    return body;
  }

  /** Forgets what was read, when the run is over. */
  forget(): void {
    this.#last = undefined;
  }
}

/**
 * Reads only the new messages of a text; undefined if the whole text has to be read. It has to be where the text is not
 * exactly the JSON of its object, for example with repeated keys or other forms of numbers.
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

/** Returns where the last message ends in the text; undefined if the text is not exactly the JSON of its body. */
function endOfList({ text, body }: ReadText, name: string): number | undefined {
  return JSON.stringify(body) === text ? text.length - textAfter(body, name).length : undefined;
}

/** Returns the text after the last message of the list. */
function textAfter(body: Body, name: string): string {
  const entries = Object.entries(body);
  const after = entries.slice(entries.findIndex(([each]) => each === name) + 1);
  const text = JSON.stringify(Object.fromEntries(after)).slice(1);
  return `]${after.length === 0 ? '' : ','}${text}`;
}
