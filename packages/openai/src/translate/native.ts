import { isDict, parseJson, type Copy } from '@interpose/adapter-kit';

export { isDict, type Copy };

/** The body of a request or an answer as the API has it. Known fields are read by name; others are passed on. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns the objects in a list: the list itself if it has nothing else, and none for any other value. */
export function dictsOf(value: unknown): readonly Body[] {
  if (!Array.isArray(value)) return [];
  return value.every(isDict) ? value : value.filter(isDict);
}

/** Returns the messages of a list, of a single message, or of a text, which counts as a user's message. */
export function messagesIn(list: unknown): readonly Body[] {
  if (Array.isArray(list) && list.every(isDict)) return list;
  return (Array.isArray(list) ? list : [list]).flatMap((each: unknown): readonly Body[] => {
    if (typeof each === 'string') return [{ role: 'user', content: each }];
    return isDict(each) ? [each] : [];
  });
}

/** Returns the object in a JSON text; undefined if there is none. */
export function parseBody(text: string): Body | undefined {
  const parsed = parseJson(text);
  return isDict(parsed) ? parsed : undefined;
}

/** Returns only the fields of these names: those that a changed answer or event keeps of the original. */
export function keptOf(native: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(native).filter(([name]) => names.includes(name)));
}

/** Returns a value if it is a text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the name of the tool of a call, by the call's id. */
export type NameOfCall = (id: unknown) => string | undefined;
