import { aosEvents, guardian, type AosEvent } from '@interpose/aos';
import { createHooks, InterposeError, type HooksOptions, type Policy } from '@interpose/core';
import { scriptedModel, type ScriptedModel } from '@interpose/testing';
import type { Framework } from '../frameworks/framework.ts';
import { callerPath } from '../replay/command/caller-path.ts';
import { loadOptions } from '../replay/command/load-policies.ts';
import type { ReplayArguments } from '../replay/command/parse-replay-arguments.ts';
import { readRows } from '../replay/command/read-rows.ts';
import { compareRows, type ComparisonReport, type ParityAudience } from './compare/compare-rows.ts';
import { judgeParity, type FrameworkLog, type RunParity } from './compare/judge-parity.ts';
import { ParitySide } from './compare/parity-side.ts';
import { startGuardian } from './start-guardian.ts';

/**
 * Replays a file of recorded runs twice in each framework, with the policies in process and with the same policies
 * behind a guardian in another process, and compares the two. No difference is listed: there is nothing that the
 * wire forces, as long as the policies keep to what AOS has a word for.
 *
 * Throws `InterposeError` where the file or the policies cannot be used.
 */
export async function replayThroughGuardian(
  asked: ReplayArguments,
  frameworks: readonly Framework[],
  audience: ParityAudience,
): Promise<ComparisonReport> {
  const rows = await readRows(asked.recording, asked.limit);
  const events = eventsOf((await loadOptions(asked.policies)).policies);
  await using guardians = new AsyncDisposableStack();
  await using server = await scriptedModel();
  const sides: ParitySide[] = [];
  for (const framework of frameworks) {
    const { policies = [] } = await loadOptions(asked.policies, framework.name);
    const { url } = guardians.use(await startGuardian(callerPath(asked.policies), TOKEN));
    const asking = guardian({ url, token: TOKEN, events, timeoutMs: 20_000 });
    const elsewhere = { ...framework, name: `${framework.name} through a guardian` };
    sides.push(await openSide(framework, { policies }, server, asked));
    sides.push(await openSide(elsewhere, { policies: [asking] }, server, asked));
  }
  return await compareRows(rows, { sides, list: [], judge: judgePairs }, audience);
}

const TOKEN = 'replay';

/** What the policies hook; a guardian need not be asked about more. */
function eventsOf(policies: readonly Policy[] = []): readonly AosEvent[] {
  const hooked = new Set(policies.flatMap(({ hooks = {} }) => Object.keys(hooks)));
  const known = aosEvents.filter((event) => hooked.has(event));
  if (known.length === hooked.size && known.length > 0) return known;
  const others = [...hooked].filter((event) => !known.includes(event as AosEvent));
  throw new InterposeError(
    'policies_unfit',
    `a guardian cannot be asked about ${others.length === 0 ? 'nothing' : others.join(', ')}`,
    `give policies that hook some of ${aosEvents.join(', ')}`,
  );
}

async function openSide(
  framework: Framework,
  options: HooksOptions,
  server: ScriptedModel,
  { isStreamed }: ReplayArguments,
): Promise<ParitySide> {
  const hooks = createHooks(options);
  await hooks.ready();
  return new ParitySide(framework, hooks, { server, isStreamed });
}

/** Each framework with itself. */
function judgePairs(logs: readonly FrameworkLog[]): RunParity {
  const pairs = logs.flatMap((log, index) =>
    index % 2 === 0 ? [logs.slice(index, index + 2)] : [],
  );
  const unlisted = pairs.flatMap((pair) => judgeParity(pair, []).unlisted);
  return { unlisted, listed: new Map() };
}
