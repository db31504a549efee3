/** What the tools of every agent do: the work of the shop, with a note of what was really done. */
export interface Shop {
  readonly done: readonly string[];
  findOrder(id: string): string | Promise<string>;
  refund(id: string, cents: number): string;
  deleteCustomer(name: string): string;
}

/** Opens a shop with two orders of one customer. */
export function openShop(): Shop {
  const done: string[] = [];
  const note = (text: string): void => void done.push(text);
  return {
    done,
    findOrder(id) {
      note(`found ${id}`);
      return `${id}: a mug, paid by ada@example.com`;
    },
    refund(id, cents) {
      note(`paid back ${cents} for ${id}`);
      return `${cents} cents are on their way`;
    },
    deleteCustomer(name) {
      note(`deleted ${name}`);
      return 'gone';
    },
  };
}
