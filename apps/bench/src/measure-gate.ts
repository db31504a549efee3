import type { Gate } from './gate.ts';
import type { Measurement } from './measure-in-process.ts';

// What is measured may have only timers that let a process end; the channel keeps this one alive.
process.channel?.ref();
process.on('disconnect', () => process.exit(1));
const [file = ''] = process.argv.slice(2);
const { gate } = (await import(file)) as { readonly gate: Gate };
const { name, tolerance, processes } = gate;
const measurement: Measurement = {
  name,
  tolerance,
  ...(processes !== undefined && { processes }),
  sample: await gate.measure(),
};
process.send?.(measurement, () => process.exit(0));
