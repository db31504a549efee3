import { canariesIn, canaryText } from '../canary-text.ts';
import type { FuzzAppTool } from '../fuzz-target.ts';
import type { Ledger } from '../ledger.ts';
import type { FuzzTool, FuzzToolKind } from '../program.ts';

/** Unusual values that real tools return, by the number of the run. */
const odd: readonly unknown[] = [undefined, null, 0, '', false, Number.NaN, [], {}, 10n];

/** Makes a tool that records its runs in the ledger and returns its own canaries. */
export function makeTool(
  { kind }: FuzzTool,
  place: number,
  ledger: Ledger,
  tick: () => boolean,
): FuzzAppTool {
  const name = `tool${place}`;
  const start = (args: unknown): number => {
    ledger.ran(name, args);
    tick();
    return numberOf(args) ?? ledger.toolRuns.length;
  };
  return { name, kind, run: works[kind](start) };
}

/** Returns the canary's number in the arguments, so that results do not depend on the order of parallel calls. */
function numberOf(args: unknown): number | undefined {
  const [secret] = canariesIn(args);
  const number = secret === undefined ? undefined : /\d+/.exec(secret)?.[0];
  return number === undefined ? undefined : Number(number);
}

type Start = (args: unknown) => number;

const result = (run: number): object => ({ told: canaryText('RESULT', run) });
const failure = (run: number): Error => new Error(canaryText('ERROR', run));

const works: Readonly<Record<FuzzToolKind, (start: Start) => FuzzAppTool['run']>> = {
  sync: (start) => (args) => result(start(args)),
  async: (start) => async (args) => result(start(args)),
  generator: (start) =>
    async function* generate(args) {
      const run = start(args);
      yield { partly: canaryText('RESULT', run) };
      yield result(run);
    },
  class: (start) => async (args) => result(start(args)),
  slow: (start) => async (args) => {
    const run = start(args);
    await new Promise((resolve) => setTimeout(resolve, 3));
    return result(run);
  },
  throws: (start) => (args) => {
    throw failure(start(args));
  },
  rejects: (start) => async (args) => {
    throw failure(start(args));
  },
  odd: (start) => (args) => odd[start(args) % odd.length],
};
