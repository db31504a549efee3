import { atMost, type Gate, type Sample } from '../../gate.ts';
import { timeCases } from '../../method/time-cases.ts';
import { interpose, runSync } from '../../subjects/interpose.ts';
import { CALL, makeHooks } from '../../subjects/make-hooks.ts';
import { matcherLoop } from '../../subjects/matcher-loop.ts';
import { regExpDispatch, type BoundHook } from '../../subjects/regexp-dispatch.ts';

const HOOKS = 20;

/** Twenty hooks bound to tools, four of them to the tool that is called. */
export const gate: Gate = { id: 'G13', name: '20 hooks bound to tools', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const functions = await makeHooks('sync', HOOKS);
  const bound = functions.map((call, index): BoundHook => ({ call, pattern: patternAt(index) }));
  const subject = await interpose(functions, { each: bindingAt });
  const cases = {
    'RegExp per call, Promise.all': regExpDispatch(bound, subject.ctx),
    'compiled matcher per hook': matcherLoop(bound, subject.ctx),
    ours: runSync(subject),
  };
  const timings = await timeCases(cases, {
    baseline: 'RegExp per call, Promise.all',
    rounds: 80,
  });
  return {
    control: timings.control,
    parts: [
      atMost(
        'over RegExp per call, Promise.all',
        timings.ratio('ours', 'RegExp per call, Promise.all'),
        0.1,
      ),
      atMost(
        'over a compiled matcher per hook',
        timings.ratio('ours', 'compiled matcher per hook'),
        0.4,
      ),
    ],
    peers: timings.figures(...Object.keys(cases)),
  };
}

function bindingAt(index: number): { readonly tool: RegExp } {
  return { tool: new RegExp(patternAt(index)) };
}

/** Every fifth hook is bound to the called tool, the others to tools of their own. */
function patternAt(index: number): string {
  return index % 5 === 0 ? `${CALL.name}|fetch-${index}` : `exec-${index}|delete-${index}`;
}
