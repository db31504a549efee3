import type { Hooks } from '@interpose/core';

import { atMost, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import { agentsStream } from './stream-agents.ts';
import { langchainStream } from './stream-langchain.ts';
import { openaiStream } from './stream-openai.ts';
import type { StreamPlan } from './stream-subject.ts';

/** What is timed of each SDK's streams, and how much the hooks may cost. */
export interface StreamTiming {
  readonly hooks: Hooks;
  readonly plan: Omit<StreamPlan, 'hooks'>;
  /** `all` reads to the end, `first` leaves after the first chunk. */
  readonly reads: 'all' | 'first';
  /** For LangChain, the Agents SDK and the openai client. */
  readonly limits: readonly [number, number, number];
}

const SUBJECTS = [langchainStream, agentsStream, openaiStream];

/** Times the streams of the other SDKs, bare and hooked, as parts and figures of a gate. */
export async function timeStreams(timing: StreamTiming): Promise<Pick<Sample, 'parts' | 'peers'>> {
  const { hooks, plan, limits } = timing;
  const parts: Sample['parts'][number][] = [];
  const peers: NonNullable<Sample['peers']>[number][] = [];
  for (const [index, { sdk, prepare }] of SUBJECTS.entries()) {
    const hooked = `${sdk}, hooked`;
    const cases = {
      [sdk]: reading(prepare(plan), timing),
      [hooked]: reading(prepare({ ...plan, hooks }), timing),
    };
    const times = await timeCases(cases, {
      baseline: sdk,
      rounds: 30,
      batchMs: 20,
      warmupMs: 600,
    });
    parts.push(atMost(hooked, times.ratio(hooked, sdk), limits[index]!));
    peers.push(...times.figures(sdk, hooked));
  }
  return { parts, peers };
}

function reading(open: () => Promise<AsyncIterable<unknown>>, { reads }: StreamTiming): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) {
      for await (const part of await open()) {
        keep(part);
        if (reads === 'first') break;
      }
    }
  };
}
