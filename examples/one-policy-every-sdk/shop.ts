/** What the tools of every agent do, with a note of what was really done. */
export class Shop {
  readonly done: string[] = [];

  findOrder(id: string): string {
    this.done.push(`found ${id}`);
    return `${id}: a mug, paid by ada@example.com`;
  }

  refund(id: string, cents: number): string {
    this.done.push(`paid back ${cents} for ${id}`);
    return `${cents} cents are on their way`;
  }

  deleteCustomer(name: string): string {
    this.done.push(`deleted ${name}`);
    return 'gone';
  }
}

export const instructions = 'You are the support agent of a small shop.';
export const question =
  'My mug arrived broken, order A-7. Write to ada@example.com when I have my money back.';
