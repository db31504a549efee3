import type { Denial } from '../contract/decisions/outcome.ts';
import type { Message } from '../contract/values/index.ts';
import type { Session } from '../sessions/session.ts';
import { canonicalJson } from '../approvals/digest.ts';

/** A decision about a message. It applies again whenever the message is sent again. */
export type Remembered =
  | { readonly kind: 'changed'; readonly message: Message }
  | { readonly kind: 'denied'; readonly denial: Denial };

/** The key under which a session remembers decisions about messages. */
export const MESSAGES = 'messages';

/** The messages that one chat has seen, and its session's decisions about them. */
export class SeenMessages {
  readonly #session: Session;
  readonly #seen = new Set<string>();
  readonly #system = new Map<string, Message>();
  #byIdentity: WeakMap<Message, Remembered> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether a message at this place of the conversation was admitted before. */
  wasAdmitted(message: Message, place: string): boolean {
    return this.#seen.has(`${formOf(message)}@${place}`);
  }

  /** Notes that a message was admitted. A message that was denied, or whose gate failed, is gated again. */
  admit(message: Message, place: string): void {
    this.#seen.add(`${formOf(message)}@${place}`);
  }

  remember(message: Message, decision: Remembered): void {
    (this.#byIdentity ??= new WeakMap()).set(message, decision);
    const { memory } = this.#session;
    const decisions = memory.get(MESSAGES) as Map<string, Remembered> | undefined;
    if (decisions === undefined) memory.set(MESSAGES, new Map([[keyOf(message), decision]]));
    else decisions.set(keyOf(message), decision);
  }

  recall(message: Message): Remembered | undefined {
    const decisions = this.#session.memory.get(MESSAGES) as Map<string, Remembered> | undefined;
    // This order is cheap: most sessions remember nothing, and a key is canonical JSON of the whole message.
    return this.#byIdentity?.get(message) ?? decisions?.get(keyOf(message));
  }

  /** Whether a decision about an earlier text of this id must not hold for this text. */
  isEdited(message: Message): boolean {
    return message.id !== undefined && this.recall(message) !== undefined;
  }

  /** Returns the form that hooks gave this system message; `undefined` if the chat has not seen it. */
  system(message: Message): Message | undefined {
    return this.#system.get(formOf(message));
  }

  keepSystem(message: Message, became: Message): void {
    this.#system.set(formOf(message), became);
  }
}

/** Returns the messages that a chat has seen; the object is made for the first message. */
export function seenMessagesOf(chat: {
  readonly session: Session;
  seenMessages: SeenMessages | undefined;
}): SeenMessages {
  return (chat.seenMessages ??= new SeenMessages(chat.session));
}

function keyOf(message: Message): string {
  if (message.id !== undefined) return `${message.role}#${message.id}`;
  return formOf(message);
}

/** Returns a key for a message in this form: with another content, a message of the same id is a new one. */
function formOf(message: Message): string {
  const { role, id = '', content } = message;
  return `${role}#${id}:${canonicalJson(content) ?? looseKey(message)}`;
}

/** Returns a key for a message that is not plain data: its content as JSON if possible, else a number for it. */
function looseKey(message: Message): string {
  try {
    return JSON.stringify(message.content);
  } catch {
    const known = numbers.get(message) ?? ++numbered;
    numbers.set(message, known);
    return `message ${known}`;
  }
}

const numbers = new WeakMap<Message, number>();
let numbered = 0;
