import { BenchError } from './bench-error.ts';

/** What the command line asks for. */
export interface BenchArguments {
  /** Gate ids in the order they run. */
  readonly gates: readonly string[];
  readonly json: boolean;
}

/**
 * Reads `[--only G1,G2] [--json]`; without `--only` every known gate runs.
 *
 * @throws BenchError `bench_unknown_option`, `bench_unknown_gate` or `bench_no_gate`.
 */
export function parseArguments(words: readonly string[], known: readonly string[]): BenchArguments {
  let gates = known;
  let json = false;
  const rest = words.filter((word) => word !== '--');
  while (rest.length > 0) {
    const word = rest.shift() ?? '';
    if (word === '--json') json = true;
    else if (word === '--only') gates = readGates(rest.shift() ?? '', known);
    else if (word.startsWith('--only=')) gates = readGates(word.slice('--only='.length), known);
    else
      throw new BenchError(
        'bench_unknown_option',
        `"${word}" is not an option`,
        'use [--only G1,G2] [--json]',
      );
  }
  return { gates, json };
}

function readGates(list: string, known: readonly string[]): readonly string[] {
  const wanted = new Set(list.split(',').map((id) => id.trim().toUpperCase()));
  wanted.delete('');
  if (wanted.size === 0)
    throw new BenchError(
      'bench_no_gate',
      '--only names no gate',
      `choose from ${known.join(', ')}`,
    );
  for (const id of wanted) {
    if (!known.includes(id))
      throw new BenchError(
        'bench_unknown_gate',
        `there is no gate "${id}"`,
        `choose from ${known.join(', ')}`,
      );
  }
  return known.filter((id) => wanted.has(id));
}
