import { isDict, type Body } from '../../translate/native.ts';

/** An item of a streamed response, as far as events told of it. */
interface StreamedItem {
  item: Body;
  readonly place: unknown;
  isDone: boolean;
}

/**
 * The items that events told of, in their order. Some services leave items out of the response at the end, and a stream
 * may break off before an item ends. Callers have the events all the same, so hooks have to see these items too.
 */
export class StreamedItems {
  readonly #items: StreamedItem[] = [];

  note({ type, item, output_index: place }: Body): void {
    const isDone = type === 'response.output_item.done';
    if (!isDict(item) || (!isDone && type !== 'response.output_item.added')) return;
    const { id } = item;
    const known = this.#items.findLast((each) =>
      id === undefined ? each.place === place : each.item['id'] === id,
    );
    const isOther = isDone && known?.isDone === true && !saysTheSame(known.item, item);
    if (known === undefined || isOther) this.#items.push({ item, place, isDone });
    else if (isDone) Object.assign(known, { item, isDone });
  }

  /** Returns the items of the response at the end, and those that it leaves out or tells otherwise. */
  output(ended: readonly Body[]): readonly Body[] {
    const left = [...ended];
    let isWhole = true;
    const told = this.#items.flatMap(({ item, isDone }) => {
      const same = left.findIndex((one) => isSame(one, item));
      if (same !== -1) return left.splice(same, 1);
      const other = left.findIndex((one) => isDone && saysTheSame(one, item));
      if (other !== -1) left.splice(other, 1);
      isWhole = false;
      return [item];
    });
    return isWhole ? ended : [...told, ...left];
  }
}

/** Whether two items are one and the same. */
function isSame(a: Body, b: Body): boolean {
  return ['id', 'type', 'name', 'call_id'].every((name) => a[name] === b[name]);
}

/** Whether two items differ only in the ids that the service gave them. */
function saysTheSame(a: Body, b: Body): boolean {
  return textWithoutIds(a) === textWithoutIds(b);
}

function textWithoutIds(item: Body): string {
  return JSON.stringify({ ...item, id: '', status: '' });
}
