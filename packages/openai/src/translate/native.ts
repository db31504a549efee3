import { isDict, parseJson, type Copy } from '@interpose/adapter-kit';

export { isDict, type Copy };

/** The body of a request or an answer as it stands on the wire: read by name, carried through otherwise. */
export type Body = Readonly<Record<string, unknown>>;

/** The records of a list, which is the list itself where it holds nothing else; nothing where it is none. */
export function dictsOf(value: unknown): readonly Body[] {
  if (!Array.isArray(value)) return [];
  return value.every(isDict) ? value : value.filter(isDict);
}

/** The messages of a list, of one message without a list, or of a text that the user says. */
export function messagesIn(list: unknown): readonly Body[] {
  if (Array.isArray(list) && list.every(isDict)) return list;
  return (Array.isArray(list) ? list : [list]).flatMap((each: unknown): readonly Body[] => {
    if (typeof each === 'string') return [{ role: 'user', content: each }];
    return isDict(each) ? [each] : [];
  });
}

/** The record that a text holds as JSON, or nothing. */
export function parseBody(text: string): Body | undefined {
  const parsed = parseJson(text);
  return isDict(parsed) ? parsed : undefined;
}

/** What a changed answer, or an event of one, keeps of the one it replaces: the fields of these names. */
export function keptOf(native: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(native).filter(([name]) => names.includes(name)));
}

/** A text, or nothing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Which tool a call was for, by its id. */
export type NameOfCall = (id: unknown) => string | undefined;
