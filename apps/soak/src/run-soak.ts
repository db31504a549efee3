import { closeAll, inTime, settle, timersLeft } from './close-down.ts';
import { openStores, type FaultyStore } from './faulty-stores.ts';
import { heapTrend, sampleHeap, type HeapSample } from './heap-trend.ts';
import { loadAdapters, loadProtocols, type Adapter } from './load-adapters.ts';
import { makeApp, type Manner, type Tally } from './make-app.ts';
import { makeFaults } from './make-faults.ts';
import { program, soakedHooks, type SoakedHooks } from './soaked-hooks.ts';
import type { HeapTrend, SoakReport } from './soak-report.ts';

/** The duration and the random seed of a soak. */
export interface SoakChoice {
  readonly minutes: number;
  readonly seed: number;
}

const MANNERS: readonly Manner[] = [
  ...(['reads', 'reads', 'reads'] as const),
  ...(['breaks off', 'leaves unread', 'aborts'] as const),
];
const SESSIONS = 20;
const AT_ONCE = 4;
/** A shorter soak is only warm-up: its heap cannot show a leak. */
const TELLING_MINUTES = 10;
/** Less growth than this comes from a cache that fills, or from the engine. */
const LEAST_MB = 3;

interface Counts extends Tally {
  chats: number;
  streamed: number;
  stopped: number;
  closingMs: number;
  readonly perAdapter: Record<string, number>;
}

/** The state of a soak. */
interface Soak {
  readonly adapters: readonly Adapter[];
  readonly stores: readonly FaultyStore[];
  readonly registries: readonly SoakedHooks[];
  readonly counts: Counts;
  readonly samples: HeapSample[];
  readonly random: () => number;
  readonly found: string[];
}

/** Runs chats of every adapter on every store until the time is over, closes everything, and reports faults. */
export async function runSoak({ minutes, seed }: SoakChoice): Promise<SoakReport> {
  const soak = await openSoak(seed);
  const { found, stores, samples } = soak;
  const unhandled = (error: unknown): void => {
    const label = program.getStore() ?? 'outside of any chat';
    if (!isOfSdk(label)) found.push(`unhandled: ${String(error)} (${label})`);
  };
  process.on('unhandledRejection', unhandled).on('uncaughtException', unhandled);
  const faults = makeFaults(stores);
  const end = Date.now() + minutes * 60_000;
  // On a busy machine a short soak has only one round, but a line needs two samples.
  samples.push(sampleHeap(0));
  while (Date.now() < end) await soakRound(soak, Math.min(end, Date.now() + roundMs(minutes)));
  faults.stop();
  const heap = await judgeEnd(soak, minutes);
  process.off('unhandledRejection', unhandled).off('uncaughtException', unhandled);
  return reportOf(soak, { minutes, heap, storeFaults: faults.counts });
}

/** Returns the length of a round: a sixtieth of the soak, but not so short that sampling the heap is most of it. */
function roundMs(minutes: number): number {
  return Math.max(500, minutes * 1000);
}

/** Runs some chats in parallel until the round is over, then samples the heap. */
async function soakRound(soak: Soak, end: number): Promise<void> {
  const work = async (): Promise<void> => {
    while (Date.now() < end) await soakOnce(soak);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await settle(soak.registries);
  soak.samples.push(sampleHeap(soak.counts.chats));
}

/** True for a chat whose failed openai runner rejects unhandled, with hooks or without. */
function isOfSdk(label: string): boolean {
  return label === 'openai runTools, streamed, leaves unread';
}

async function openSoak(seed: number): Promise<Soak> {
  const adapters = [...(await loadAdapters()), ...(await loadProtocols())];
  const stores = await openStores();
  const random = randomFrom(seed);
  const counts = {
    chats: 0,
    streamed: 0,
    stopped: 0,
    closingMs: 0,
    toolRuns: 0,
    deniedRuns: 0,
    perAdapter: {},
  };
  return {
    adapters,
    stores,
    registries: stores.map(soakedHooks),
    counts,
    samples: [],
    random,
    found: [],
  };
}

/** Closes everything; anything left open is a fault. */
async function judgeEnd(
  { found, registries, stores, counts, samples }: Soak,
  minutes: number,
): Promise<HeapTrend> {
  const startedAt = performance.now();
  found.push(...(await closeAll(registries)));
  counts.closingMs = Math.round(performance.now() - startedAt);
  for (const { close } of stores) await close();
  if (counts.deniedRuns > 0) found.push(`a denied tool ran ${counts.deniedRuns} times`);
  const heap = heapTrend(samples, LEAST_MB);
  if (minutes >= TELLING_MINUTES && heap.grownMb > heap.allowedMb)
    found.push(`the heap grew by ${heap.grownMb.toFixed(1)} MB`);
  found.push(...(await timersLeft()));
  return heap;
}

function reportOf(
  { counts, registries, stores, found }: Soak,
  run: Pick<SoakReport, 'minutes' | 'heap' | 'storeFaults'>,
): SoakReport {
  const { chats, streamed, stopped, closingMs, toolRuns, perAdapter } = counts;
  return {
    ...run,
    ...{ chats, streamed, stopped, closingMs, toolRuns, chatsPerAdapter: perAdapter },
    deniedCalls: registries.reduce((sum, { denied }) => sum + denied(), 0),
    endings: total(registries.map(({ endings }) => endings)),
    stores: stores.map(({ kind }) => kind),
    faults: [...new Set(found)],
  };
}

/** Runs one chat of a random kind, in a named session or without a name. */
async function soakOnce({ adapters, registries, counts, random, found }: Soak): Promise<void> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const { name, kinds } = adapters[counts.chats % adapters.length]!;
  const kind = pick(kinds);
  const mode = pick(kind.modes);
  const manner = pick(MANNERS);
  const { hooks } = pick(registries);
  const app = makeApp({ kind, mode, manner, hooks, random }, counts);
  const use = async (): Promise<void> => {
    await (
      await kind.open(app)
    )();
  };
  const session = random() < 0.5 ? `session-${Math.floor(random() * SESSIONS)}` : undefined;
  counts.chats += 1;
  counts.perAdapter[name] = (counts.perAdapter[name] ?? 0) + 1;
  if (mode === 'streamed') counts.streamed += 1;
  if (manner !== 'reads') counts.stopped += 1;
  const label = `${name} ${kind.name}, ${mode}, ${manner}`;
  const done = program.run(label, () =>
    session === undefined ? use() : hooks.inSession({ id: session }, use),
  );
  const isOver = await inTime(Promise.resolve(done).catch(() => undefined));
  if (!isOver) found.push(`${label}: hangs`);
}

function total(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of all)
    for (const [name, count] of Object.entries(each)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Returns a generator of numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
