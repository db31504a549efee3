import { scriptedModel, type ScriptedModel } from '@interpose/testing';
import type { Framework } from '../frameworks/framework.ts';
import { loadHooks } from '../replay/command/load-policies.ts';
import type { ReplayArguments } from '../replay/command/parse-replay-arguments.ts';
import { readRows } from '../replay/command/read-rows.ts';
import { compareRows, type ComparisonReport, type ParityAudience } from './compare/compare-rows.ts';
import { judgeParity } from './compare/judge-parity.ts';
import { listedDifferences } from './listed-differences/listed-differences.ts';
import { ParitySide } from './compare/parity-side.ts';

/**
 * Replays a file of recorded runs in every framework and compares what their hooks saw.
 *
 * Throws `InterposeError` where the file or the policies cannot be used.
 */
export async function replayEverywhere(
  asked: ReplayArguments,
  frameworks: Iterable<Framework>,
  audience: ParityAudience,
): Promise<ComparisonReport> {
  const rows = await readRows(asked.recording, asked.limit);
  await using server = await scriptedModel();
  const sides: ParitySide[] = [];
  for (const framework of frameworks) sides.push(await openSide(framework, asked, server));
  const list = listedDifferences;
  return await compareRows(
    rows,
    { sides, list, judge: (logs) => judgeParity(logs, list) },
    audience,
  );
}

/** Loads the policies for this framework alone, so that what they count is its own. */
async function openSide(
  framework: Framework,
  { policies, isStreamed }: ReplayArguments,
  server: ScriptedModel,
): Promise<ParitySide> {
  const hooks = await loadHooks(policies, framework.name);
  return new ParitySide(framework, hooks, { server, isStreamed });
}
