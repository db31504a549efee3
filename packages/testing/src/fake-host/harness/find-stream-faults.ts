import type { FakeOutcome } from '../run/fake-outcome.ts';
import type { FakePart } from '../translate/fake-values.ts';

/** Returns the faults of a finished stream: a step must open, close every block it began, and end. */
export function findStreamFaults(
  parts: readonly FakePart[],
  outcome: FakeOutcome['kind'],
): string[] {
  const faults: string[] = [];
  const blocks = new Set<string>();
  let open = false;
  for (const part of parts) {
    if (part.type === 'open') {
      if (open) faults.push('a step opens inside another');
      open = true;
    } else if (!open) faults.push(`${part.type} comes outside a step`);
    if ('chunk' in part) blocks.add(part.block);
    if (part.type === 'closed' && !blocks.delete(part.block))
      faults.push(`block ${part.block} closes without having begun`);
    if (part.type === 'end') {
      for (const block of blocks) faults.push(`block ${block} never closes`);
      blocks.clear();
      open = false;
    }
  }
  if (open && (outcome === 'answer' || outcome === 'refusal'))
    faults.push('the last step never ends');
  return faults;
}
