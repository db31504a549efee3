import type { BaseMessage, ToolMessage } from '@langchain/core/messages';
import type { ComponentSeam } from './component-step.ts';
import { keptMessages, shownText } from './memory-messages.ts';
import { roleOf } from '../translate/message-to-contract.ts';

type Judging = Promise<BaseMessage | undefined>;

/** A message that had no id when it was judged. The graph gives it an id later. */
interface Unnamed {
  readonly message: BaseMessage;
  /** What hooks were shown of it. */
  readonly shown: string;
  readonly judging: Judging;
  isNamed: boolean;
}

/** Judges each message of a chat once, although a graph stores it with every step, often several times at once. */
export class JudgedMessages {
  readonly #seam: ComponentSeam;
  readonly #byId = new Map<string, Judging>();
  readonly #unnamed: Unnamed[] = [];

  constructor(seam: ComponentSeam) {
    this.#seam = seam;
  }

  /** Returns the messages that may be stored, as the hooks left them. */
  async write(messages: readonly BaseMessage[]): Promise<readonly BaseMessage[]> {
    const kept: BaseMessage[] = [];
    for (const message of messages) {
      const left = await this.#judge(message);
      if (left !== undefined) kept.push(left);
    }
    return kept;
  }

  /** Notes messages that were read, so that they may be stored again. */
  know(messages: readonly BaseMessage[]): void {
    for (const message of messages)
      if (message.id !== undefined) this.#byId.set(message.id, Promise.resolve(message));
  }

  #judge(message: BaseMessage): Judging {
    const { id } = message;
    const known = id === undefined ? undefined : this.#byId.get(id);
    if (known !== undefined) return known;
    const shown = shownText(message);
    const unnamed = this.#unnamed.find((each) => each.shown === shown && isSame(each, message));
    const judging =
      unnamed?.judging ??
      keptMessages(this.#seam, 'preMemoryStore', [message]).then(([only]) => only);
    // A message that was judged without an id stays itself if it was left alone, also under its new id.
    const named =
      unnamed === undefined
        ? judging
        : judging.then((left) => (left === unnamed.message ? message : left));
    if (id === undefined) {
      if (unnamed === undefined) this.#unnamed.push({ message, shown, judging, isNamed: false });
      return named;
    }
    if (unnamed !== undefined) unnamed.isNamed = true;
    this.#byId.set(id, named);
    return named;
  }
}

function isSame({ message: known, isNamed }: Unnamed, message: BaseMessage): boolean {
  if (isNamed && message.id !== undefined) return false;
  return roleOf(known) === roleOf(message) && callOf(known) === callOf(message);
}

/** Returns the id of the call that a message answers. */
function callOf(message: BaseMessage): string | undefined {
  return (message as Partial<ToolMessage>).tool_call_id;
}
