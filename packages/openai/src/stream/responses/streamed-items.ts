import { isDict, type Body } from '../../translate/native.ts';

/** An item, and its place in the output as the service told it. */
export interface PlacedItem {
  readonly item: Body;
  readonly place: unknown;
}

/** An item of a streamed response, as far as events told of it. */
interface StreamedItem extends PlacedItem {
  item: Body;
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
    const known = this.#items.findLast((each) => isOne(each, item, place, isDone));
    const isOther = known?.isDone && isDone && !saysTheSame(known.item, item, ['call_id']);
    if (known === undefined || isOther) this.#items.push({ item, place, isDone });
    else if (isDone) Object.assign(known, { item, isDone });
  }

  /** Returns the items of the response at the end, and those that it leaves out or tells otherwise. */
  output(ended: readonly Body[]): readonly PlacedItem[] {
    const whole = ended.map((item, place) => ({ item, place }));
    const left = [...whole];
    let isWhole = true;
    const told = this.#items.flatMap(({ item, place, isDone }): readonly PlacedItem[] => {
      const same = left.findIndex((one) => isSame(one.item, item));
      if (same !== -1) return left.splice(same, 1);
      const other = left.findIndex((one) => isDone && saysTheSame(one.item, item));
      if (other !== -1) left.splice(other, 1);
      isWhole = false;
      return [{ item, place }];
    });
    return isWhole ? whole : [...told, ...left];
  }
}

/**
 * Whether an event tells of this item. Some services give items no id, the same one, or another one in each event;
 * what ends as another call than it began counts as another item.
 */
function isOne(known: StreamedItem, item: Body, place: unknown, isDone: boolean): boolean {
  if (CALL.some((field) => known.item[field] && known.item[field] !== item[field])) return false;
  const { id } = item;
  if (known.place !== place) return Boolean(id) && id === known.item['id'];
  if (!id || id === known.item['id']) return true;
  return isDone && !known.isDone && place !== undefined;
}

const CALL: readonly string[] = ['type', 'name', 'call_id'];

/** Whether two items are one and the same. */
function isSame(a: Body, b: Body): boolean {
  return agree(a, b, ['id', ...CALL]);
}

function agree(a: Body, b: Body, fields: readonly string[]): boolean {
  return fields.every((field) => a[field] === b[field]);
}

/** Whether two items differ only in the ids that the service gave them, besides `fields`, and in what says nothing. */
function saysTheSame(a: Body, b: Body, fields: readonly string[] = []): boolean {
  return agree(a, b, ['type', 'name', ...fields]) && contentOf(a) === contentOf(b);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

function contentOf({ id: _id, call_id: _call, status: _status, ...item }: Body): string {
  return JSON.stringify(item, (name, value: unknown) => {
    if (value === null || name === 'logprobs' || (Array.isArray(value) && value.length === 0))
      return undefined;
    return isDict(value) ? Object.fromEntries(Object.entries(value).toSorted(byName)) : value;
  });
}
